import { describe, expect, it } from 'vitest';
import { markMatches } from './mark.ts';

describe('marking matches', () => {
  it('marks every occurrence of every word, ignoring case', () => {
    expect(markMatches('Payments-gateway', 'pay GATE')).toEqual([
      { text: 'Pay', isMatch: true },
      { text: 'ments-', isMatch: false },
      { text: 'gate', isMatch: true },
      { text: 'way', isMatch: false },
    ]);
  });

  it('leaves a text without match in one piece', () => {
    expect(markMatches('cart', 'zz')).toEqual([{ text: 'cart', isMatch: false }]);
    expect(markMatches('cart', ' ')).toEqual([{ text: 'cart', isMatch: false }]);
    expect(markMatches('', 'a')).toEqual([]);
  });
});

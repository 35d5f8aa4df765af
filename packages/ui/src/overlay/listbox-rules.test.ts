import { describe, expect, it } from 'vitest';
import { matchOptions, stepOption } from './listbox-rules.ts';

describe('options of a list', () => {
  const options = [
    { value: 'a', label: 'Checkout API', group: 'Team' },
    { value: 'b', label: 'Cart', description: 'redis cache' },
  ];

  it('match when every word occurs in label, description or group', () => {
    expect(matchOptions(options, 'team api').map(({ value }) => value)).toEqual(['a']);
    expect(matchOptions(options, 'REDIS').map(({ value }) => value)).toEqual(['b']);
    expect(matchOptions(options, ' ')).toBe(options);
  });

  it('are stepped through with wrapping, past disabled ones', () => {
    const list = [{}, { disabled: true }, {}];
    expect(stepOption(list, 0, 1)).toBe(2);
    expect(stepOption(list, 2, 1)).toBe(0);
    expect(stepOption(list, 0, -1)).toBe(2);
    expect(stepOption(list, -1, 1)).toBe(0);
    expect(stepOption(list, 3, -1)).toBe(2);
    expect(stepOption([{ disabled: true }], 0, 1)).toBe(-1);
    expect(stepOption([], 0, 1)).toBe(-1);
  });
});

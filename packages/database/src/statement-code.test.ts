import { describe, expect, it } from 'vitest';
import { isUniqueViolation } from './statement-code.ts';

const taken = Object.assign(new Error('duplicate key'), { code: '23505' });

describe('a unique violation', () => {
  it('is told by its code, also inside of another error', () => {
    expect(isUniqueViolation(taken)).toBe(true);
    expect(isUniqueViolation(new Error('not saved', { cause: taken }))).toBe(true);
  });

  it.each([
    [undefined],
    ['23505'],
    [new Error('duplicate key')],
    [Object.assign(new Error('no such person'), { code: '23503' })],
    [Object.assign(new Error('refused'), { code: 'CONFLICT', cause: taken })],
  ])('is nothing else: %o', (error) => {
    expect(isUniqueViolation(error)).toBe(false);
  });
});

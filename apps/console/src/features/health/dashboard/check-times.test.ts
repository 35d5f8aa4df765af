import { describe, expect, it } from 'vitest';
import { lateRunAge, transitionAge } from './check-times.ts';

const HOUR = 3_600_000;
const now = 1_000 * HOUR;

describe('the age of a transition', () => {
  it.each([
    [HOUR - 1, undefined],
    [HOUR, '1h'],
    [2 * HOUR + 300_000, '2h 5m'],
    [168 * HOUR, '7d'],
    [168 * HOUR + 1, undefined],
  ])('of %d ms reads %s', (ageMs, text) => {
    expect(transitionAge(now - ageMs, now)).toBe(text);
  });

  it('is not shown without a transition', () => {
    expect(transitionAge(undefined, now)).toBeUndefined();
  });
});

describe('the age of a last run', () => {
  it.each([
    [HOUR, undefined],
    [HOUR + 1, '1h'],
    [23.9 * HOUR, '23h'],
    [50 * HOUR, '2d'],
  ])('of %d ms reads %s', (ageMs, text) => {
    expect(lateRunAge(now - ageMs, now)).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { defaultTimeRange, isTimeRange, TIME_RANGES, timeRangeMs } from './time-range.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('time ranges', () => {
  it('knows the length of every preset, ascending', () => {
    const lengths = TIME_RANGES.map((range) => timeRangeMs(range) ?? Number.NaN);

    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(lengths[0]).toBe(15 * MINUTE);
    expect(lengths.at(-1)).toBe(5 * 365 * DAY);
  });

  it.each(['', '5', 'mo', '1x', '-1h', '1h2m', '99999d'])('has no length for %j', (text) => {
    expect(timeRangeMs(text)).toBeUndefined();
  });

  it('tells presets from other text', () => {
    expect(isTimeRange('3mo')).toBe(true);
    expect(isTimeRange('4h')).toBe(false);
    expect(isTimeRange(undefined)).toBe(false);
  });

  it.each([
    [undefined, '1h'],
    [0, '1h'],
    [59 * MINUTE, '1h'],
    [60 * MINUTE, '3h'],
    [179 * MINUTE, '3h'],
    [180 * MINUTE, '6h'],
    [7 * 60 * MINUTE, '12h'],
    [13 * 60 * MINUTE, '1d'],
    [2.5 * DAY, '3d'],
    [3 * DAY, '1w'],
    [40 * DAY, '2mo'],
    [6 * 365 * DAY, '5y'],
  ] as const)('opens a check that last ran %d ms ago with %s', (ageMs, expected) => {
    expect(defaultTimeRange(ageMs)).toBe(expected);
  });
});

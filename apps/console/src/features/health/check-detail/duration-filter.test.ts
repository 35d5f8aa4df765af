import { DURATION_FILTER_ERROR, DURATION_FILTER_PRESETS } from '@quarterdeck/contract/health';
import { describe, expect, it } from 'vitest';
import { parseDurationFilter } from './duration-filter.ts';

describe('parseDurationFilter', () => {
  it('reads every preset as milliseconds', () => {
    const read = DURATION_FILTER_PRESETS.map((preset) => parseDurationFilter(preset));
    expect(read).toEqual([100, 500, 1000, 5000, 10_000, 30_000].map((atLeastMs) => ({ atLeastMs })));
  });

  it('takes empty text and All as no filter', () => {
    for (const text of [undefined, '', '  ', 'All', 'all']) expect(parseDurationFilter(text)).toEqual({ atLeastMs: undefined });
  });

  it('takes fractions of a second and surrounding blanks', () => {
    expect(parseDurationFilter(' 1.5s ')).toEqual({ atLeastMs: 1500 });
  });

  it('refuses every other unit, a missing unit and a missing number with the fixed text', () => {
    for (const text of ['5', '2m', '1h', 's', 'ms', '-1s', '1 s 2', '1e3ms', 'abc']) {
      expect(parseDurationFilter(text)).toEqual({ error: DURATION_FILTER_ERROR });
    }
  });
});

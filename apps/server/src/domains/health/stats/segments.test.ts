import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, planSegments, type StoredLevels } from './segments.ts';

const DAY = Date.parse('2026-03-10T00:00:00Z');
const LEVELS: StoredLevels = {
  rawFromMs: DAY - 30 * DAY_MS,
  hourlyFromMs: DAY - 90 * DAY_MS,
  hourlyUntilMs: DAY + 10 * HOUR_MS,
  dailyUntilMs: DAY,
  lateHoursMs: new Set(),
};

describe('segments of a span', () => {
  it('cover the span once, without gap or overlap', () => {
    const span = { fromMs: DAY - 40 * DAY_MS + 1234, toMs: DAY + 11 * HOUR_MS + 77 };

    const segments = planSegments({ ...span, prefer: '1h' }, LEVELS, true);

    for (const [index, segment] of segments.entries()) {
      expect(segment.toMs).toBeGreaterThan(segment.fromMs);
      if (index > 0) expect(segment.fromMs).toBe(segments[index - 1]?.toMs);
    }
    expect(segments.at(-1)?.toMs).toBe(span.toMs);
  });

  it('read the edges inside an hour and the unfinished hour from raw results, the rest from hours', () => {
    const segments = planSegments({ fromMs: DAY + 90 * 60_000, toMs: DAY + 10.5 * HOUR_MS, prefer: '1h' }, LEVELS, false);

    expect(segments).toEqual([
      { level: 'raw', fromMs: DAY + 1.5 * HOUR_MS, toMs: DAY + 2 * HOUR_MS },
      { level: '1h', fromMs: DAY + 2 * HOUR_MS, toMs: DAY + 10 * HOUR_MS },
      { level: 'raw', fromMs: DAY + 10 * HOUR_MS, toMs: DAY + 10.5 * HOUR_MS },
    ]);
  });

  it('read an hour with late results from raw results, and its day from hours', () => {
    const late = DAY - 20 * HOUR_MS;
    const levels = { ...LEVELS, lateHoursMs: new Set([late]) };

    const segments = planSegments({ fromMs: DAY - 2 * DAY_MS, toMs: DAY, prefer: '1h' }, levels, true);

    expect(segments.map(({ level }) => level)).toEqual(['1d', '1h', 'raw', '1h']);
    expect(segments[2]).toEqual({ level: 'raw', fromMs: late, toMs: late + HOUR_MS });
  });

  it('move the edge outwards to what is kept', () => {
    const hours = planSegments({ fromMs: DAY - 31 * DAY_MS + 1, toMs: DAY - 30 * DAY_MS, prefer: 'raw' }, LEVELS, false);
    const days = planSegments({ fromMs: DAY - 100 * DAY_MS + 1, toMs: DAY - 99 * DAY_MS, prefer: 'raw' }, LEVELS, false);

    expect(hours).toEqual([{ level: '1h', fromMs: DAY - 31 * DAY_MS, toMs: DAY - 30 * DAY_MS }]);
    expect(days).toEqual([{ level: '1d', fromMs: DAY - 100 * DAY_MS, toMs: DAY - 99 * DAY_MS }]);
  });

  it('are raw altogether before anything was rolled up', () => {
    const levels = { ...LEVELS, rawFromMs: 0, hourlyFromMs: 0, hourlyUntilMs: 0, dailyUntilMs: 0 };

    expect(planSegments({ fromMs: DAY - 3 * DAY_MS, toMs: DAY, prefer: '1h' }, levels, true)).toEqual([
      { level: 'raw', fromMs: DAY - 3 * DAY_MS, toMs: DAY },
    ]);
  });
});

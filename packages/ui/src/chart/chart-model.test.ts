import { describe, expect, it } from 'vitest';
import {
  axisTime,
  chartSummary,
  formatTick,
  formatValue,
  highestValue,
  labelledMarkers,
  lonelyValues,
  niceTicks,
  timeTicks,
} from './chart-model.ts';

const hourMs = 3_600_000;
const from = Date.UTC(2026, 10, 21, 0, 52);

describe('the value axis', () => {
  it('has round ticks that cover the highest value', () => {
    expect(niceTicks(3100, 2, 'duration')).toEqual([0, 2000, 4000]);
    expect(niceTicks(100, 4, 'percent')).toEqual([0, 50, 100]);
    expect(niceTicks(0.3, 3, 'count')).toEqual([0, 0.1, 0.2, 0.3]);
    expect(niceTicks(3 * 1024, 3, 'bytes')).toEqual([0, 1024, 2048, 3072]);
    expect(niceTicks(0, 3, 'count')).toEqual([0, 1]);
  });

  it('writes ticks without needless decimals', () => {
    expect(formatTick(0, 'duration')).toBe('0');
    expect(formatTick(500, 'duration')).toBe('500 ms');
    expect(formatTick(2000, 'duration')).toBe('2 s');
    expect(formatTick(1500, 'duration')).toBe('1.5 s');
    expect(formatTick(20_000, 'duration')).toBe('20 s');
    expect(formatTick(100, 'percent')).toBe('100%');
    expect(formatTick(2048, 'bytes')).toBe('2 KiB');
  });

  it('includes a limit unless it would flatten the series', () => {
    const series = [{ label: 'p95', values: [100, null, 400] }];
    expect(highestValue(series, { value: 800, label: '' })).toBe(800);
    expect(highestValue(series, { value: 8000, label: '' })).toBe(400);
    expect(highestValue([{ label: 'p95', values: [null] }], { value: 800, label: '' })).toBe(800);
  });
});

describe('the time axis', () => {
  it('is as fine as the span needs', () => {
    expect(axisTime(from, 5 * 60_000)).toBe('00:52:00');
    expect(axisTime(from, 3 * hourMs)).toBe('00:52');
    expect(axisTime(from, 7 * 24 * hourMs)).toBe('21 Nov 00:52');
    expect(axisTime(from, 30 * 24 * hourMs)).toBe('21 Nov');
    expect(axisTime(from, 400 * 24 * hourMs)).toBe('Nov 2026');
  });

  it('has round times inside the range', () => {
    const ticks = timeTicks(from, from + 3 * hourMs, 440, 90).map((time) => axisTime(time, 3 * hourMs));
    expect(ticks).toEqual(['01:00', '02:00', '03:00']);
  });

  it('leaves out a tick whose label would be cut off at the right end', () => {
    expect(timeTicks(0, 2 * hourMs, 440, 90).at(-1)).toBeLessThan(2 * hourMs);
    // A date with its time is 12 signs wide: half of it needs about a tenth of this chart.
    const days = 6 * 24 * hourMs;
    expect(timeTicks(0, days, 400, 90).at(-1)).toBeLessThan(days * 0.91);
  });
});

describe('the line', () => {
  it('leaves alone the values between two gaps, which are drawn as points', () => {
    expect(lonelyValues([5, null, 0, 4, null, 7, null, null, 2])).toEqual([0, 5, 8]);
    expect(lonelyValues([1, 2, 3])).toEqual([]);
  });
});

describe('markers', () => {
  it('put their label where there is room and leave it out where there is none', () => {
    const width = 60;
    expect(
      labelledMarkers(
        [
          { x: 10, width },
          { x: 30, width },
          { x: 200, width },
          { x: 395, width },
        ],
        400,
      ),
    ).toEqual(['right', 'none', 'right', 'left']);
  });
});

describe('the spoken summary', () => {
  it('names range and last value of every series', () => {
    expect(
      chartSummary(
        'Latency',
        [
          { label: 'p95', values: [300, 2840, null] },
          { label: 'p50', values: [] },
        ],
        'duration',
      ),
    ).toBe('Latency. p95: from 300 ms to 2.84 s, last 2.84 s. p50: no data');
    expect(formatValue(null, 'count')).toBe('—');
  });
});

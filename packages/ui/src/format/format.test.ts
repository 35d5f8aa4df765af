import { describe, expect, it } from 'vitest';
import { formatDuration, formatSpan } from './duration.ts';
import { formatBytes, formatCount, formatNumber, formatPercent, formatUptime } from './number.ts';
import { formatAge, formatUtc, formatUtcClock } from './time.ts';

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '<1 ms'],
    [742, '742 ms'],
    [999.4, '999 ms'],
    [999.6, '1.00 s'],
    [2840, '2.84 s'],
    [9996, '10.0 s'],
    [12_440, '12.4 s'],
    [59_949, '59.9 s'],
    [59_960, '1m'],
    [252_000, '4m 12s'],
    [7_500_000, '2h 5m'],
    [273_600_000, '3d 4h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('shows a dash for %s', (value) => {
    expect(formatDuration(value)).toBe('—');
  });
});

describe('spans', () => {
  it.each([
    [34_900, '34s'],
    [124_000, '2m 4s'],
    [120_000, '2m'],
    [1_865_000, '31m'],
    [3_600_000, '1h'],
    [35_596_800_000, '412d'],
    [-5, '0s'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(formatSpan(ms)).toBe(text);
  });
});

describe('numbers', () => {
  it('separates thousands', () => {
    expect(formatNumber(12408)).toBe('12,408');
  });

  it.each([
    [950, '950'],
    [1000, '1k'],
    [1240, '1.2k'],
    [9960, '10k'],
    [34_400, '34k'],
    [999_600, '1M'],
    [1_120_000, '1.1M'],
  ])('shortens %d to %s', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  it('shows a percentage with one decimal', () => {
    expect(formatPercent(91.44)).toBe('91.4%');
  });

  it('shows uptime with two decimals', () => {
    expect(formatUptime(164, 16)).toBe('91.11%');
    expect(formatUptime(5, 0)).toBe('100.00%');
  });

  it('never rounds a failure away', () => {
    expect(formatUptime(1_000_000, 1)).toBe('99.99%');
    expect(formatUptime(1, 1_000_000)).toBe('0.01%');
  });

  it('shows a dash for uptime without results', () => {
    expect(formatUptime(0, 0)).toBe('—');
    expect(formatUptime(null, 0)).toBe('—');
  });

  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1023.9, '1 KiB'],
    [1536, '1.5 KiB'],
    [25_165_824, '24 MiB'],
    [-2048, '-2 KiB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('times', () => {
  const nowMs = Date.UTC(2026, 10, 21, 3, 52, 8);

  it('names the zone and leaves out the current year', () => {
    expect(formatUtc('2026-11-21T03:40:12Z', nowMs)).toBe('21 Nov 03:40:12 UTC');
    expect(formatUtc('2025-01-02T03:04:05Z', nowMs)).toBe('2 Jan 2025 03:04:05 UTC');
    expect(formatUtcClock('2026-11-21T01:47:12Z')).toBe('01:47:12');
  });

  it('tells past from future', () => {
    expect(formatAge(nowMs - 34_000, nowMs, 'phrase')).toBe('34s ago');
    expect(formatAge(nowMs + 26_000, nowMs, 'phrase')).toBe('in 26s');
    expect(formatAge(nowMs - 400, nowMs, 'phrase')).toBe('now');
    expect(formatAge(nowMs - 7_500_000, nowMs)).toBe('2h 5m');
  });

  it('shows a dash for what is not a time', () => {
    expect(formatAge('soon', nowMs)).toBe('—');
    expect(formatUtc(null, nowMs)).toBe('—');
  });
});

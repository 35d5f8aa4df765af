import { describe, expect, it } from 'vitest';
import {
  absoluteLabel,
  calendarMonth,
  parseFieldText,
  parseRelative,
  rangeLabel,
  relativeLabel,
  toFieldText,
} from './time-range.ts';

describe('relative ranges', () => {
  it.each([
    ['3h', '3h'],
    ['now-15m', '15m'],
    [' 2W ', '2w'],
    ['0h', undefined],
    ['h', undefined],
    ['3 hours', undefined],
  ])('reads %s as %s', (text, value) => {
    expect(parseRelative(text)).toBe(value);
  });

  it('are named in words', () => {
    expect(relativeLabel('3h')).toBe('Last 3 hours');
    expect(relativeLabel('1d')).toBe('Last day');
    expect(relativeLabel('mtd')).toBe('mtd');
  });
});

describe('absolute ranges', () => {
  it('are typed as UTC', () => {
    expect(parseFieldText('2026-11-21 03:40')).toBe('2026-11-21T03:40:00Z');
    expect(parseFieldText('2026-11-21')).toBe('2026-11-21T00:00:00Z');
    expect(parseFieldText('2026-11-21', true)).toBe('2026-11-21T23:59:59Z');
    expect(parseFieldText('2026-11-21 23:59', true)).toBe('2026-11-21T23:59:59Z');
    expect(parseFieldText('2026-11-21 23:58', true)).toBe('2026-11-21T23:58:00Z');
    expect(parseFieldText('2026-11-21 23:59')).toBe('2026-11-21T23:59:00Z');
    expect(toFieldText('2026-11-21T03:40:12Z')).toBe('2026-11-21 03:40');
  });

  it.each(['2026-02-30', '2026-11-21 24:00', '21.11.2026', ''])('reject %s', (text) => {
    expect(parseFieldText(text)).toBeUndefined();
  });

  it('name the day once when both ends share it', () => {
    expect(absoluteLabel({ from: '2026-11-21T03:40:00Z', to: '2026-11-21T04:10:00Z' })).toBe('2026-11-21 03:40 to 04:10');
  });
});

describe('the closed picker', () => {
  it('shows the preset, the words or the placeholder', () => {
    const presets = [{ value: '3h', label: '3 hours' }];
    expect(rangeLabel({ kind: 'relative', value: '3h' }, presets, 'none')).toBe('3 hours');
    expect(rangeLabel({ kind: 'relative', value: '9d' }, presets, 'none')).toBe('Last 9 days');
    expect(rangeLabel(null, presets, 'Please select time range')).toBe('Please select time range');
  });
});

describe('a month', () => {
  it('starts on Monday and has whole weeks', () => {
    const { weeks } = calendarMonth(2026, 10);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks).toHaveLength(6);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it('may be counted over the end of the year', () => {
    expect(calendarMonth(2026, 12)).toMatchObject({ year: 2027, month: 0 });
    expect(calendarMonth(2026, -1)).toMatchObject({ year: 2025, month: 11 });
  });
});

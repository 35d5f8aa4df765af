import { describe, expect, it } from 'vitest';
import { canarySchedule, nextRun, parseSchedule } from './schedule.ts';

const after = new Date('2024-05-06T10:07:30.500Z');

function next(text: string): string | undefined {
  return nextRun(parseSchedule(text).schedule, after)?.toISOString();
}

describe('a schedule', () => {
  it.each([
    ['CRON_TZ=UTC */5 * * * *', '2024-05-06T10:10:00.000Z'],
    ['TZ=UTC 0 12 * * MON-FRI', '2024-05-06T12:00:00.000Z'],
    ['CRON_TZ=UTC 0 0 1 JAN ?', '2025-01-01T00:00:00.000Z'],
    ['CRON_TZ=Europe/Berlin 0 13 * * *', '2024-05-06T11:00:00.000Z'],
    ['CRON_TZ=UTC 5/15 * * * *', '2024-05-06T10:20:00.000Z'],
    ['CRON_TZ=UTC 0 11/4,9 * * *', '2024-05-06T11:00:00.000Z'],
    ['CRON_TZ=UTC 0 0 1 NOV/1 *', '2024-11-01T00:00:00.000Z'],
    ['@every 30s', '2024-05-06T10:08:00.000Z'],
    ['@every 1h30m', '2024-05-06T11:37:30.000Z'],
    ['@every 1500ms', '2024-05-06T10:07:31.000Z'],
  ])('%s runs next at %s', (text, expected) => {
    expect(next(text)).toBe(expected);
  });

  it.each(['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually'])('%s comes', (text) => {
    expect(next(text)).toBeDefined();
  });

  it.each([
    ['@never', 'never'],
    ['', 'absent'],
  ])('%s never comes and is no mistake', (text, reason) => {
    expect(parseSchedule(text)).toEqual({ schedule: { kind: 'never', reason } });
    expect(next(text)).toBeUndefined();
  });

  it.each([
    'every 30 @minutes',
    '* * * * * *',
    '* * * *',
    '61 * * * *',
    '0 0 30 2 *',
    '@every',
    '@every soon',
    '@every -5m',
    '@every 0s',
    '@reboot',
    'a b c d e',
    'CRON_TZ=Nowhere/Town * * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    `${'* '.repeat(5000)}`,
  ])('that makes no sense is told and never comes: %s', (text) => {
    const { schedule, problem } = parseSchedule(text);
    expect(schedule).toEqual({ kind: 'never', reason: 'invalid' });
    expect(problem).toBeTruthy();
  });
});

describe('the schedule of a canary', () => {
  it('is the schedule before the interval', () => {
    expect(canarySchedule({ schedule: '@every 1m', interval: 5 }, {}).schedule).toEqual({ kind: 'every', intervalMs: 60_000 });
    expect(canarySchedule({ interval: 5 }, {}).schedule).toEqual({ kind: 'every', intervalMs: 5000 });
    expect(canarySchedule({}, {}).schedule).toEqual({ kind: 'never', reason: 'absent' });
    expect(canarySchedule({ replicas: 3, schedule: '@hourly' }, { suspend: 'false' }).schedule.kind).toBe('cron');
  });
});

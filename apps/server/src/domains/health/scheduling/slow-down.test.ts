import { describe, expect, it } from 'vitest';
import { extraWaitMs, isCostlyFailure, slowedDueAfterRun } from './slow-down.ts';

const HANGING = { pass: false, invalid: false, durationMs: 10_000 };
const REFUSED = { pass: false, invalid: false, durationMs: 3 };
const HEALTHY = { pass: true, invalid: false, durationMs: 4_000 };
const UNUSABLE = { pass: false, invalid: true, durationMs: 4_000 };
const EVERY_MINUTE = { kind: 'every', intervalMs: 60_000 } as const;

function dueAfter(costlyFailures: number, schedule: Parameters<typeof slowedDueAfterRun>[0] = EVERY_MINUTE): string | undefined {
  const run = { startedAt: new Date('2026-03-01T10:00:00Z'), now: new Date('2026-03-01T10:00:10Z'), costlyFailures };
  return slowedDueAfterRun(schedule, run, 'a', { jitter: false })?.toISOString();
}

describe('a run is a costly failure', () => {
  it('when every check failed, each only after seconds', () => {
    expect(isCostlyFailure([HANGING, HANGING])).toBe(true);
  });

  it.each([
    ['a check that fails at once', [HANGING, REFUSED]],
    ['a check that passes', [HANGING, HEALTHY]],
    ['a check that is unusable', [HANGING, UNUSABLE]],
    ['no check at all', []],
  ])('but not with %s', (_, results) => {
    expect(isCostlyFailure(results)).toBe(false);
  });
});

describe('after costly failures in a row', () => {
  it('a canary keeps its schedule up to the fourth, runs half as often from the fifth and a quarter as often from the tenth', () => {
    expect([0, 4, 5, 9, 10, 1_000].map((failures) => dueAfter(failures))).toEqual([
      '2026-03-01T10:01:00.000Z',
      '2026-03-01T10:01:00.000Z',
      '2026-03-01T10:02:00.000Z',
      '2026-03-01T10:02:00.000Z',
      '2026-03-01T10:04:00.000Z',
      '2026-03-01T10:04:00.000Z',
    ]);
  });

  it('no run is put off by more than five minutes', () => {
    expect(extraWaitMs(10, 60 * 60_000)).toBe(5 * 60_000);
  });

  it('a cron canary stays on its ticks', () => {
    expect(dueAfter(5, { kind: 'cron', expression: '*/2 * * * *', timeZone: 'UTC' })).toBe('2026-03-01T10:04:00.000Z');
  });
});

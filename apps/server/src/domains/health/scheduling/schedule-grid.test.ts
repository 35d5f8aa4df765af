import { describe, expect, it } from 'vitest';
import { dueAfterRun, fractionOf, nextDue } from './schedule-grid.ts';

const EVERY_MINUTE = { kind: 'every', intervalMs: 60_000 } as const;
const CRON = { kind: 'cron', expression: '*/10 * * * *', timeZone: 'UTC' } as const;
const ids = Array.from({ length: 500 }, (_, index) => `01a1fcbd-0000-4000-8000-${String(index).padStart(12, '0')}`);

describe('the grid of a schedule', () => {
  it('repeats exactly one interval apart, whenever the runs happened', () => {
    const first = nextDue(EVERY_MINUTE, new Date('2026-03-01T10:00:00Z'), 'a', { jitter: true });
    const lateRun = nextDue(EVERY_MINUTE, new Date((first?.getTime() ?? 0) + 17_345), 'a', { jitter: true });

    expect((lateRun?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(60_000);
  });

  it('spreads canaries evenly over an interval', () => {
    const after = new Date('2026-03-01T10:00:00Z');
    const waits = ids.map((id) => (nextDue(EVERY_MINUTE, after, id, { jitter: true })?.getTime() ?? 0) - after.getTime());
    const quarters = [0, 1, 2, 3].map((quarter) => waits.filter((wait) => Math.ceil(wait / 15_000) - 1 === quarter).length);

    for (const count of quarters) expect(count).toBeGreaterThan(ids.length / 8);
  });

  it('delays a cron tick by less than 9 % of the time to the next, never to before the tick', () => {
    const after = new Date('2026-03-01T10:00:05Z');
    for (const id of ids) {
      const due = nextDue(CRON, after, id, { jitter: true });
      const sinceTick = (due?.getTime() ?? 0) % 600_000;
      expect(due?.getTime()).toBeGreaterThan(after.getTime());
      expect(sinceTick).toBeLessThan(0.09 * 600_000);
    }
  });

  it('counts the jitter of a daily schedule as if it were every 15 minutes', () => {
    const daily = { kind: 'cron', expression: '0 3 * * *', timeZone: 'UTC' } as const;
    for (const id of ids) {
      const due = nextDue(daily, new Date('2026-03-01T12:00:00Z'), id, { jitter: true });
      expect((due?.getTime() ?? 0) - Date.parse('2026-03-02T03:00:00Z')).toBeLessThan(0.09 * 15 * 60_000);
    }
  });

  it('keeps to the ticks when jitter is switched off', () => {
    expect(nextDue(CRON, new Date('2026-03-01T10:00:05Z'), 'a', { jitter: false })).toEqual(new Date('2026-03-01T10:10:00Z'));
    expect(nextDue(EVERY_MINUTE, new Date('2026-03-01T10:00:05Z'), 'a', { jitter: false })).toEqual(
      new Date('2026-03-01T10:01:00Z'),
    );
  });

  it('has no time for a canary that never runs', () => {
    expect(nextDue({ kind: 'never', reason: 'suspended' }, new Date(), 'a', { jitter: true })).toBeUndefined();
  });

  it('leaves ten seconds between the starts of two runs', () => {
    const fast = { kind: 'every', intervalMs: 4_000 } as const;
    const startedAt = new Date('2026-03-01T10:00:00Z');

    const due = dueAfterRun(fast, { startedAt, now: new Date(startedAt.getTime() + 300) }, 'a', { jitter: false });

    expect(due).toEqual(new Date('2026-03-01T10:00:12Z'));
  });

  it('skips the ticks that passed while a run took long', () => {
    const startedAt = new Date('2026-03-01T10:00:00Z');

    const due = dueAfterRun(EVERY_MINUTE, { startedAt, now: new Date('2026-03-01T10:03:20Z') }, 'a', { jitter: false });

    expect(due).toEqual(new Date('2026-03-01T10:04:00Z'));
  });

  it('gives a canary the same fraction everywhere', () => {
    expect(fractionOf('01a1fcbd-fe40-4590-8f75-fef4f9bc23c1')).toBe(fractionOf('01a1fcbd-fe40-4590-8f75-fef4f9bc23c1'));
    for (const id of ids) expect(fractionOf(id)).toBeGreaterThanOrEqual(0);
    for (const id of ids) expect(fractionOf(id)).toBeLessThan(1);
  });
});

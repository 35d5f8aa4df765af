import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCheck, insertResults } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshHourlyFigures } from './hourly-figures.ts';

const NOW = new Date('2026-03-10T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

describe('the figures of the last hour', () => {
  let db: Database;
  let busy: string;
  let quiet: string;

  beforeAll(async () => {
    db = await createTestDatabase();
    ({ checkId: busy } = await insertCheck(db, { name: 'busy' }));
    ({ checkId: quiet } = await insertCheck(db, { name: 'quiet' }));
    await insertCheck(db, { name: 'never ran' });
    await insertResults(
      db,
      busy,
      [70, 59, 40, 20, 1].map((minutes, index) => ({ time: minutesAgo(minutes), durationMs: index * 100, passed: index !== 2 })),
    );
    await db.query(`UPDATE check_states SET status = 'healthy', last_runtime = $2, last_duration = 400 WHERE check_id = $1`, [
      busy,
      minutesAgo(1),
    ]);
    await db.query(`UPDATE check_states SET status = 'unhealthy', last_runtime = $2, last_duration = 5 WHERE check_id = $1`, [
      quiet,
      minutesAgo(300),
    ]);
  });
  afterAll(() => db.close());

  async function figuresOf(checkId: string) {
    const { rows } = await db.query<Record<string, unknown>>(
      'SELECT passed, failed, p50, p99, last_pass, last_fail FROM check_status_summary WHERE check_id = $1',
      [checkId],
    );
    return rows[0];
  }

  it('count the results of the hour, and the newest one of a check without any', async () => {
    expect(await refreshHourlyFigures(db, NOW)).toBe(2);

    expect(await figuresOf(busy)).toEqual({
      passed: 3,
      failed: 1,
      p50: 200,
      p99: 400,
      last_pass: minutesAgo(1),
      last_fail: minutesAgo(40),
    });
    expect(await figuresOf(quiet)).toEqual({ passed: 0, failed: 1, p50: 5, p99: 5, last_pass: null, last_fail: minutesAgo(300) });
  });

  it('are not written again while nothing changed', async () => {
    expect(await refreshHourlyFigures(db, NOW)).toBe(0);
  });

  it('change when a result leaves the hour', async () => {
    expect(await refreshHourlyFigures(db, new Date(NOW.getTime() + 2 * 60_000))).toBe(1);

    expect(await figuresOf(busy)).toMatchObject({ passed: 2, failed: 1 });
  });
});

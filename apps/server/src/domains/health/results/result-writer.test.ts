import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCheck, recordLog } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queries } from '../environment.ts';
import { microsecondsOf } from './microseconds.ts';
import type { ResultRow } from './result-row.ts';
import { ResultWriter } from './result-writer.ts';

const START = new Date('2026-03-01T10:00:00Z');

function resultOf(checkId: string, secondsIn: number, overrides: Partial<ResultRow> = {}): ResultRow {
  return {
    checkId,
    timeUs: microsecondsOf(START) + secondsIn * 1_000_000,
    pass: true,
    invalid: false,
    durationMs: 12,
    message: 'fine',
    error: '',
    details: undefined,
    nextRuntime: undefined,
    ...overrides,
  };
}

describe('the result writer', () => {
  let db: Database;
  let clock: FakeClock;
  let log: ReturnType<typeof recordLog>;
  let statements: number;
  let outage: Error | undefined;

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    clock = new FakeClock(START);
    log = recordLog();
    statements = 0;
    outage = undefined;
    await db.query('DELETE FROM canaries');
    await db.query('DELETE FROM event_log');
    await db.query('DELETE FROM event_queue');
  });

  /** The database as the writer sees it: counts statements and can be away. */
  const watched: Queries = {
    query: (text, values, options) => {
      if (outage !== undefined) return Promise.reject(outage);
      statements += 1;
      return db.query(text, values, options);
    },
  };

  function createWriter(maxPendingResults?: number) {
    const dropped: number[] = [];
    const bound = maxPendingResults === undefined ? {} : { maxPendingResults };
    const writer = new ResultWriter({ db: watched, clock, log, onDropped: (count) => dropped.push(count), ...bound });
    return { writer, dropped };
  }

  async function countResults(): Promise<number> {
    const { rows } = await db.query<{ number: number }>('SELECT count(*) AS number FROM check_statuses');
    return rows[0]?.number ?? 0;
  }

  async function stateOf(checkId: string) {
    const { rows } = await db.query<{
      status: string;
      last_runtime: Date;
      last_transition_time: Date;
      recent: number[];
      last_duration: number;
    }>('SELECT status, last_runtime, last_transition_time, recent, last_duration FROM check_states WHERE check_id = $1', [
      checkId,
    ]);
    return rows[0];
  }

  it('writes the results of many checks with one statement', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) ids.push((await insertCheck(db, { name: `check ${index}` })).checkId);
    const { writer } = createWriter();

    for (const id of ids) writer.enqueue({ results: [resultOf(id, 1)] });
    await clock.advance(200);
    await writer.flush();

    expect(statements).toBe(1);
    expect(await countResults()).toBe(20);
  });

  it('waits for 500 results or 200 milliseconds, whatever is first', async () => {
    const { checkId } = await insertCheck(db);
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf(checkId, 1)] });
    await clock.advance(199);
    expect(statements).toBe(0);
    await clock.advance(1);
    await writer.flush();

    expect(statements).toBe(1);
  });

  it('stores times to the microsecond and a repeated result once', async () => {
    const { checkId } = await insertCheck(db);
    const { writer } = createWriter();
    const row = resultOf(checkId, 0, { timeUs: microsecondsOf(START) + 123_456 });

    await Promise.all([writer.write({ results: [row] }), writer.flush()]);
    await Promise.all([writer.write({ results: [row] }), writer.flush()]);

    const { rows } = await db.query<{ time: string }>(`SELECT to_char(time, 'US') AS time FROM check_statuses`);
    expect(rows).toEqual([{ time: '123456' }]);
    expect((await stateOf(checkId))?.recent).toHaveLength(1);
  });

  it('tells of a change of status once: transition time, event for notifications, event of the live stream', async () => {
    const { checkId } = await insertCheck(db);
    await db.query('DELETE FROM event_log');
    const { writer } = createWriter();

    for (const [second, pass] of [true, true, false, false].entries()) {
      writer.enqueue({ results: [resultOf(checkId, second, { pass })] });
    }
    await writer.flush();

    const queued = await db.query<{ name: string }>('SELECT name FROM event_queue ORDER BY name');
    const logged = await db.query<{ status: string }>(
      `SELECT payload ->> 'status' AS status FROM event_log WHERE topic = 'check' ORDER BY seq`,
    );
    const transitions = await db.query<{ status: string }>('SELECT status FROM check_transitions ORDER BY time');
    expect(queued.rows.map((row) => row.name)).toEqual(['check.failed', 'check.passed']);
    expect(logged.rows.map((row) => row.status)).toEqual(['healthy', 'unhealthy']);
    expect(transitions.rows.map((row) => row.status)).toEqual(['healthy', 'unhealthy']);
    expect(await stateOf(checkId)).toMatchObject({
      status: 'unhealthy',
      last_transition_time: new Date('2026-03-01T10:00:02Z'),
      last_runtime: new Date('2026-03-01T10:00:03Z'),
    });
  });

  it('keeps the newest forty results in the strip, newest last', async () => {
    const { checkId } = await insertCheck(db);
    const { writer } = createWriter();

    for (let second = 0; second < 50; second++) writer.enqueue({ results: [resultOf(checkId, second, { durationMs: second })] });
    await writer.flush();

    const recent = (await stateOf(checkId))?.recent ?? [];
    expect(recent).toHaveLength(40);
    expect(recent.at(-1)).toBe(49 * 4 + 1);
    expect(recent[0]).toBe(10 * 4 + 1);
  });

  it('stores a result older than the state without changing the state', async () => {
    const { checkId } = await insertCheck(db);
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf(checkId, 60)] });
    writer.enqueue({ results: [resultOf(checkId, 30, { pass: false })] });
    await writer.flush();

    expect(await countResults()).toBe(2);
    expect((await stateOf(checkId))?.status).toBe('healthy');
  });

  it('leaves out results of checks that are gone without losing the others', async () => {
    const { checkId } = await insertCheck(db);
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf('00000000-0000-4000-8000-000000000001', 1)] });
    writer.enqueue({ results: [resultOf(checkId, 1)] });
    await writer.flush();

    expect(await countResults()).toBe(1);
  });

  it('loses nothing while the database is away and writes everything when it is back', async () => {
    const { checkId } = await insertCheck(db);
    const { writer, dropped } = createWriter();
    outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

    for (let second = 0; second < 30; second++) writer.enqueue({ results: [resultOf(checkId, second)] });
    await clock.advance(5_000);
    expect(writer.pending).toBe(30);
    outage = undefined;
    await clock.advance(5_000);
    await writer.flush();

    expect(await countResults()).toBe(30);
    expect(dropped).toEqual([]);
    expect(log.lines.some((line) => line.level === 'warn')).toBe(true);
  });

  it('drops the oldest results beyond its bound, loudly', async () => {
    const { checkId } = await insertCheck(db);
    const { writer, dropped } = createWriter(10);
    outage = Object.assign(new Error('terminating connection'), { code: '57P01' });

    const oldest = writer.write({ results: [resultOf(checkId, 0)] });
    const refused = expect(oldest).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    for (let second = 1; second < 13; second++) writer.enqueue({ results: [resultOf(checkId, second)] });
    await refused;
    outage = undefined;
    await clock.advance(10_000);
    await writer.flush();

    expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(log.lines.some((line) => line.level === 'error')).toBe(true);
    const { rows } = await db.query<{ first: Date }>('SELECT min(time) AS first FROM check_statuses');
    expect(rows[0]?.first).toEqual(new Date('2026-03-01T10:00:03Z'));
  });

  it('stores the other results of a group when one of them is unusable', async () => {
    const good = await insertCheck(db, { name: 'good' });
    const bad = await insertCheck(db, { name: 'bad' });
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf(bad.checkId, 1, { details: '{not json' })] });
    writer.enqueue({ results: [resultOf(good.checkId, 1)] });
    await writer.flush();

    const { rows } = await db.query<{ check_id: string; message: string }>(
      'SELECT check_id, message FROM check_statuses ORDER BY message',
    );
    expect(rows).toEqual([
      { check_id: bad.checkId, message: '' },
      { check_id: good.checkId, message: 'fine' },
    ]);
  });

  it('stores texts that PostgreSQL does not take as they are', async () => {
    const { checkId } = await insertCheck(db);
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf(checkId, 1, { message: 'a\0b', error: '\ud83d' })] });
    await writer.flush();

    const { rows } = await db.query<{ message: string; error: string }>('SELECT message, error FROM check_statuses');
    expect(rows).toEqual([{ message: 'ab', error: '\ufffd' }]);
  });

  it('notes results for hours that are already rolled up', async () => {
    const { checkId } = await insertCheck(db);
    await db.query(
      `INSERT INTO check_rollups (level, complete_until, closed_until) VALUES ('1h', '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z')`,
    );
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf(checkId, -1800)] });
    writer.enqueue({ results: [resultOf(checkId, 5)] });
    await writer.flush();

    const { rows } = await db.query<{ hour: Date }>('SELECT hour FROM check_rollups_late');
    expect(rows).toEqual([{ hour: new Date('2026-03-01T09:00:00Z') }]);
    await db.query('DELETE FROM check_rollups');
    await db.query('DELETE FROM check_rollups_late');
  });

  it('tells open pages of results', async () => {
    const { checkId } = await insertCheck(db);
    const told: string[] = [];
    const stop = await db.listen('check_results', (payload) => told.push(payload));
    const { writer } = createWriter();

    writer.enqueue({ results: [resultOf(checkId, 1, { durationMs: 7 })] });
    await writer.flush();
    await expect.poll(() => told.length).toBe(1);

    expect(JSON.parse(told[0] ?? '')).toEqual([[checkId, 1, 7, START.getTime() + 1000]]);
    await stop();
  });
});

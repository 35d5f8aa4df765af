import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCanary, recordLog } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileCanaries } from './reconcile.ts';

const SPEC = {
  schedule: '@every 60s',
  severity: 'high',
  owner: 'platform',
  http: [
    { name: 'page', url: 'http://127.0.0.1/', labels: { tier: 'web' } },
    { name: 'api', url: 'http://127.0.0.1/api' },
  ],
  tcp: [{ name: 'page', endpoint: '127.0.0.1:80', namespace: 'edge' }],
};

describe('taking over canary definitions', () => {
  let db: Database;
  const clock = new FakeClock('2026-03-01T10:00:00Z');
  const log = recordLog();
  const reconcile = () => reconcileCanaries({ db, clock, log });

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.query('DELETE FROM canaries');
    await db.query('DELETE FROM job_history');
  });

  async function checksOf(canaryId: string) {
    const { rows } = await db.query<{ id: string; type: string; name: string; deleted: boolean }>(
      `SELECT id, type, name, deleted_at IS NOT NULL AS deleted FROM check_definitions WHERE canary_id = $1 ORDER BY type, name`,
      [canaryId],
    );
    return rows;
  }

  const liveNames = async (canaryId: string) =>
    (await checksOf(canaryId)).filter((check) => !check.deleted).map((check) => `${check.type}/${check.name}`);

  async function historyOf(canaryId: string) {
    const { rows } = await db.query<{ status: string; details: { errors: string[] } }>(
      'SELECT status, details FROM job_history WHERE resource_id = $1 ORDER BY created_at, id',
      [canaryId],
    );
    return rows;
  }

  it('makes one check per entry, told apart by type and name', async () => {
    const id = await insertCanary(db, { spec: SPEC, labels: { team: 'a', 'pod-template-hash': 'x' } });

    await reconcile();

    expect(await liveNames(id)).toEqual(['http/api', 'http/page', 'tcp/page']);
    const { rows } = await db.query<Record<string, unknown>>(
      `SELECT namespace, labels, owner, severity, status, next_runtime FROM checks WHERE canary_id = $1 AND name = 'page' ORDER BY type`,
      [id],
    );
    expect(rows).toEqual([
      {
        namespace: 'default',
        labels: { team: 'a', tier: 'web', high: 'true', platform: 'true' },
        owner: 'platform',
        severity: 'high',
        status: null,
        next_runtime: new Date('2026-03-01T10:00:00Z'),
      },
      expect.objectContaining({ namespace: 'edge' }),
    ]);
  });

  it('writes nothing when nothing changed', async () => {
    await insertCanary(db, { spec: SPEC });
    await reconcile();
    await db.query('DELETE FROM event_log');

    expect(await reconcile()).toBe(0);
    const { rowCount } = await db.query('SELECT 1 FROM event_log');
    expect(rowCount).toBe(0);
  });

  it('soft-deletes checks that the spec no longer has and revives them with their id', async () => {
    const id = await insertCanary(db, { spec: SPEC });
    await reconcile();
    const before = await checksOf(id);

    await db.query('UPDATE canaries SET spec = $2 WHERE id = $1', [id, JSON.stringify({ ...SPEC, tcp: [] })]);
    await reconcile();
    expect(await liveNames(id)).toEqual(['http/api', 'http/page']);

    await db.query('UPDATE canaries SET spec = $2 WHERE id = $1', [id, JSON.stringify(SPEC)]);
    await reconcile();
    expect(await checksOf(id)).toEqual(before);
  });

  it('leaves checks of transforms alone', async () => {
    const id = await insertCanary(db, { spec: SPEC });
    await db.query(
      `INSERT INTO check_definitions (canary_id, type, name, transformed, spec) VALUES ($1, 'http', 'made', true, '{}')`,
      [id],
    );

    await reconcile();

    expect(await liveNames(id)).toContain('http/made');
  });

  it('takes over at once what several instances take over at the same time', async () => {
    for (let index = 0; index < 30; index++) await insertCanary(db, { name: `c${index}`, spec: SPEC });

    await Promise.all([reconcile(), reconcile(), reconcile()]);

    const { rows } = await db.query<{ checks: number; schedules: number }>(
      'SELECT (SELECT count(*) FROM check_definitions) AS checks, (SELECT count(*) FROM canary_schedules) AS schedules',
    );
    expect(rows[0]).toEqual({ checks: 90, schedules: 30 });
  });

  it('stops the runs of a suspended canary and says so', async () => {
    const id = await insertCanary(db, { spec: SPEC });
    await reconcile();

    await db.query(`UPDATE canaries SET annotations = '{"suspend": "true"}' WHERE id = $1`, [id]);
    await reconcile();

    const { rows } = await db.query(
      `SELECT s.suspended, s.next_at = 'infinity' AS never, c.next_runtime FROM canary_schedules s JOIN checks c ON c.canary_id = s.canary_id LIMIT 1`,
    );
    expect(rows[0]).toEqual({ suspended: true, never: true, next_runtime: null });
  });

  it('removes the checks of a deleted canary and brings them back with it', async () => {
    const id = await insertCanary(db, { spec: SPEC });
    await reconcile();

    await db.query('UPDATE canaries SET deleted_at = now() WHERE id = $1', [id]);
    expect(await liveNames(id)).toEqual([]);
    await db.query('UPDATE canaries SET deleted_at = NULL WHERE id = $1', [id]);
    await reconcile();

    expect(await liveNames(id)).toHaveLength(3);
  });

  it('shows the check of a webhook as healthy at once and keeps its token to itself', async () => {
    const id = await insertCanary(db, { spec: { webhook: { name: 'alerts', token: 'secret' } } });

    await reconcile();

    const { rows } = await db.query<Record<string, unknown>>(
      'SELECT type, name, status, next_runtime, spec FROM checks WHERE canary_id = $1',
      [id],
    );
    expect(rows).toEqual([{ type: 'webhook', name: 'alerts', status: 'healthy', next_runtime: null, spec: { name: 'alerts' } }]);
  });

  it('records what is wrong, once, and that it was put right', async () => {
    const id = await insertCanary(db, { spec: { ...SPEC, schedule: 'sometimes' } });
    await reconcile();
    await db.query(`UPDATE canaries SET labels = '{"a": "b"}' WHERE id = $1`, [id]);
    await reconcile();
    const failed = await historyOf(id);
    await db.query('UPDATE canaries SET spec = $2 WHERE id = $1', [id, JSON.stringify(SPEC)]);
    await reconcile();

    expect(failed).toHaveLength(1);
    expect(failed[0]?.status).toBe('FAILED');
    expect(failed[0]?.details.errors[0]).toContain('schedule');
    expect((await historyOf(id)).map((row) => row.status)).toEqual(['FAILED', 'SUCCESS']);
  });

  it('does not touch canaries of agents', async () => {
    const { rows } = await db.query<{ id: string }>(`INSERT INTO agents (name) VALUES ('remote') RETURNING id`);
    await insertCanary(db, { spec: SPEC, agentId: rows[0]?.id ?? '' });

    expect(await reconcile()).toBe(0);
  });
});

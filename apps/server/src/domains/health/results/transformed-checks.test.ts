import type { Database } from '@quarterdeck/database';
import type { CheckResult } from '@quarterdeck/integrations/run';
import { createTestDatabase, insertCanary } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileWithin } from '../canaries/reconcile.ts';
import { checkKey, loadCanaries } from '../scheduling/canary-cache.ts';
import { collectResults } from './collect-results.ts';
import { microsecondsOf } from './microseconds.ts';
import { endVanishedChecks, upsertTransformedChecks } from './transformed-checks.ts';

const NOW = new Date('2026-03-01T10:00:00Z');

function made(name: string, overrides: Partial<CheckResult> = {}): CheckResult {
  return {
    key: 'http',
    type: 'http',
    name,
    namespace: 'default',
    labels: { made: 'true' },
    endpoint: 'http://127.0.0.1/',
    pass: true,
    invalid: false,
    message: '',
    error: '',
    durationMs: 1,
    startedAt: NOW,
    detail: undefined,
    data: {},
    metrics: [],
    transformed: true,
    ...overrides,
  };
}

describe('checks made by a transform', () => {
  let db: Database;
  let canaryId: string;

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.query('DELETE FROM canaries');
    canaryId = await insertCanary(db);
  });

  async function checkOf(id: string | undefined) {
    const { rows } = await db.query<Record<string, unknown>>(
      `SELECT namespace, transformed, status, deleted_at IS NOT NULL AS deleted,
         (SELECT json_agg(json_build_object('status', s.status, 'time', s.time) ORDER BY s.time) FROM check_statuses s WHERE s.check_id = c.id) AS results
       FROM checks c WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  it('are stored with their namespace and keep their id when they come back', async () => {
    const first = await upsertTransformedChecks(db, canaryId, [made('a', { namespace: 'elsewhere' }), made('b')]);
    const id = first.get(checkKey('http', 'a'));
    await endVanishedChecks(db, canaryId, [], microsecondsOf(NOW));
    expect(await checkOf(id)).toMatchObject({ namespace: 'elsewhere', transformed: true, deleted: true });

    const again = await upsertTransformedChecks(db, canaryId, [made('a')]);

    expect(again.get(checkKey('http', 'a'))).toBe(id);
    expect(await checkOf(id)).toMatchObject({ namespace: 'default', deleted: false });
  });

  it('are not stored for a canary that was deleted meanwhile', async () => {
    await db.query('UPDATE canaries SET deleted_at = now() WHERE id = $1', [canaryId]);

    expect((await upsertTransformedChecks(db, canaryId, [made('a')])).size).toBe(0);
  });

  it('leave a check that the canary itself defines what it is, and give it their result', async () => {
    const id = await insertCanary(db, { name: 'other', spec: { http: [{ name: 'defined', url: 'http://127.0.0.1/' }] } });
    await db.transaction((tx) => reconcileWithin(tx, NOW, [id]));
    const [canary] = await loadCanaries(db, [id]);
    if (canary === undefined) throw new Error('no canary');
    const log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

    const collected = await collectResults(db, log, canary, [made('defined', { message: 'told' }), made('new')], undefined);

    expect(collected.map(({ result }) => result.message)).toEqual(['told', '']);
    expect(await checkOf(canary.checks.get(checkKey('http', 'defined'))?.id)).toMatchObject({
      transformed: false,
      deleted: false,
    });
  });

  it('are deleted when their result says so', async () => {
    const ids = await upsertTransformedChecks(db, canaryId, [made('a', { deletedAt: NOW })]);

    expect(await checkOf(ids.get(checkKey('http', 'a')))).toMatchObject({ deleted: true });
  });

  it.each([
    ['MarkHealthy', 'healthy', [{ status: true, time: '2026-03-01T10:00:00+00:00' }]],
    ['MarkUnhealthy', 'unhealthy', [{ status: false, time: '2026-03-01T10:00:00+00:00' }]],
    ['Ignore', null, null],
    [undefined, null, null],
  ] as const)('that vanished end with strategy %s', async (transformDeleteStrategy, status, results) => {
    const strategy = transformDeleteStrategy === undefined ? {} : { transformDeleteStrategy };
    const ids = await upsertTransformedChecks(db, canaryId, [made('gone', strategy), made('stays', strategy)]);
    const stays = ids.get(checkKey('http', 'stays')) ?? '';

    const ended = await endVanishedChecks(db, canaryId, [stays], microsecondsOf(NOW));

    expect(ended).toBe(1);
    expect(await checkOf(ids.get(checkKey('http', 'gone')))).toMatchObject({ deleted: true, status, results });
    expect(await checkOf(stays)).toMatchObject({ deleted: false, status: null });
  });
});

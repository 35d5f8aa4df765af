import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@quarterdeck/database';
import type { Buckets } from '@quarterdeck/integrations/run';
import { createTestDatabase, FakeClock, insertCheck } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensurePartitions } from '../../../app/retention/daily-partitions.ts';
import { createLog } from '../../../platform/log.ts';
import { microsecondsOf } from '../results/microseconds.ts';
import { storeResults } from '../results/result-store.ts';
import { ArtifactStore } from './artifact-store.ts';
import { deleteOldArtifacts } from './retention.ts';

const DAY_MS = 86_400_000;
const { signal } = new AbortController();
const unreachable: Buckets = {
  put: async () => Promise.reject(new Error('unreachable')),
  get: async () => Promise.reject(new Error('unreachable')),
  remove: async () => Promise.reject(new Error('unreachable')),
};

let db: Database;
let clock: FakeClock;
let folder: string;
let store: ArtifactStore;
let checkId: string;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.query('TRUNCATE artifacts, properties, canaries CASCADE');
  clock = new FakeClock('2026-06-01T00:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-artifact-retention-'));
  store = new ArtifactStore({ db, folder, buckets: unreachable });
  ({ checkId } = await insertCheck(db, { name: 'check' }));
  return () => rmSync(folder, { recursive: true, force: true });
});

const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

/** An artifact that a run of the check left some days ago, with or without the result of that run. */
async function leave(name: string, days: number, { check = checkId, hasResult = true } = {}): Promise<void> {
  const startedAt = ago(days);
  const content = Buffer.from(name);
  const artifact = { name, path: `/${name}`, sizeBytes: content.length, content, isTruncated: false };
  const canary = { name: 'c', namespace: 'test', labels: {}, annotations: {}, spec: {} };
  await store.store(
    artifact,
    { canary, check: { id: check, key: 'exec', type: 'exec', name: 'c', index: 0, spec: {} }, startedAt },
    signal,
  );
  await db.query('UPDATE artifacts SET created_at = $2 WHERE filename = $1', [name, startedAt]);
  if (!hasResult) return;
  await ensurePartitions(db, 'check_statuses', startedAt);
  const row = {
    checkId: check,
    timeUs: microsecondsOf(startedAt),
    pass: true,
    invalid: false,
    durationMs: 1,
    message: '',
    error: '',
  };
  await storeResults(db, [{ ...row, details: undefined, nextRuntime: undefined }], []);
}

const clean = () => deleteOldArtifacts({ db, log: createLog('silent'), store, signal }, clock.now());

async function left(): Promise<{ rows: string[]; files: string[] }> {
  const { rows } = await db.query<{ filename: string }>('SELECT filename FROM artifacts ORDER BY 1');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { rows: rows.map(({ filename }) => filename), files: files.map(({ name }) => name).sort() };
}

describe('retention of artifacts', () => {
  it('removes row and file after thirty days, or after artifacts.retention.age', async () => {
    await leave('young', 4);
    await leave('middle', 29);
    await leave('old', 31);
    expect(await clean()).toBe(1);
    expect(await left()).toEqual({ rows: ['middle', 'young'], files: ['middle', 'young'] });

    await db.query(`INSERT INTO properties (name, value) VALUES ('artifacts.retention.age', '5d')`);
    expect(await clean()).toBe(1);
    expect(await left()).toEqual({ rows: ['young'], files: ['young'] });
  });

  it('removes what expired, and what was deleted a week ago', async () => {
    for (const name of ['kept', 'expired', 'just deleted', 'deleted']) await leave(name, 10);
    const change = (column: string, name: string, time: Date) =>
      db.query(`UPDATE artifacts SET ${column} = $2 WHERE filename = $1`, [name, time]);
    await change('expires_at', 'expired', ago(0.1));
    await change('expires_at', 'kept', ago(-1));
    await change('deleted_at', 'just deleted', ago(6));
    await change('deleted_at', 'deleted', ago(8));
    expect(await clean()).toBe(2);
    expect((await left()).files).toEqual(['just deleted', 'kept']);
  });

  it('removes those of results that are gone, but waits a day for a result that is not stored yet', async () => {
    await leave('of a result', 2);
    await leave('without a result', 3, { hasResult: false });
    await leave('early', 0.5, { hasResult: false });
    expect(await clean()).toBe(1);
    expect(await left()).toEqual({ rows: ['early', 'of a result'], files: ['early', 'of a result'] });
  });

  it('removes those of a check that was deleted a week ago', async () => {
    const { checkId: gone } = await insertCheck(db, { name: 'gone' });
    await leave('kept', 9);
    await leave('of a deleted check', 9, { check: gone });
    await db.query('UPDATE check_definitions SET deleted_at = $2 WHERE id = $1', [gone, ago(8)]);
    expect(await clean()).toBe(1);
    expect((await left()).rows).toEqual(['kept']);
  });

  it('has nothing to remove of an artifact that its store refused', async () => {
    store = new ArtifactStore({ db, folder, buckets: unreachable, connectionId: async () => checkId });
    await expect(leave('refused', 1)).rejects.toThrow('unreachable');
    expect(await left()).toEqual({ rows: [], files: [] });
  });

  it('keeps the row of a content that its store does not give up, and goes on with the others', async () => {
    await leave('a stuck', 40);
    await leave('b free', 35);
    await db.query(`UPDATE artifacts SET connection_id = generate_ulid() WHERE filename = 'a stuck'`);
    expect(await clean()).toBe(1);
    expect((await left()).rows).toEqual(['a stuck']);
  });
});

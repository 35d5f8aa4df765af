import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldComponents } from './retention.ts';

const clock = new FakeClock('2026-06-01T00:00:00Z');
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.query('TRUNCATE components, playbooks, properties CASCADE'));
afterAll(() => db.close());

const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);

async function component(name: string, deletedDays: number | undefined, parent?: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO components (name, external_id, status, deleted_at, parent_id, path) VALUES ($1, $1, '', $2, $3::uuid, $3::text) RETURNING id`,
    [name, deletedDays === undefined ? null : before(deletedDays), parent ?? null],
  );
  return rows[0]?.id ?? '';
}

async function left(): Promise<unknown[]> {
  return (await db.query('SELECT name, parent_id FROM components ORDER BY name')).rows;
}

describe('deleted components', () => {
  it('go 7 days later, parents and children together', async () => {
    await component('live', undefined);
    await component('young', 6);
    const root = await component('root', 8);
    await component('child', 8, root);

    expect(await deleteOldComponents(db, clock.now())).toBe(2);

    expect(await left()).toEqual([
      { name: 'live', parent_id: null },
      { name: 'young', parent_id: null },
    ]);
  });

  it('stay while a playbook run tells of them, and lose a parent that goes', async () => {
    const root = await component('root', 8);
    const told = await component('told', 8, root);
    await db.query(
      `WITH p AS (INSERT INTO playbooks (name, spec, source) VALUES ('p', '{}', 'UI') RETURNING id)
       INSERT INTO playbook_runs (playbook_id, component_id) SELECT id, $1 FROM p`,
      [told],
    );

    expect(await deleteOldComponents(db, clock.now())).toBe(1);

    expect(await left()).toEqual([{ name: 'told', parent_id: null }]);
  });

  it('go after component.retention.period', async () => {
    await db.query(`INSERT INTO properties (name, value) VALUES ('component.retention.period', '30d')`);
    await component('root', 8);

    expect(await deleteOldComponents(db, clock.now())).toBe(0);
  });

  it('go without a line in the event log, because they were announced when they were marked', async () => {
    await component('root', 8);
    await db.query('TRUNCATE event_log');

    await deleteOldComponents(db, clock.now());

    expect((await db.query('SELECT FROM event_log')).rows).toEqual([]);
  });
});

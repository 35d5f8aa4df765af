import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCheck } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOldChecks } from './retention.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('deleted checks go 7 days later, unless incidents, playbook runs or artifacts tell of them', async () => {
  const clock = new FakeClock('2026-06-01T00:00:00Z');
  const ids = new Map<string, string>();
  for (const [name, days] of [
    ['young', 6],
    ['old', 8],
    ['evidence', 8],
    ['run', 8],
    ['artifact', 8],
  ] as const) {
    const { checkId } = await insertCheck(db, { name });
    await db.query('UPDATE check_definitions SET deleted_at = $2 WHERE id = $1', [
      checkId,
      new Date(clock.now().getTime() - days * 86_400_000),
    ]);
    ids.set(name, checkId);
  }
  await db.query(
    `WITH person AS (SELECT id FROM people LIMIT 1),
       incident AS (INSERT INTO incidents (title, created_by, severity, description, type, status) SELECT 'x', id, 'Low', '', 'cost', 'open' FROM person RETURNING id, created_by),
       hypothesis AS (INSERT INTO hypotheses (created_by, incident_id, type, title, status) SELECT created_by, id, 'root', 'x', 'likely' FROM incident RETURNING id, created_by)
     INSERT INTO evidences (description, hypothesis_id, created_by, type, check_id) SELECT '', id, created_by, 'check', $1 FROM hypothesis`,
    [ids.get('evidence')],
  );
  await db.query(
    `WITH p AS (INSERT INTO playbooks (name, spec, source) VALUES ('p', '{}', 'UI') RETURNING id)
     INSERT INTO playbook_runs (playbook_id, check_id) SELECT id, $1 FROM p`,
    [ids.get('run')],
  );
  await db.query(`INSERT INTO artifacts (path, filename, size, checksum, check_id) VALUES ('', '', 1, '', $1)`, [
    ids.get('artifact'),
  ]);

  expect(await deleteOldChecks(db, clock.now(), 7)).toBe(1);

  const { rows } = await db.query<{ name: string }>('SELECT name FROM check_definitions ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual(['artifact', 'evidence', 'run', 'young']);
});

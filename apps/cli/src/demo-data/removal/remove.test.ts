import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateDemoData } from '../generate.ts';
import { removeDemoData } from './remove.ts';

const SIZE = {
  checks: 20,
  items: 150,
  components: 30,
  changes: 300,
  incidents: 6,
  insights: 40,
  people: 16,
  runs: 20,
  messages: 30,
  jobs: 40,
};
const OPTIONS = { size: SIZE, days: 2, seed: 7, end: new Date('2026-03-04T10:30:00Z') };

let db: Database;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

/** A hash of the rows of every table; numbers that the database gives out by itself do not count. */
async function fingerprints(): Promise<Record<string, string | null>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const hashes: Record<string, string | null> = {};
  for (const { name } of tables) {
    const row = name === 'casbin_rule' ? `(to_jsonb(t) - 'id')::text` : 't::text';
    const { rows } = await db.query<{ hash: string | null }>(
      `SELECT md5(string_agg(md5(${row}), '' ORDER BY md5(${row}))) AS hash FROM ${name} t`,
    );
    hashes[name] = rows[0]?.hash ?? null;
  }
  return hashes;
}

describe('the demo data', () => {
  it('is the same again, in every row of every table, for the same seed, size and end', async () => {
    await generateDemoData(db, OPTIONS, () => {});
    const first = await fingerprints();

    await generateDemoData(db, OPTIONS, () => {});

    expect(await fingerprints()).toEqual(first);
  });

  it('is another for another seed', async () => {
    await generateDemoData(db, OPTIONS, () => {});
    const first = await fingerprints();

    await generateDemoData(db, { ...OPTIONS, seed: 8 }, () => {});

    const second = await fingerprints();
    for (const table of ['people', 'config_changes', 'incidents', 'check_statuses', 'playbook_runs'])
      expect(second[table]).not.toBe(first[table]);
  });
});

describe('removing the demo data', () => {
  it('leaves the database as it was', async () => {
    await db.query(`INSERT INTO teams (name, created_by) SELECT 'ours', id FROM people WHERE name = 'System'`);
    await db.query(`INSERT INTO properties (name, value) VALUES ('incidents.disable', 'true')`);
    await db.query(
      `INSERT INTO config_items (name, type, config_class, tags) VALUES ('ours', 'Kubernetes::Pod', 'Pod', '{"cluster": "ours"}')`,
    );
    await db.query(`DELETE FROM event_queue`);
    const { check_rollups: _before, ...before } = await fingerprints();

    await generateDemoData(db, OPTIONS, () => {});
    await removeDemoData(db);

    const { check_rollups: _after, ...afterwards } = await fingerprints();
    expect(afterwards).toEqual(before);
  });

  it('takes what others wrote on demo rows with them or lets it forget them, as the foreign keys say', async () => {
    await generateDemoData(db, OPTIONS, () => {});
    await db.query(`INSERT INTO people (name, email) VALUES ('Ours', 'ours@example.test')`);
    await db.query(
      `INSERT INTO comments (created_by, comment, incident_id) SELECT p.id, 'on a demo incident', i.id FROM people p, incidents i WHERE p.name = 'Ours' LIMIT 1`,
    );
    await db.query(
      `INSERT INTO incidents (title, created_by, severity, description, type, status) SELECT 'ours', id, 'low', '', 'cost', 'open' FROM people WHERE name = 'Ours'`,
    );
    await db.query(
      `INSERT INTO hypotheses (created_by, incident_id, type, title, status)
       SELECT created_by, id, 'root', 'ours', 'possible' FROM incidents WHERE title = 'ours'`,
    );
    await db.query(
      `INSERT INTO evidences (description, hypothesis_id, check_id, created_by, type)
       SELECT 'ours', h.id, (SELECT id FROM check_definitions LIMIT 1), h.created_by, 'check' FROM hypotheses h WHERE h.title = 'ours'`,
    );

    await removeDemoData(db);

    const { rows } = await db.query(
      `SELECT (SELECT count(*)::int FROM people WHERE name = 'Ours') AS people, (SELECT count(*)::int FROM comments) AS comments,
         (SELECT count(*)::int FROM incidents) AS incidents, (SELECT json_agg(check_id) FROM evidences) AS evidence`,
    );
    expect(rows[0]).toEqual({ people: 1, comments: 0, incidents: 1, evidence: [null] });
  });
});

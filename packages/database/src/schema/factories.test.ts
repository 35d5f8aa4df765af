import { createTestDatabase, FACTORY_TABLES, insertCompany } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database.ts';

/** Tables that are bookkeeping of our own, written by triggers, jobs and the identity service. */
const KEPT_BY_THE_PROGRAM = [
  'audit_log',
  'canary_schedules',
  'check_definitions',
  'check_rollups',
  'check_rollups_late',
  'check_states',
  'check_status_summary',
  'check_transitions',
  'config_tag_values',
  'courier_messages',
  'device_sign_ins',
  'event_log',
  'event_log_dropped',
  'flow_errors',
  'identity_addresses',
  'identity_codes',
  'identity_credential_identifiers',
  'identity_credentials',
  'incident_histories',
  'job_schedules',
  'migration_logs',
  'self_service_flows',
  'sessions',
  'severities',
  'sign_in_limits',
];

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('there is a factory for every table that clients write', async () => {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const missing = rows.map(({ name }) => name).filter((name) => !FACTORY_TABLES.includes(name));

  expect(missing.sort()).toEqual(KEPT_BY_THE_PROGRAM);
});

it('the small company has a row of every table, and every view can be read with it', async () => {
  await insertCompany(db);

  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition`,
  );
  const empty: string[] = [];
  for (const { name } of rows) {
    const found = await db.query(`SELECT * FROM "${name}" LIMIT 1`);
    if (FACTORY_TABLES.includes(name) && found.rows.length === 0) empty.push(name);
  }

  expect(empty).toEqual([]);
});

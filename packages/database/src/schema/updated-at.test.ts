import { type Company, createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await insertCompany(db);
});
afterAll(() => db.close());

const LONG_AGO = '2020-01-01T00:00:00Z';

/** Whether the write moves updated_at from long ago to now. */
async function isStamped(table: string, id: string, set: string): Promise<boolean> {
  const key = table === 'properties' ? 'name' : 'id';
  await db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await db.query(`UPDATE ${table} SET updated_at = $2 WHERE ${key}::text = $1`, [id, LONG_AGO]);
  await db.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await db.query(`UPDATE ${table} SET ${set} WHERE ${key}::text = $1`, [id]);
  const year = await readValue<number>(
    db,
    `SELECT extract(year FROM updated_at)::integer FROM ${table} WHERE ${key}::text = $1`,
    [id],
  );
  return year !== 2020;
}

describe('updated_at (data-model §6.1)', () => {
  it.each([
    ['people', 'otherPersonId', `title = 'CTO'`],
    ['agents', 'agentId', `description = 'x'`],
    ['teams', 'teamId', `icon = 'x'`],
    ['check_definitions', 'checkId', `icon = 'x'`],
    ['topologies', 'topologyId', `schedule = 'x'`],
    ['components', 'componentId', `icon = 'x'`],
    ['config_scrapers', 'scraperId', `description = 'x'`],
    ['logging_backends', 'logBackendId', `name = 'x'`],
    ['incidents', 'incidentId', `title = 'x'`],
    ['incident_rules', 'ruleId', `name = 'x'`],
    ['hypotheses', 'hypothesisId', `title = 'x'`],
    ['evidences', 'evidenceId', `description = 'x'`],
    ['comments', 'commentId', `comment = 'x'`],
    ['responders', 'responderId', `external_id = 'x'`],
    ['playbooks', 'playbookId', `icon = 'x'`],
    ['notifications', 'notificationId', `title = 'x'`],
    ['notification_silences', 'silenceId', `description = 'x'`],
    ['connection_definitions', 'connectionId', `username = 'x'`],
  ] as const)('of %s follows a change of the row, and only a change', async (table, id, set) => {
    expect(await isStamped(table, company[id], set)).toBe(true);
    expect(await isStamped(table, company[id], set)).toBe(false);
  });

  it.each([
    ['check_component_relationships', `selector_id = 'y'`],
    ['check_config_relationships', `selector_id = 'y'`],
    ['component_relationships', `selector_id = 'y'`],
    ['config_relationships', `selector_id = 'y'`],
    ['artifacts', `path = 'y'`],
    ['integrations', `icon = 'y'`],
    ['permissions', `description = 'y'`],
    ['saved_query', `description = 'y'`],
    ['comment_responders', `external_id = 'y'`],
    ['incident_histories', `description = 'y'`],
  ])('of %s follows a change too', async (table, set) => {
    const id = (await readValue<string>(db, `SELECT id FROM ${table} LIMIT 1`)) ?? '';

    expect(await isStamped(table, id, set)).toBe(true);
  });

  it('of a feature switch follows its value', async () => {
    expect(await isStamped('properties', 'logs.disable', `value = 'maybe'`)).toBe(true);
  });

  it('of canaries follows the specification alone', async () => {
    expect(await isStamped('canaries', company.canaryId, `labels = '{"a": "b"}'`)).toBe(false);
    expect(await isStamped('canaries', company.canaryId, `spec = '{"http": []}'`)).toBe(true);
  });

  it('of configuration items follows the document alone', async () => {
    expect(await isStamped('config_items', company.configId, `status = 'Other', health = 'healthy'`)).toBe(false);
    expect(await isStamped('config_items', company.configId, `config = '{"a": 1}'`)).toBe(true);
  });

  it('stays as it came for rows of an agent', async () => {
    const ofAgent = { agent_id: company.agentId };
    const canary = await insertRow(db, 'canaries', { ...ofAgent, name: 'remote' });
    const component = await insertRow(db, 'components', { ...ofAgent, name: 'remote' });
    const scraper = await insertRow(db, 'config_scrapers', ofAgent);
    const item = await insertRow(db, 'config_items', ofAgent);

    expect(await isStamped('canaries', canary, `spec = '{"a": 1}'`)).toBe(false);
    expect(await isStamped('components', component, `icon = 'x'`)).toBe(false);
    expect(await isStamped('config_scrapers', scraper, `name = 'x'`)).toBe(false);
    expect(await isStamped('config_items', item, `config = '{"a": 1}'`)).toBe(false);
  });

  it.each([
    ['teams', 'teamId'],
    ['components', 'childComponentId'],
    ['playbooks', 'playbookId'],
    ['notifications', 'notificationId'],
    ['config_scrapers', 'scraperId'],
  ] as const)('of %s stays when the row is marked as deleted', async (table, id) => {
    expect(await isStamped(table, company[id], 'deleted_at = now()')).toBe(false);
    expect(await isStamped(table, company[id], 'deleted_at = NULL')).toBe(true);
  });

  it('stays when a row is marked as sent', async () => {
    expect(await isStamped('components', company.componentId, 'is_pushed = true')).toBe(false);
    expect(await isStamped('config_items', company.configId, `is_pushed = true, config = '{"b": 1}'`)).toBe(false);
  });

  it('is what a writer says it is', async () => {
    await db.query(`UPDATE teams SET icon = 'z', updated_at = '2021-06-01T00:00:00Z' WHERE id = $1`, [company.teamId]);

    expect(await readValue(db, 'SELECT extract(year FROM updated_at)::integer FROM teams WHERE id = $1', [company.teamId])).toBe(
      2021,
    );
  });
});

describe('is_pushed (data-model §6.1)', () => {
  it.each([
    ['artifacts', `path = 'z'`],
    ['topologies', `schedule = 'z'`],
    ['config_scrapers', `description = 'z'`],
    ['canaries', `labels = '{"z": "z"}'`],
    ['components', `icon = 'z'`],
    ['check_definitions', `icon = 'z'`],
    ['config_items', `status = 'z'`],
    ['config_analysis', `summary = 'z'`],
    ['config_changes', `summary = 'z'`],
    ['config_relationships', `selector_id = 'z'`],
    ['component_relationships', `selector_id = 'z'`],
    ['check_component_relationships', `selector_id = 'z'`],
    ['check_config_relationships', `selector_id = 'z'`],
    ['playbook_run_actions', `error = 'z'`],
  ])('a row of %s that changes after it was sent is to be sent again', async (table, set) => {
    await db.query(`UPDATE ${table} SET is_pushed = true`);
    expect(await readValue(db, `SELECT bool_and(is_pushed) FROM ${table}`)).toBe(true);

    await db.query(`UPDATE ${table} SET ${set}`);

    expect(await readValue(db, `SELECT bool_or(is_pushed) FROM ${table}`)).toBe(false);
  });
});

describe('table_activity (data-model §6.1)', () => {
  it.each([
    ['teams', 'teamId'],
    ['notifications', 'notificationId'],
  ] as const)('says that a row of %s changed', async (table, id) => {
    const heard: string[] = [];
    const stop = await db.listen('table_activity', (payload) => heard.push(payload));
    await db.query(`UPDATE ${table} SET name = 'heard' WHERE id = $1`, [company[id]]);
    await expect.poll(() => heard).toEqual([`${table} ${company[id]}`]);
    await stop();
  });
});

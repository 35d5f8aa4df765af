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
const exists = (table: string, id: string) => readValue<boolean>(db, `SELECT EXISTS (SELECT FROM ${table} WHERE id = $1)`, [id]);
const gone = (values = {}) => insertRow(db, 'config_items', { name: 'gone', deleted_at: LONG_AGO, ...values });

describe('delete_old_config_items (data-model §4.3, §15 row 16)', () => {
  const run = () => readValue<number>(db, 'SELECT delete_old_config_items(7)');

  it('deletes what was marked long ago, with everything that belongs to it', async () => {
    const id = await gone();
    const change = await insertRow(db, 'config_changes', { config_id: id });
    const analysis = await insertRow(db, 'config_analysis', { config_id: id });
    const recent = await insertRow(db, 'config_items', { name: 'recent', deleted_at: 'now()' });

    expect(await run()).toBe(1);
    expect([
      await exists('config_items', id),
      await exists('config_changes', change),
      await exists('config_analysis', analysis),
    ]).toEqual([false, false, false]);
    expect(await exists('config_items', recent)).toBe(true);
  });

  it('keeps what evidence, runs or components refer to', async () => {
    const found = { created_by: company.personId, hypothesis_id: company.hypothesisId };
    const [evidenced, changed, analysed, run_on, shown] = [await gone(), await gone(), await gone(), await gone(), await gone()];
    await insertRow(db, 'evidences', { ...found, config_id: evidenced });
    await insertRow(db, 'evidences', {
      ...found,
      config_change_id: await insertRow(db, 'config_changes', { config_id: changed }),
    });
    await insertRow(db, 'evidences', {
      ...found,
      config_analysis_id: await insertRow(db, 'config_analysis', { config_id: analysed }),
    });
    await insertRow(db, 'playbook_runs', { playbook_id: company.playbookId, config_id: run_on });
    await insertRow(db, 'components', { name: 'shown', config_id: shown });

    expect(await run()).toBe(0);
  });

  it('leaves the children of a deleted parent without one', async () => {
    const parent = await gone();
    const child = await insertRow(db, 'config_items', { name: 'child', parent_id: parent });

    expect(await run()).toBe(1);
    expect(await readValue(db, 'SELECT parent_id FROM config_items WHERE id = $1', [child])).toBeNull();
  });
});

describe('drop_config_items', () => {
  it('deletes items and everything under them for good, whatever refers to them', async () => {
    expect(await readValue(db, 'SELECT drop_config_items($1)', [[company.clusterId]])).toBe(2);

    expect(await exists('config_items', company.configId)).toBe(false);
    expect(await exists('config_changes', company.changeId)).toBe(false);
    expect(await readValue(db, 'SELECT config_id FROM evidences WHERE id = $1', [company.evidenceId])).toBeNull();
    expect(await readValue(db, 'SELECT config_id FROM components WHERE id = $1', [company.componentId])).toBeNull();
    expect(await readValue(db, 'SELECT config_id FROM playbook_runs WHERE id = $1', [company.runId])).toBeNull();
  });
});

describe('delete_person', () => {
  it('takes roles and tokens away and marks the person as deleted', async () => {
    await db.query('SELECT delete_person($1)', [company.personId]);

    expect(await readValue(db, 'SELECT deleted_at IS NOT NULL FROM people WHERE id = $1', [company.personId])).toBe(true);
    expect(await readValue(db, 'SELECT count(*) FROM casbin_rule WHERE v0 = $1', [company.personId])).toBe(0);
    expect(
      await readValue(db, 'SELECT bool_and(expires_at <= now()) FROM access_tokens WHERE person_id = $1', [company.personId]),
    ).toBe(true);
  });
});

describe('insert_unsent_notification_to_history', () => {
  const insert = (status: string, within = '1 minute') =>
    readValue<string>(db, 'SELECT insert_unsent_notification_to_history($1, $2, $3, $4, $5::interval)', [
      company.notificationId,
      'config.warning',
      company.componentId,
      status,
      within,
    ]);
  const count = (id: string | undefined) =>
    readValue<number>(db, 'SELECT count FROM notification_send_history WHERE id = $1', [id]);

  it('merges messages of the same kind within the interval', async () => {
    const first = await insert('silenced');
    const second = await insert('silenced');

    expect([second, await count(first)]).toEqual([first, 2]);
  });

  it('begins a new row for another status and after the interval', async () => {
    const silenced = await insert('silenced');
    const repeated = await insert('repeat-interval');
    await db.query(`UPDATE notification_send_history SET created_at = now() - interval '2 minutes' WHERE id = $1`, [repeated]);
    const later = await insert('repeat-interval');

    expect(new Set([silenced, repeated, later]).size).toBe(3);
  });

  it('refuses a status that says it was sent', async () => {
    await expect(insert('sent')).rejects.toMatchObject({ code: '22023' });
  });
});

describe('soft deletes by rpc', () => {
  it('mark a check, or a canary with its checks, as deleted', async () => {
    const canary = await insertRow(db, 'canaries', { name: 'by rpc' });
    const check = await insertRow(db, 'checks', { canary_id: canary });
    const other = await insertRow(db, 'checks', { canary_id: canary, name: 'other' });
    const live = () => readValue(db, 'SELECT count(*) FROM checks WHERE canary_id = $1 AND deleted_at IS NULL', [canary]);

    await db.query('SELECT soft_delete_check($1)', [check]);
    expect(await live()).toBe(1);
    await db.query('SELECT soft_delete_canary($1)', [canary]);
    expect([await live(), await exists('checks', other)]).toEqual([0, true]);
  });
});

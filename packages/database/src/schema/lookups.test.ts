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

const NOBODY = '00000000-0000-0000-0000-00000000ffff';

describe('look-ups (data-model §4.2)', () => {
  it.each([
    ['lookup_configs_by_component', 'componentId', 'config_id', 'configId'],
    ['lookup_components_by_config', 'configId', 'component_id', 'componentId'],
    ['lookup_changes_by_component', 'componentId', 'id', 'changeId'],
    ['lookup_analysis_by_component', 'componentId', 'id', 'analysisId'],
    ['lookup_components_by_check', 'checkId', 'id', 'componentId'],
    ['lookup_component_relations', 'componentId', 'id', 'childComponentId'],
    ['lookup_component_relations', 'childComponentId', 'id', 'componentId'],
    ['lookup_component_incidents', 'componentId', 'id', 'incidentId'],
    ['check_summary_for_component', 'componentId', 'id', 'checkId'],
    ['lookup_config_relations', 'clusterId', 'id', 'configId'],
    ['lookup_config_relations', 'configId', 'id', 'clusterId'],
  ] as const)('%s finds what belongs to %s', async (name, subject, column, expected) => {
    const found = await db.query(`SELECT ${column} AS id FROM ${name}($1)`, [company[subject]]);
    const none = await db.query(`SELECT ${column} AS id FROM ${name}($1)`, [NOBODY]);

    expect([found.rows, none.rows]).toEqual([[{ id: company[expected] }], []]);
  });

  it.each(['lookup_configs_by_component', 'lookup_analysis_by_component', 'lookup_component_incidents'])(
    '%s finds nothing for what is no id',
    async (name) => {
      expect((await db.query(`SELECT * FROM ${name}('x')`)).rows).toEqual([]);
    },
  );

  it('a relation that was deleted no longer counts', async () => {
    const component = await insertRow(db, 'components', { name: 'apart' });
    await insertRow(db, 'config_component_relationships', {
      component_id: component,
      config_id: company.configId,
      deleted_at: 'now()',
    });

    expect((await db.query('SELECT * FROM lookup_configs_by_component($1)', [component])).rows).toEqual([]);
    expect((await db.query('SELECT * FROM lookup_changes_by_component($1)', [component])).rows).toEqual([]);
  });

  it('children come with their level, the start with 0', async () => {
    const components = await db.query('SELECT * FROM lookup_component_children($1, -1)', [company.componentId]);
    const configs = await db.query('SELECT * FROM lookup_config_children($1, 5)', [company.clusterId]);
    const none = await db.query('SELECT * FROM lookup_config_children($1, 0)', [company.clusterId]);

    expect(components.rows).toEqual([
      { child_id: company.componentId, parent_id: null, level: 0 },
      { child_id: company.childComponentId, parent_id: company.componentId, level: 1 },
    ]);
    expect(configs.rows).toEqual([
      { child_id: company.clusterId, parent_id: null, level: 0 },
      { child_id: company.configId, parent_id: company.clusterId, level: 1 },
    ]);
    expect(none.rows).toHaveLength(1);
  });

  it('components are found by a property', async () => {
    const { rows } = await db.query<{ name: string }>(
      `SELECT name FROM lookup_component_by_property('owner', 'platform') ORDER BY name`,
    );

    expect(rows.map(({ name }) => name)).toEqual(['basket', 'shop']);
    expect((await db.query(`SELECT * FROM lookup_component_by_property('owner', 'other')`)).rows).toEqual([]);
  });

  it('components are found that come from items under the item of a component', async () => {
    const parent = await insertRow(db, 'components', { name: 'main', config_id: company.clusterId });
    const { rows } = await db.query('SELECT id FROM lookup_component_config_id_related_components($1)', [parent]);

    expect(rows).toEqual([{ id: company.componentId }]);
  });

  it('names of components come in order', async () => {
    const names = await readValue(db, 'SELECT lookup_component_names($1)', [[company.componentId, company.childComponentId]]);

    expect(names).toEqual(['basket', 'shop']);
  });
});

describe('ids (data-model §11)', () => {
  it('are in the order of their making', async () => {
    const early = await readValue<string>(db, 'SELECT generate_ulid()');
    await expect
      .poll(async () => ((await readValue<string>(db, 'SELECT generate_ulid()')) ?? '').slice(0, 13) > (early ?? '').slice(0, 13))
      .toBe(true);
  });

  it.each([
    ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['0192d6b1-7c5e-4a3b-9f10-2233445566aa', '01JBBB2Z2Y98XSY4126D25ASNA'],
  ])('%s is written as the ULID %s', async (id, ulid) => {
    expect(await readValue(db, 'SELECT uuid_to_ulid($1)', [id])).toBe(ulid);
  });
});

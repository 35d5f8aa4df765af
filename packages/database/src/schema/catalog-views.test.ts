import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const OLD = new Date(Date.now() - 20 * 86_400_000).toISOString();
const rowsOf = async (sql: string, values: readonly unknown[] = []) =>
  (await db.query<Record<string, unknown>>(sql, values)).rows;

describe('configs and config_detail (data-model §15 rows 1 and 2)', () => {
  it('show a new item at once, with nothing that happened', async () => {
    const id = await insertRow(db, 'config_items', { name: 'new', tags: { namespace: 'shop' } });

    expect(await rowsOf('SELECT name, namespace, changes, analysis FROM configs WHERE id = $1', [id])).toEqual([
      { name: 'new', namespace: 'shop', changes: 0, analysis: {} },
    ]);
  });

  it('count the changes of 7 days and the open insights by type', async () => {
    const id = await insertRow(db, 'config_items');
    await insertRow(db, 'config_changes', { config_id: id });
    await insertRow(db, 'config_changes', { config_id: id, created_at: OLD });
    await insertRow(db, 'config_analysis', { config_id: id, analysis_type: 'cost' });
    await insertRow(db, 'config_analysis', { config_id: id, analysis_type: 'cost' });
    await insertRow(db, 'config_analysis', { config_id: id, analysis_type: 'security', status: 'resolved' });

    expect(await rowsOf('SELECT changes, analysis FROM configs WHERE id = $1', [id])).toEqual([
      { changes: 1, analysis: { cost: 2 } },
    ]);
    expect(
      await rowsOf(
        `SELECT a.config_changes_count AS three, b.config_changes_count AS seven, c.config_changes_count AS thirty, c.config_analysis_type_counts AS open
         FROM config_item_summary_3d a JOIN config_item_summary_7d b USING (config_id) JOIN config_item_summary_30d c USING (config_id) WHERE config_id = $1`,
        [id],
      ),
    ).toEqual([{ three: 1, seven: 1, thirty: 2, open: { cost: 2 } }]);
  });

  it('have exactly one row of an item deep in a tree, with figures of its own', async () => {
    const root = await insertRow(db, 'config_items', { name: 'root' });
    const mid = await insertRow(db, 'config_items', { name: 'mid', parent_id: root, path: root });
    const leaf = await insertRow(db, 'config_items', { name: 'leaf', parent_id: mid, path: `${root}.${mid}` });
    for (const config_id of [root, root, mid, leaf]) await insertRow(db, 'config_changes', { config_id });
    const component = await insertRow(db, 'components', { name: 'of the leaf' });
    await insertRow(db, 'config_component_relationships', { config_id: leaf, component_id: component });
    await insertRow(db, 'config_relationships', { config_id: leaf, related_id: root, deleted_at: 'now()' });
    const playbook = await insertRow(db, 'playbooks');
    await insertRow(db, 'playbook_runs', { playbook_id: playbook, config_id: leaf, start_time: 'now()' });
    await insertRow(db, 'playbook_runs', { playbook_id: playbook, config_id: leaf, start_time: '2020-01-01T00:00:00Z' });

    const rows = await rowsOf(
      `SELECT name, summary, jsonb_path_query_array(components::jsonb, '$[*].name') AS components FROM config_detail WHERE id = $1`,
      [leaf],
    );
    expect(rows).toEqual([
      {
        name: 'leaf',
        summary: { relationships: 1, analysis: 0, changes: 1, playbook_runs: 1, checks: 0 },
        components: ['of the leaf'],
      },
    ]);
    expect(await readValue(db, `SELECT (summary ->> 'changes')::integer FROM config_detail WHERE id = $1`, [root])).toBe(2);
  });

  it('count a check once and no deleted ones', async () => {
    const config_id = await insertRow(db, 'config_items');
    const canary_id = await insertRow(db, 'canaries', { name: 'counted' });
    for (const [name, deleted_at] of [
      ['live', null],
      ['deleted', 'now()'],
    ]) {
      const check_id = await insertRow(db, 'checks', { canary_id, name, deleted_at });
      for (const selector_id of ['a', 'b'])
        await insertRow(db, 'check_config_relationships', { config_id, check_id, canary_id, selector_id });
    }

    expect(await readValue(db, `SELECT (summary ->> 'checks')::integer FROM config_detail WHERE id = $1`, [config_id])).toBe(1);
  });
});

describe('lists of values', () => {
  beforeAll(async () => {
    for (const type of ['AWS::B', 'AWS::A', 'AWS::A'])
      await insertRow(db, 'config_items', { type, config_class: type.slice(-1), status: type });
    const config_id = await insertRow(db, 'config_items', { type: 'AWS::C', config_class: 'C', deleted_at: 'now()' });
    for (const change_type of ['Scaled', 'Scaled', 'Deleted', null])
      await insertRow(db, 'config_changes', { config_id, change_type });
    for (const [analyzer, status] of [
      ['zz-open', 'open'],
      ['zz-closed', 'closed'],
    ])
      await insertRow(db, 'config_analysis', { config_id, analyzer, status, analysis_type: analyzer });
  });

  it.each([
    ['config_types', 'type', `type LIKE 'AWS%'`, ['AWS::A', 'AWS::B', 'AWS::C']],
    ['config_classes', 'config_class', `length(config_class) = 1`, ['A', 'B', 'C']],
    ['config_statuses', 'status', `status LIKE 'AWS%'`, ['AWS::A', 'AWS::B']],
    ['change_types', 'change_type', `change_type IN ('Scaled', 'Deleted') OR change_type IS NULL`, ['Deleted', 'Scaled']],
    ['analysis_types', 'analysis_type', `analysis_type LIKE 'zz%'`, ['zz-closed', 'zz-open']],
    ['analyzer_types', 'analyzer', `analyzer LIKE 'zz%'`, ['zz-closed', 'zz-open']],
    ['config_analysis_analyzers', 'analyzer', `analyzer LIKE 'zz%'`, ['zz-open']],
  ])('%s has each once, in order', async (view, column, where, expected) => {
    expect((await rowsOf(`SELECT ${column} AS value FROM ${view} WHERE ${where}`)).map(({ value }) => value)).toEqual(expected);
  });

  it('tags and labels of live items are there at once, and go when no live item has them', async () => {
    const id = await insertRow(db, 'config_items', { tags: { zone: 'z1' }, labels: { app: 'l1' } });
    await insertRow(db, 'config_items', { tags: { zone: 'gone' }, deleted_at: 'now()' });
    const listed = () =>
      rowsOf(
        `SELECT key, value FROM config_tags WHERE key = 'zone' UNION ALL SELECT key, value FROM config_labels WHERE key = 'app'`,
      );

    expect(await listed()).toEqual([
      { key: 'zone', value: 'z1' },
      { key: 'app', value: 'l1' },
    ]);
    await db.query('UPDATE config_items SET deleted_at = now() WHERE id = $1', [id]);
    await db.query('SELECT delete_unused_config_tag_values()');
    expect(await listed()).toEqual([]);
  });
});

describe('changes and insights of a component', () => {
  let component_id: string;
  beforeAll(async () => {
    component_id = await insertRow(db, 'components', { name: 'with insights' });
    const config_id = await insertRow(db, 'config_items', { name: 'item', config_class: 'Node' });
    const hidden = await insertRow(db, 'config_items', { name: 'unlinked' });
    await insertRow(db, 'config_component_relationships', { component_id, config_id });
    await insertRow(db, 'config_component_relationships', { component_id, config_id: hidden, deleted_at: 'now()' });
    for (const severity of ['low', 'critical', 'info', 'blocker', 'medium', 'high', 'odd'])
      await insertRow(db, 'config_analysis', { config_id, severity, analysis_type: 'cost' });
    await insertRow(db, 'config_analysis', { config_id, severity: 'high', status: 'resolved', analysis_type: 'cost' });
    await insertRow(db, 'config_analysis', { config_id: hidden, severity: 'high' });
    await insertRow(db, 'config_changes', { config_id, created_at: OLD, summary: 'old' });
    await insertRow(db, 'config_changes', { config_id });
    await insertRow(db, 'config_changes', { config_id: hidden });
  });

  it('analysis_by_component has open insights of live relations, worst first', async () => {
    const rows = await rowsOf('SELECT severity FROM analysis_by_component WHERE component_id = $1', [component_id]);

    expect(rows.map(({ severity }) => severity)).toEqual(['critical', 'blocker', 'high', 'medium', 'low', 'info', 'odd']);
  });

  it('analysis_summary_by_component counts open ones alone (data-model §15 row 8)', async () => {
    expect(await readValue(db, 'SELECT analysis FROM analysis_summary_by_component WHERE id = $1', [component_id])).toEqual({
      cost: { critical: 1, blocker: 1, high: 1, medium: 1, low: 1, info: 1, odd: 1 },
    });
  });

  it('changes_by_component has the newest first', async () => {
    const rows = await rowsOf('SELECT id = change_id AS same, created_at FROM changes_by_component WHERE component_id = $1', [
      component_id,
    ]);

    expect(rows).toHaveLength(2);
    expect(rows.every(({ same }) => same)).toBe(true);
    expect(Number(rows[0]?.created_at)).toBeGreaterThan(Number(rows[1]?.created_at));
  });

  it('config_analysis_items names the components of an insight (data-model §15 row 20)', async () => {
    const rows = await rowsOf(
      `SELECT DISTINCT component_ids, config_class FROM config_analysis_items WHERE $1 = ANY (component_ids)`,
      [component_id],
    );

    expect(rows).toEqual([{ component_ids: [component_id], config_class: 'Node' }]);
  });

  it('topology shows checks, insights, teams, logs and places of a component', async () => {
    const canary_id = await insertRow(db, 'canaries', { name: 'of the topology' });
    const check_id = await insertRow(db, 'checks', { canary_id, status: 'unhealthy' });
    const fresh = await insertRow(db, 'checks', { canary_id, name: 'never ran' });
    for (const id of [check_id, fresh])
      await insertRow(db, 'check_component_relationships', { component_id, check_id: id, canary_id });
    const person = await insertRow(db, 'people');
    await insertRow(db, 'team_components', { component_id, team_id: await insertRow(db, 'teams', { created_by: person }) });
    const parent = await insertRow(db, 'components', { name: 'parent' });
    await insertRow(db, 'component_relationships', { component_id, relationship_id: parent });
    await db.query(`UPDATE components SET log_selectors = '[{"name": "errors", "type": "pod"}]' WHERE id = $1`, [component_id]);

    expect(
      await rowsOf('SELECT logs, checks, team_names, parents, children FROM topology WHERE id = $1', [component_id]),
    ).toEqual([
      {
        logs: [{ name: 'errors' }],
        checks: { unhealthy: 1, unknown: 1 },
        team_names: ['platform'],
        parents: [parent],
        children: [],
      },
    ]);
    expect(await readValue(db, 'SELECT children FROM topology WHERE id = $1', [parent])).toEqual([component_id]);
  });

  it('pickers leave out what is deleted or hidden', async () => {
    const names = async (view: string) =>
      (await rowsOf(`SELECT name FROM ${view} WHERE name LIKE 'pick%' ORDER BY name`)).map(({ name }) => name);
    await insertRow(db, 'components', { name: 'pick live', log_selectors: [] });
    await insertRow(db, 'components', { name: 'pick hidden', hidden: true });
    await insertRow(db, 'components', { name: 'pick deleted', deleted_at: 'now()', log_selectors: [] });

    expect(await names('component_names')).toEqual(['pick live']);
    expect(await names('component_names_all')).toEqual(['pick deleted', 'pick live']);
    expect(await names('components_with_logs')).toEqual(['pick live']);
  });
});

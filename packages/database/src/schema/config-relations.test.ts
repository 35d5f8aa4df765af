import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { readValue } from './testing/observe.ts';

/*
 * root ──hard─► mid ──hard─► leaf          (parents)
 *                mid ──uses─► left ──uses─► end,  mid ──uses─► right ──uses─► end   (diamond)
 *                end ──uses─► mid          (cycle)
 *                mid ──uses─► gone         (deleted item),  mid ──uses (deleted)─► apart
 */
let db: Database;
const ids: Record<string, string> = {};
beforeAll(async () => {
  db = await createTestDatabase();
  const item = async (name: string, values = {}) => {
    ids[name] = await insertRow(db, 'config_items', { name, ...values });
  };
  await item('root', { type: 'Kubernetes::Cluster' });
  await item('mid', { parent_id: ids.root, path: ids.root });
  await item('leaf', { parent_id: ids.mid, path: `${ids.root}.${ids.mid}` });
  for (const name of ['left', 'right', 'end', 'apart']) await item(name);
  await item('gone', { deleted_at: 'now()' });
  const edge = (from: string, to: string, values = {}) =>
    insertRow(db, 'config_relationships', { config_id: ids[from], related_id: ids[to], ...values });
  await edge('mid', 'left');
  await edge('mid', 'right');
  await edge('left', 'end');
  await edge('right', 'end');
  await edge('end', 'mid');
  await edge('mid', 'gone');
  await edge('mid', 'apart', { deleted_at: 'now()' });
});
afterAll(() => db.close());

const nameOf = (id: string) => Object.entries(ids).find(([, found]) => found === id)?.[0] ?? id;

interface Edge {
  id: string;
  related_id: string;
  relation_type: string | null;
  direction: string;
  depth: number;
}

async function edges(start: string, parameters = ''): Promise<string[]> {
  const { rows } = await db.query<Edge>(`SELECT * FROM config_relationships_recursive('${ids[start]}'${parameters})`);
  return rows
    .map((row) => `${row.depth} ${nameOf(row.id)}>${nameOf(row.related_id)} ${row.relation_type} ${row.direction}`)
    .sort();
}

async function related(start: string, parameters = ''): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`SELECT name FROM related_configs_recursive('${ids[start]}'${parameters})`);
  return rows.map(({ name }) => name);
}

describe('config_relationships_recursive (data-model §4.1)', () => {
  it('goes out along live edges, each with its smallest depth, and ends in a cycle', async () => {
    expect(await edges('mid')).toEqual([
      '1 mid>gone uses outgoing',
      '1 mid>leaf hard outgoing',
      '1 mid>left uses outgoing',
      '1 mid>right uses outgoing',
      '2 left>end uses outgoing',
      '2 right>end uses outgoing',
      '3 end>mid uses outgoing',
    ]);
  });

  it('comes in along them in their stored orientation', async () => {
    expect(await edges('leaf', `, 'incoming', 2`)).toEqual([
      '1 mid>leaf hard incoming',
      '2 end>mid uses incoming',
      '2 root>mid hard incoming',
    ]);
  });

  it.each(['all', ''])('goes both ways for %j', async (filter) => {
    expect(await edges('leaf', `, '${filter}', 1`)).toEqual(['1 mid>leaf hard incoming']);
    expect(await edges('mid', `, '${filter}', 1`)).toContain('1 end>mid uses incoming');
  });

  it('goes as deep as it is told', async () => {
    expect((await edges('mid', `, 'outgoing', 1`)).map((edge) => edge[0])).toEqual(['1', '1', '1', '1']);
    expect(await edges('mid', `, 'outgoing', 0`)).toEqual([]);
  });

  it('keeps to hard or to soft relations, each way', async () => {
    expect(await edges('mid', `, 'all', 5, 'hard', 'hard'`)).toEqual(['1 mid>leaf hard outgoing', '1 root>mid hard incoming']);
    expect(await edges('mid', `, 'outgoing', 1, 'both', 'soft'`)).toEqual([
      '1 mid>gone uses outgoing',
      '1 mid>left uses outgoing',
      '1 mid>right uses outgoing',
    ]);
  });

  it('refuses any other direction', async () => {
    await expect(edges('mid', `, 'sideways'`)).rejects.toMatchObject({ code: '22023' });
  });
});

describe('related_configs_recursive', () => {
  it('answers the item itself, its ancestors and what is around, nearest first, and no deleted ones', async () => {
    const names = await related('mid');

    expect(names[0]).toBe('mid');
    expect(names.slice().sort()).toEqual(['end', 'leaf', 'left', 'mid', 'right', 'root']);
    expect(names.at(-1)).toBe('end');
  });

  it('answers deleted items when asked', async () => {
    expect(await related('mid', `, 'outgoing', true, 1`)).toContain('gone');
    expect(await related('mid', `, 'outgoing', true, 1`)).not.toContain('apart');
  });

  it('answers ancestors along the path whatever the direction', async () => {
    expect(await related('leaf')).toEqual(['leaf', 'mid', 'root']);
  });

  it('answers the item alone for a depth of 0', async () => {
    expect(await related('mid', `, 'all', false, 0`)).toEqual(['mid']);
  });

  it('tells where the edges of each item lead, NULL for none', async () => {
    const { rows } = await db.query<{ name: string; related_ids: string[] | null }>(
      `SELECT name, related_ids FROM related_configs_recursive($1, 'outgoing', false, 1)`,
      [ids.mid],
    );
    const targets = Object.fromEntries(rows.map(({ name, related_ids: found }) => [name, found?.map(nameOf).sort() ?? null]));

    expect(targets).toEqual({ mid: ['gone', 'leaf', 'left', 'right'], root: ['mid'], left: null, right: null, leaf: null });
  });

  it('shows an item at once, with its changes of a week and its open insights', async () => {
    const id = await insertRow(db, 'config_items', { name: 'fresh' });
    await insertRow(db, 'config_changes', { config_id: id });
    await insertRow(db, 'config_changes', { config_id: id, created_at: '2020-01-01T00:00:00Z' });
    await insertRow(db, 'config_analysis', { config_id: id });

    const { rows } = await db.query('SELECT name, changes, analysis FROM related_configs_recursive($1)', [id]);
    expect(rows).toEqual([{ name: 'fresh', changes: 1, analysis: { reliability: 1 } }]);
  });
});

describe('the parent of an item', () => {
  it('is a hard relation that follows parent_id', async () => {
    const id = await insertRow(db, 'config_items', { name: 'moved', parent_id: ids.root });
    const parents = async () =>
      (
        await db.query<{ id: string }>(
          `SELECT config_id AS id FROM config_relationships WHERE related_id = $1 AND relation = 'hard' AND deleted_at IS NULL`,
          [id],
        )
      ).rows.map((row) => nameOf(row.id));

    const first = await parents();
    await db.query('UPDATE config_items SET parent_id = $2 WHERE id = $1', [id, ids.mid]);
    const second = await parents();
    await db.query('UPDATE config_items SET parent_id = NULL WHERE id = $1', [id]);

    expect([first, second, await parents()]).toEqual([['root'], ['mid'], []]);
  });

  it('may come after the item in a batch', async () => {
    await db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO config_items (name, type, config_class, parent_id) VALUES ('child', 'T', 'T', '0192d000-0000-0000-0000-00000000000a')`,
      );
      await tx.query(
        `INSERT INTO config_items (id, name, type, config_class) VALUES ('0192d000-0000-0000-0000-00000000000a', 'parent', 'T', 'T')`,
      );
    });

    expect(
      await readValue(
        db,
        `SELECT config_path((SELECT id FROM config_items WHERE name = 'child')) LIKE '0192d000-0000-0000-0000-00000000000a.%'`,
      ),
    ).toBe(true);
  });

  it('an item without a name is called by the end of its id', async () => {
    const id = await insertRow(db, 'config_items', { name: '' });

    expect(await readValue(db, 'SELECT name FROM config_items WHERE id = $1', [id])).toBe(id.slice(-12));
  });
});

describe('smaller functions', () => {
  it('get_recursive_path goes up from the nearest ancestor', async () => {
    const { rows } = await db.query<Edge>('SELECT * FROM get_recursive_path($1)', [ids.leaf]);

    expect(rows.map((row) => [row.depth, nameOf(row.id), nameOf(row.related_id), row.relation_type, row.direction])).toEqual([
      [1, 'mid', 'leaf', 'parent', 'incoming'],
      [2, 'root', 'mid', 'parent', 'incoming'],
    ]);
  });

  it('a path that ends in the item itself is read the same', async () => {
    const id = await insertRow(db, 'config_items', { name: 'self' });
    await db.query('UPDATE config_items SET path = $2 WHERE id = $1', [id, `${ids.root}.${id}`]);
    const { rows } = await db.query<Edge>('SELECT * FROM get_recursive_path($1)', [id]);

    expect(rows.map((row) => [row.depth, nameOf(row.id), row.related_id === id])).toEqual([[1, 'root', true]]);
  });

  it('related_config_ids_recursive answers both ends with their smallest depth', async () => {
    const { rows } = await db.query<{ id: string; direction: string; depth: number }>(
      `SELECT * FROM related_config_ids_recursive($1, 'outgoing', 2)`,
      [ids.mid],
    );

    expect(rows.map((row) => `${nameOf(row.id)} ${row.depth}`).sort()).toEqual([
      'end 2',
      'gone 1',
      'leaf 1',
      'left 1',
      'mid 1',
      'right 1',
    ]);
  });

  it('related_configs answers the items an edge leads to', async () => {
    const { rows } = await db.query<{ name: string }>(`SELECT name FROM related_configs($1) ORDER BY name`, [ids.mid]);

    expect(rows.map(({ name }) => name)).toEqual(['end', 'leaf', 'left', 'right', 'root']);
  });
});

describe('related_changes_recursive', () => {
  beforeAll(async () => {
    for (const name of ['root', 'mid', 'leaf', 'end', 'gone'])
      await insertRow(db, 'config_changes', { config_id: ids[name], summary: name });
  });
  const changes = async (parameters: string) => {
    const { rows } = await db.query<{ summary: string }>(
      `SELECT summary FROM related_changes_recursive($1, ${parameters}) ORDER BY summary`,
      [ids.mid],
    );
    return rows.map(({ summary }) => summary);
  };

  it.each([
    [`'none'`, ['mid']],
    [`''`, ['mid']],
    [`'downstream'`, ['end', 'leaf', 'mid']],
    [`'downstream', true`, ['end', 'gone', 'leaf', 'mid']],
    [`'downstream', false, 1`, ['leaf', 'mid']],
    [`'upstream'`, ['end', 'mid', 'root']],
    [`'all'`, ['end', 'leaf', 'mid', 'root']],
  ])('with %s answers those of %j', async (parameters, expected) => {
    expect(await changes(parameters)).toEqual(expected);
  });

  it('refuses any other direction', async () => {
    await expect(changes(`'sideways'`)).rejects.toMatchObject({ code: '22023' });
  });

  it('answers the changes of a deleted item that is asked for itself', async () => {
    const { rows } = await db.query(`SELECT summary FROM related_changes_recursive($1, 'downstream')`, [ids.gone]);

    expect(rows).toEqual([{ summary: 'gone' }]);
  });
});

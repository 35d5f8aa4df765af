import { type Company, createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Queryable } from '../database.ts';
import { readValue } from './testing/observe.ts';

let pool: Database;
let company: Company;
beforeAll(async () => {
  pool = await createTestDatabase();
  company = await insertCompany(pool);
});
afterAll(() => pool.close());

/** Each test writes in a transaction that is undone. */
let db: Queryable;
let undo: () => Promise<unknown>;
beforeEach(
  () =>
    new Promise<void>((begun) => {
      const ended = pool.transaction((tx) => {
        db = tx;
        begun();
        return new Promise((_, reject) => {
          undo = () => {
            reject(new Error('undone'));
            return ended.catch(() => undefined);
          };
        });
      });
    }),
);
afterEach(() => undo());

const DELETED = '2024-10-29T00:00:00.000Z';
const markDeleted = (table: string, id: string) => db.query(`UPDATE ${table} SET deleted_at = $2 WHERE id = $1`, [id, DELETED]);

async function deletedAt(table: string, column: string, id: string): Promise<(string | null)[]> {
  const { rows } = await db.query<{ at: Date | null }>(`SELECT deleted_at AS at FROM ${table} WHERE ${column} = $1`, [id]);
  return rows.map(({ at }) => at?.toISOString() ?? null);
}

describe('what goes with a deleted row (data-model §6.2)', () => {
  it('a canary takes its checks and their relations to components along, at the same time', async () => {
    await markDeleted('canaries', company.canaryId);

    expect(await deletedAt('checks', 'id', company.checkId)).toEqual([DELETED]);
    expect(await deletedAt('check_component_relationships', 'check_id', company.checkId)).toEqual([DELETED]);
    expect(await deletedAt('check_config_relationships', 'check_id', company.checkId)).toEqual([null]);
  });

  it('a check takes its relations to components along, not those to items', async () => {
    await markDeleted('checks', company.checkId);

    expect(await deletedAt('check_component_relationships', 'check_id', company.checkId)).toEqual([DELETED]);
    expect(await deletedAt('check_config_relationships', 'check_id', company.checkId)).toEqual([null]);
    expect(await deletedAt('canaries', 'id', company.canaryId)).toEqual([null]);
  });

  it('a component takes its relations along, and no team owns it any more', async () => {
    await markDeleted('components', company.componentId);

    expect(await deletedAt('component_relationships', 'relationship_id', company.componentId)).toEqual([DELETED]);
    expect(await deletedAt('check_component_relationships', 'component_id', company.componentId)).toEqual([DELETED]);
    expect(await deletedAt('config_component_relationships', 'component_id', company.componentId)).toEqual([DELETED]);
    expect(await readValue(db, 'SELECT count(*) FROM team_components')).toBe(0);
  });

  it('a component takes along what it is a child of too', async () => {
    await markDeleted('components', company.childComponentId);

    expect(await deletedAt('component_relationships', 'component_id', company.childComponentId)).toEqual([DELETED]);
  });

  it('a team owns nothing any more', async () => {
    await markDeleted('teams', company.teamId);

    expect(await readValue(db, 'SELECT count(*) FROM team_components')).toBe(0);
  });

  it('what was deleted before keeps its own time', async () => {
    await db.query(`UPDATE checks SET deleted_at = '2020-01-01T00:00:00Z' WHERE id = $1`, [company.checkId]);
    await markDeleted('canaries', company.canaryId);

    expect(await deletedAt('checks', 'id', company.checkId)).toEqual(['2020-01-01T00:00:00.000Z']);
  });
});

describe('agents', () => {
  it.each([
    ['a soft delete', `UPDATE agents SET deleted_at = now() WHERE id = $1`],
    ['a hard delete', `DELETE FROM agents WHERE id = $1`],
  ])('%s makes the tokens of its person expire', async (_what, sql) => {
    const agent = await insertRow(db, 'agents', { name: 'spare', person_id: company.personId });

    await db.query(sql, [agent]);

    expect(await readValue(db, 'SELECT bool_and(expires_at <= now()) FROM access_tokens')).toBe(true);
  });

  it('a token that expired already keeps its time', async () => {
    await db.query(`UPDATE access_tokens SET expires_at = '2020-01-01T00:00:00Z'`);
    const agent = await insertRow(db, 'agents', { name: 'spare', person_id: company.personId });
    await markDeleted('agents', agent);

    expect(await readValue(db, 'SELECT extract(year FROM expires_at)::integer FROM access_tokens')).toBe(2020);
  });

  it('take everything they sent along when that is asked for, and leave the rest', async () => {
    const agentId = company.agentId;
    const mine = { agent_id: agentId };
    const canary = await insertRow(db, 'canaries', { ...mine, name: 'remote' });
    const ids = {
      canaries: canary,
      checks: await insertRow(db, 'checks', { ...mine, canary_id: canary }),
      topologies: await insertRow(db, 'topologies', { ...mine, name: 'remote' }),
      components: await insertRow(db, 'components', { ...mine, name: 'remote' }),
      config_scrapers: await insertRow(db, 'config_scrapers', mine),
      config_items: await insertRow(db, 'config_items', mine),
      logging_backends: await insertRow(db, 'logging_backends', mine),
    };

    await db.query(`UPDATE agents SET deleted_at = $2, cleanup = true WHERE id = $1`, [agentId, DELETED]);

    for (const [table, id] of Object.entries(ids)) expect([table, await deletedAt(table, 'id', id)]).toEqual([table, [DELETED]]);
    expect(await deletedAt('components', 'id', company.componentId)).toEqual([null]);
  });

  it('leave what they sent when it is not', async () => {
    await markDeleted('agents', company.agentId);

    expect(await deletedAt('config_items', 'agent_id', company.agentId)).toEqual([null]);
  });

  it('the local one keeps its resources', async () => {
    await expect(db.query(`SELECT delete_agent_resources('00000000-0000-0000-0000-000000000000', now())`)).rejects.toMatchObject({
      code: '22023',
    });
  });
});

describe('identities', () => {
  const insertIdentity = (email: string) =>
    insertRow(db, 'identities', { traits: { email, name: { first: 'Lin', last: 'Clark' } } });

  it('make a person of the same id', async () => {
    const id = await insertIdentity('lin@example.com');

    expect((await db.query('SELECT name, email FROM people WHERE id = $1', [id])).rows).toEqual([
      { name: 'Lin Clark', email: 'lin@example.com' },
    ]);
  });

  it('rename their person', async () => {
    const id = await insertIdentity('lin@example.com');
    await db.query(`UPDATE identities SET traits = '{"email": "l@example.com", "name": {"first": "L"}}' WHERE id = $1`, [id]);

    expect((await db.query('SELECT name, email FROM people WHERE id = $1', [id])).rows).toEqual([
      { name: 'L', email: 'l@example.com' },
    ]);
  });

  it('leave a person deleted who was, and bring one back when they are made again', async () => {
    const id = await insertIdentity('lin@example.com');
    const isDeleted = () => readValue(db, 'SELECT deleted_at IS NOT NULL FROM people WHERE id = $1', [id]);
    await db.query('SELECT delete_person($1)', [id]);
    await db.query(`UPDATE identities SET traits = '{"email": "l@example.com"}' WHERE id = $1`, [id]);
    expect(await isDeleted()).toBe(true);

    await db.query('DELETE FROM identities WHERE id = $1', [id]);
    await insertRow(db, 'identities', { id, traits: { email: 'lin@example.com' } });
    expect(await isDeleted()).toBe(false);
  });

  it('take roles and tokens of their person away when they are deleted', async () => {
    await db.query('DELETE FROM identities WHERE id = $1', [company.personId]);

    expect(await readValue(db, 'SELECT deleted_at IS NOT NULL FROM people WHERE id = $1', [company.personId])).toBe(true);
    expect(await readValue(db, 'SELECT count(*) FROM casbin_rule')).toBe(0);
    expect(await readValue(db, 'SELECT bool_and(expires_at <= now()) FROM access_tokens')).toBe(true);
  });

  it('have one address each, in whatever case', async () => {
    await insertIdentity('lin@example.com');

    await expect(insertIdentity('LIN@example.com')).rejects.toMatchObject({ code: '23505' });
  });
});

describe('checks', () => {
  const status = (value: string) =>
    db.query('UPDATE checks SET status = $2, last_runtime = $3 WHERE id = $1', [company.checkId, value, '2024-10-29T00:00:00Z']);
  const transition = () => readValue<Date>(db, 'SELECT last_transition_time FROM checks WHERE id = $1', [company.checkId]);

  it('say when their status changed', async () => {
    await status('unhealthy');
    expect((await transition())?.toISOString()).toBe('2024-10-29T00:00:00.000Z');
  });

  it('do not when it stayed', async () => {
    const before = await transition();
    await status('healthy');
    expect(await transition()).toEqual(before);
  });
});

describe('errors of notification rules', () => {
  const fail = () => db.query(`UPDATE notifications SET error = 'bad filter'`);
  const errors = async () =>
    (await db.query<{ error: string | null }>('SELECT error FROM notifications ORDER BY name')).rows.map(({ error }) => error);

  it.each([[`filter = 'true'`], [`template = 'new'`], [`custom_services = '[]'`], ['team_id = NULL, person_id = NULL']])(
    'go when %s is set',
    async (set) => {
      await fail();
      await db.query(`UPDATE notifications SET ${set} WHERE name = 'chat'`);

      expect(await errors()).toEqual(['bad filter', null]);
    },
  );

  it('stay when anything else changes', async () => {
    await fail();
    await db.query(`UPDATE notifications SET title = 'x'`);

    expect(await errors()).toEqual(['bad filter', 'bad filter']);
  });

  it('of a team go with a change of its specification', async () => {
    await fail();
    await db.query(`UPDATE teams SET spec = '{"notifications": []}'`);

    expect(await errors()).toEqual(['bad filter', null]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from './testing/requests.ts';
import { id } from './testing/schema.ts';

let test: TestApi;
beforeAll(async () => {
  test = await openTestApi({ now: () => new Date('2024-01-02T12:00:00Z') });
});
afterAll(() => test.close());

const COUNTED = { headers: { prefer: 'count=exact' } };

async function json(line: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await test.send(line, { headers });
  expect(answer.text, line).not.toContain('"code"');
  expect(answer.status, line).toBe(200);
  return answer.json;
}

describe('health calls (console-calls §1.3)', () => {
  it('reads a check with its canary, agent, components and configs', async () => {
    const select =
      '*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';
    expect(await json(`GET checks?id=eq.${id('1')}&select=${select}`)).toEqual([
      {
        id: id('1'),
        canary_id: id('c1'),
        agent_id: id('a1'),
        type: 'http',
        name: 'home page',
        icon: 'http',
        labels: { team: 'shop', 'app.kubernetes.io/name': 'web' },
        status: 'healthy',
        last_runtime: '2024-03-01T10:00:00+00:00',
        created_at: '2024-01-01T00:00:00+00:00',
        deleted_at: null,
        canaries: { id: id('c1'), name: 'web', source: 'kubernetes/1' },
        agents: { id: id('a1'), name: 'north' },
        components: [
          { components: { id: id('b1'), name: 'shop', icon: 'cart' } },
          { components: { id: id('b2'), name: 'payments', icon: null } },
        ],
        configs: [{ configs: { id: id('d1'), name: 'node-1', type: 'Kubernetes::Node' } }],
      },
    ]);
  });

  it('gives empty lists and null for a check without relations', async () => {
    const select = 'id,agents!checks_agent_id_fkey(id),components:check_component_relationships(components(id))';
    expect(await json(`GET checks?id=eq.${id('2')}&select=${select}`)).toEqual([{ id: id('2'), agents: null, components: [] }]);
  });

  it('pages the history of a check with an exact count', async () => {
    const line = `GET check_statuses?check_id=eq.${id('1')}&time=gt.2024-03-01T10:05:00.000Z&order=time.desc&limit=10&offset=20`;
    const answer = await test.send(line, COUNTED);
    expect([answer.status, answer.headers['content-range']]).toEqual([206, '20-29/54']);
    expect(answer.json).toHaveLength(10);
    expect(answer.json).toMatchObject([{ time: '2024-03-01T10:39:00', message: 'run 39' }, {}, {}, {}, {}, {}, {}, {}, {}, {}]);
  });

  it.each([
    ['1', 40],
    ['0', 20],
    ['true', 40],
  ])('compares a boolean column with the literal %s', async (literal, total) => {
    const answer = await test.send(`HEAD check_statuses?status=eq.${literal}&duration=gte.0`, COUNTED);
    expect(answer.headers['content-range']).toBe(`0-${total - 1}/${total}`);
    expect(answer.text).toBe('');
  });

  it('answers an empty counted list with */0', async () => {
    const answer = await test.send(`GET check_statuses?check_id=eq.${id('9')}`, COUNTED);
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([200, '*/0', '[]']);
  });

  it.each([
    [
      `checks?id=eq.${id('1')}&select=id,name,icon,status,type`,
      [{ id: id('1'), name: 'home page', icon: 'http', status: 'healthy', type: 'http' }],
    ],
    [
      `canaries?id=eq.${id('c2')}&select=id,source,spec,name,namespace`,
      [{ id: id('c2'), source: 'UI', spec: {}, name: 'db', namespace: 'default' }],
    ],
    [
      `agents?select=id,name,description&id=in.(${id('a1')},${id('a9')})`,
      [{ id: id('a1'), name: 'north', description: 'North site' }],
    ],
    ['check_names?select=name', [{ name: 'basket' }, { name: 'home page' }]],
  ])('reads %s', async (path, rows) => {
    expect(await json(`GET ${path}`)).toEqual(rows);
  });
});

describe('dialect in use (console-calls §5.1)', () => {
  const names = async (query: string) => {
    const rows = await json(`GET configs?select=name&order=name&${query}`);
    return Array.isArray(rows) ? rows.map((row: { name: string }) => row.name) : rows;
  };

  it.each([
    ['type=ilike.kubernetes%3A%3Apod', ['pod, (two)', 'pod-1']],
    ['name=ilike.*POD*', ['pod, (two)', 'pod-1']],
    ['name=ilike.**', ['node-1', 'pod, (two)', 'pod-1']],
    ['name=not.eq.', ['node-1', 'pod, (two)', 'pod-1']],
    ['type=in.(Kubernetes::Pod,AWS::Thing)', ['pod, (two)', 'pod-1']],
    ['name=in.("pod, (two)","x")', ['pod, (two)']],
    ['name=in.()', []],
    ['name=not.in.()', ['node-1', 'pod, (two)', 'pod-1']],
    ['deleted_at=is.null', ['node-1', 'pod, (two)', 'pod-1']],
    ['or=(name.ilike.*node*,type.ilike.*missing*)', ['node-1']],
    ['and=(created_at.gte.2024-01-02T00:00:00Z,created_at.lte.2024-01-02T23:00:00Z)', ['pod-1']],
    ['or=(and(created_at.gte.2024-01-01,created_at.lt.2024-01-02),and(name.eq.pod-1,type.neq.x))', ['node-1', 'pod-1']],
    ['or=(and(labels->>zone.eq.a))', ['node-1']],
    ['or=(and(labels->>zone.neq.a))', ['pod, (two)']],
    ['created_at=lt.now()', ['node-1', 'pod, (two)', 'pod-1']],
    ['created_at=gt.now()', []],
    ['tags=cs.{y}', ['node-1', 'pod-1']],
    ['tags=ov.{x,z}', ['node-1']],
    ['cost=gte.12.5', ['node-1']],
    ['name=like(any).{node*,*two*}', ['node-1', 'pod, (two)']],
    ['name=eq(all).{pod-1}', ['pod-1']],
  ])('filters with %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('reads label keys with dots and slashes, in and/or and alone', async () => {
    const expected = [{ id: id('1') }];
    expect(await json('GET checks?select=id&or=(and(labels->>app.kubernetes.io/name.eq.web))')).toEqual(expected);
    expect(await json('GET checks?select=id&labels->>app.kubernetes.io/name=eq.web')).toEqual(expected);
    expect(await json('GET checks?select=app:labels->>app.kubernetes.io/name&labels=not.is.null&order=id')).toEqual([
      { app: 'web' },
      { app: null },
    ]);
  });

  it('embeds through a column, under its name, an alias, or in place of the column', async () => {
    const person = { id: id('f1'), name: 'Ada', avatar: 'ada.png' };
    expect(await json('GET agents?select=*,created_by(id,id,name,avatar)&name=eq.north')).toMatchObject([
      { name: 'north', created_by: person },
    ]);
    expect(await json('GET canaries?select=name,agent:agent_id(id,name)&order=name')).toEqual([
      { name: 'db', agent: null },
      { name: 'web', agent: { id: id('a1'), name: 'north' } },
    ]);
  });

  it('leads from a key column to the view that stands for the hidden base table', async () => {
    const select =
      '*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),createdBy:created_by(name)';
    expect(await json(`GET silences?select=${select}&order=id.asc&deleted_at=is.null&`)).toMatchObject([
      { checks: { id: id('1'), name: 'home page', type: 'http', status: 'healthy' }, catalog: null, createdBy: { name: 'Ada' } },
      {
        checks: null,
        catalog: { id: id('d1'), name: 'node-1', type: 'Kubernetes::Node', config_class: 'Node' },
        createdBy: null,
      },
    ]);
  });

  it('embeds two keys to the same view by their constraints, with an order on the embed', async () => {
    const select =
      'config_id,configs:configs!config_relationships_config_id_fkey(id, name),related:configs!config_relationships_related_id_fkey(name)';
    const line = `GET config_relationships?or=(related_id.eq.${id('d1')},config_id.eq.${id('d1')})&configs.order=name&select=${select}&deleted_at=is.null&order=config_id`;
    expect(await json(line)).toEqual([
      { config_id: id('d1'), configs: { id: id('d1'), name: 'node-1' }, related: { name: 'pod-1' } },
      { config_id: id('d3'), configs: { id: id('d3'), name: 'pod, (two)' }, related: { name: 'node-1' } },
    ]);
  });

  it('embeds many to many, from views that hide their key in a common table expression', async () => {
    expect(
      await json(`GET checks?id=eq.${id('1')}&select=components(name)&components.order=name.desc&components.limit=1`),
    ).toEqual([{ components: [{ name: 'shop' }] }]);
    expect(await json('GET checks_per_canary?select=checks,canaries(name)&order=checks.desc')).toEqual([
      { checks: 2, canaries: { name: 'web' } },
      { checks: 1, canaries: { name: 'db' } },
    ]);
    expect(await json('GET check_names?select=name,canary:canaries(name)&limit=1')).toEqual([
      { name: 'basket', canary: { name: 'web' } },
    ]);
  });

  it('filters parents by their embeds', async () => {
    expect(await json('GET canaries?select=name,checks!inner(name)&checks.type=eq.postgres')).toEqual([
      { name: 'db', checks: [{ name: 'orders' }] },
    ]);
    expect(await json('GET canaries?select=name,checks(name)&checks.type=eq.postgres&order=name')).toEqual([
      { name: 'db', checks: [{ name: 'orders' }] },
      { name: 'web', checks: [] },
    ]);
    expect(await json('GET checks?select=name,canaries()&canaries.name=eq.db&canaries=not.is.null')).toEqual([
      { name: 'orders' },
    ]);
    expect(await json('GET checks?select=name,components!inner()&components.name=eq.shop')).toEqual([{ name: 'home page' }]);
  });

  it('calls functions by GET with arguments and filters', async () => {
    const line = `GET rpc/related_configs?config_id=${id('d1')}&max_depth=3&type.filter=Kubernetes::Pod,!x&order=name`;
    expect(await json(line)).toEqual([{ id: id('d2'), name: 'pod-1', type: 'Kubernetes::Pod', depth: 3 }]);
  });
});

describe('tolerances (console-calls §5.2–5.5, §6)', () => {
  it.each([
    'GET agents?&select=name&&limit=1&',
    'GET agents??select=name&limit=1',
    'GET agents?select= name &limit=1&offset=',
    'GET agents?select=name))&limit=1',
    'GET agents?select=name,name&limit=1&limit=',
    'GET agents?select=name,created_by(name)))&limit=1&select=name',
  ])('lets pass %s', async (line) => {
    expect(await json(line)).toMatchObject([{ name: 'north' }]);
  });

  it('takes + for a blank', async () => {
    expect(await json('GET checks?select=name&name=eq.home+page')).toEqual([{ name: 'home page' }]);
  });

  it('merges several select parameters', async () => {
    expect(await json(`GET checks?select=id&select=canary:canaries(name)&id=eq.${id('1')}`)).toEqual([
      { id: id('1'), canary: { name: 'web' } },
    ]);
  });

  it('lets the last order win', async () => {
    expect(await json('GET agents?select=name&order=created_at.desc&limit=1&offset=0&order=name.asc')).toEqual([
      { name: 'north' },
    ]);
  });

  it('falls back to the default order when the order names no column', async () => {
    expect(await json('GET agents?select=name&order=jobStatus.asc')).toEqual([{ name: 'south' }, { name: 'north' }]);
    expect(await json('GET agents?select=name&order=Created At.desc')).toEqual([{ name: 'south' }, { name: 'north' }]);
  });

  it.each([
    ['name.filter=node-1,pod-1', ['node-1', 'pod-1']],
    ['name.filter=!node-1', ['pod, (two)', 'pod-1']],
    ['name.filter=pod*', ['pod, (two)', 'pod-1']],
    ['name.filter=*-1,!pod-1', ['node-1']],
    ['name.filter=*od*', ['node-1', 'pod, (two)', 'pod-1']],
    ['name.filter=!pod*', ['node-1']],
    ['name.filter=node-1&name.filter=pod-1', ['node-1']],
    ['name.filter=', ['node-1', 'pod, (two)', 'pod-1']],
    ['created_at.filter=now-1d', ['node-1']],
    ['created_at.filter=>now-1d/d', ['pod, (two)', 'pod-1']],
    ['created_at.filter=%3D2024-01-02T00:00:00Z', ['pod-1']],
  ])('expands %s', async (query, expected) => {
    const rows = await json(`GET configs?select=name&order=name&${query}`);
    expect(rows).toEqual(expected.map((name) => ({ name })));
  });

  it('still filters an embedded column that is called filter', async () => {
    expect(await json(`GET checks?select=id,silences(id)&silences.filter=eq.f2&id=eq.${id('1')}`)).toEqual([
      { id: id('1'), silences: [] },
    ]);
  });
});

import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSelector, matches, matchesAll, type Resource, type ResourceSelector, SelectorError, toSql } from './index.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const LOCAL = '00000000-0000-0000-0000-000000000000';
const NORTH = '00000000-0000-4000-8000-0000000000a1';
const SCRAPER = '00000000-0000-4000-8000-0000000000b1';

function idOf(n: number): string {
  return `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
}

function item(n: number, given: Record<string, unknown>): Resource {
  return {
    id: idOf(n),
    agent_id: LOCAL,
    scraper_id: null,
    name: `item-${n}`,
    type: 'Kubernetes::Pod',
    config_class: 'Pod',
    status: 'Running',
    health: 'healthy',
    external_id: null,
    labels: null,
    tags: null,
    config: null,
    properties: null,
    created_at: new Date('2026-03-01T00:00:00Z'),
    deleted_at: null,
    ...given,
  };
}

const ITEMS: readonly Resource[] = [
  item(1, {
    name: 'web',
    labels: { app: 'web', tier: 'front' },
    tags: { namespace: 'shop', cluster: 'eu' },
    scraper_id: SCRAPER,
  }),
  item(2, { name: 'web-db', type: 'Postgres::Database', config_class: 'Database', labels: { app: 'web' }, health: 'unhealthy' }),
  item(3, {
    name: 'Worker',
    type: 'Kubernetes::Deployment',
    status: null,
    tags: { namespace: 'jobs' },
    external_id: ['worker', 'jobs/worker'],
  }),
  item(4, { name: 'old', deleted_at: new Date('2026-03-09T00:00:00Z'), tags: { namespace: 'shop' } }),
  item(5, { name: 'far', agent_id: NORTH, labels: { app: 'far', 'app.kubernetes.io/name': 'far' } }),
  item(6, {
    name: '100%_sure',
    config: { spec: { replicas: 3, image: 'shop:1.2' } },
    created_at: new Date('2026-03-10T09:00:00Z'),
  }),
  item(7, {
    name: 'vm',
    properties: [
      { name: 'os', text: 'linux' },
      { name: 'cpus', value: 4 },
    ],
    labels: { app: 'vm', version: '10' },
  }),
];

function selected(selector: ResourceSelector): string[] {
  const compiled = compileSelector('config', selector);
  return ITEMS.filter((each) => matches(compiled, each, NOW)).map(({ name }) => String(name));
}

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(`INSERT INTO agents (id, name) VALUES ($1, 'north')`, [NORTH]);
  await db.query(`INSERT INTO config_scrapers (id, name, spec, source) VALUES ($1, 'infra/kubernetes', '{}', 'UI')`, [SCRAPER]);
  for (const each of ITEMS) {
    await db.query(
      `INSERT INTO config_items (id, agent_id, scraper_id, name, type, config_class, status, health, external_id, labels, tags, config,
         properties, created_at, deleted_at)
       SELECT id, agent_id, scraper_id, name, type, config_class, status, health, external_id, labels, tags, config, properties, created_at,
         deleted_at FROM jsonb_populate_record(NULL::config_items, $1::jsonb)`,
      [JSON.stringify(each)],
    );
  }
});
afterAll(() => db.close());

async function selectedBySql(selector: ResourceSelector): Promise<string[]> {
  const { text, values } = toSql(compileSelector('config', selector), { now: NOW });
  const { rows } = await db.query<{ name: string }>(`SELECT t.name FROM config_items t WHERE ${text} ORDER BY t.id`, [...values]);
  return rows.map(({ name }) => name);
}

const CASES: readonly [rule: string, selector: ResourceSelector, names: readonly string[]][] = [
  ['a selector that asks for nothing means nothing', {}, []],
  ['an agent, a limit or deleted ones alone ask for nothing', { agent: 'all', limit: 3, includeDeleted: true }, []],
  ['name is exact', { name: 'web' }, ['web']],
  ['a name may end or begin in a wildcard', { name: 'web*' }, ['web', 'web-db']],
  ['the namespace of an item is a tag', { namespace: 'shop' }, ['web']],
  ['deleted ones come only when asked for', { namespace: 'shop', includeDeleted: true }, ['web', 'old']],
  ['types are alternatives', { types: ['Postgres::Database', 'Kubernetes::Deployment'] }, ['web-db', 'Worker']],
  ['an exclusion asks for another value to be there', { statuses: ['!Stopped'] }, ['web', 'web-db', '100%_sure', 'vm']],
  ['health is a match list', { health: 'unhealthy,warning' }, ['web-db']],
  ['without an agent the local one is meant', { labelSelector: 'app' }, ['web', 'web-db', 'vm']],
  ['all agents', { labelSelector: 'app', agent: 'all' }, ['web', 'web-db', 'far', 'vm']],
  ['an id needs no agent', { id: idOf(5) }, ['far']],
  ['a malformed id means nothing', { id: 'x' }, []],
  ['labels: equal and different', { labelSelector: 'app=web,tier!=back' }, ['web']],
  ['labels as a map hold exactly, whatever is in them', { labels: { app: 'web', tier: 'front' } }, ['web']],
  ['an external id is one of several', { externalId: 'jobs/worker' }, ['Worker']],
  ['labels: in and notin', { labelSelector: 'app in (web, vm),app notin (vm)' }, ['web', 'web-db']],
  ['labels: absent', { name: 'web*', labelSelector: '!tier' }, ['web-db']],
  ['labels: keys with dots and slashes', { labelSelector: 'app.kubernetes.io/name=far', agent: 'all' }, ['far']],
  ['labels: greater by number', { labelSelector: 'version>9' }, ['vm']],
  ['tags', { tagSelector: 'cluster=eu' }, ['web']],
  ['fields: a column, a member of the external ids', { fieldSelector: 'config_class=Pod,external_id=worker' }, ['Worker']],
  ['fields: member', { fieldSelector: 'external_id in (worker,x)' }, ['Worker']],
  ['fields: any other is a property', { fieldSelector: 'os=linux,cpus=4' }, ['vm']],
  ['scope by id', { scope: SCRAPER }, ['web']],
  ['search: a word begins a name, a tag or a label, whatever its case', { search: 'WEB' }, ['web', 'web-db']],
  ['search: a tag value', { search: 'job' }, ['Worker']],
  ['search: wildcards of LIKE are ordinary', { search: '100%_' }, ['100%_sure']],
  ['search: words side by side all hold', { search: 'web front' }, ['web']],
  ['search: fields with match lists', { search: 'type=Postgres*,*Deployment health!=healthy' }, ['web-db']],
  ['search: the last part of a type is enough', { search: 'type=pod' }, ['web', '100%_sure', 'vm']],
  ['search: labels and tags by key', { search: 'labels.app=web tags.cluster=eu' }, ['web']],
  ['search: presence and absence', { search: 'labels.app !labels.tier' }, ['web-db', 'vm']],
  ['search: any other name is a label', { search: 'tier=front' }, ['web']],
  ['search: a path of the document', { search: 'config.spec.replicas>2' }, ['100%_sure']],
  ['search: a text of the document', { search: 'config.spec.image=shop*' }, ['100%_sure']],
  ['search: dates with date math', { search: 'created>now-1d' }, ['100%_sure']],
  ['search: properties', { search: 'properties.os=linux,bsd' }, ['vm']],
  ['search: a value of any label', { search: 'labels=fron*' }, ['web']],
  ['search: alternatives and groups', { search: '(name=vm | name=worker) type=*' }, ['Worker', 'vm']],
  ['search: negation', { search: 'labels.app -web' }, ['vm']],
  ['search: quoted values', { search: 'name="web-db"' }, ['web-db']],
  ['search: deleted ones when it speaks of them', { search: 'deleted>2026-03-08' }, ['old']],
  ['search: agent=all', { search: 'app=far agent=all' }, ['far']],
];

describe('selecting configuration items', () => {
  it.each(CASES)('%s', async (_rule, selector, names) => {
    expect(selected(selector)).toEqual(names);
    expect(await selectedBySql(selector)).toEqual(names);
  });

  it('finds agents and scopes by name in the database', async () => {
    expect(await selectedBySql({ labelSelector: 'app', agent: 'north' })).toEqual(['far']);
    expect(await selectedBySql({ scope: 'infra/kubernetes' })).toEqual(['web']);
    expect(await selectedBySql({ scope: 'infra/other' })).toEqual([]);
  });

  it('takes the limit from the selector, else from the search', () => {
    expect(compileSelector('config', { search: 'web limit=5' }).limit).toBe(5);
    expect(compileSelector('config', { search: 'web limit=5', limit: 2 }).limit).toBe(2);
  });

  it('means a resource by a list only when every selector of it does', () => {
    const [web] = ITEMS;
    if (web === undefined) throw new Error('no item');
    expect(matchesAll('config', [{ name: 'web' }, { tagSelector: 'cluster=eu' }], web, NOW)).toBe(true);
    expect(matchesAll('config', [{ name: 'web' }, { tagSelector: 'cluster=us' }], web, NOW)).toBe(false);
    expect(matchesAll('config', [], web, NOW)).toBe(false);
  });
});

describe('other kinds', () => {
  it('select a component by the columns of its field selector', async () => {
    const { text, values } = toSql(
      compileSelector('component', { fieldSelector: 'owner=ops', namespace: 'shop', scope: 'infra/top' }),
      { now: NOW },
    );
    await expect(db.query(`SELECT t.id FROM components t WHERE ${text}`, [...values])).resolves.toMatchObject({ rows: [] });
  });

  it.each(['check', 'canary', 'playbook', 'connection'] as const)('reach the relation of a %s', async (kind) => {
    const { text, values } = toSql(compileSelector(kind, { search: 'name=a* id!=x', namespace: 'n' }), { now: NOW, first: 1 });
    await expect(
      db.query(`SELECT t.id FROM ${kind === 'check' ? 'checks' : `${kind === 'canary' ? 'canarie' : kind}s`} t WHERE ${text}`, [
        ...values,
      ]),
    ).resolves.toBeDefined();
  });
});

describe('what cannot be understood', () => {
  it.each([
    ['config', { labelSelector: 'a b' }, '"a b" is not part of a selector'],
    ['check', { tagSelector: 'a=b' }, 'a check cannot be selected by tags'],
    ['check', { fieldSelector: 'owner=x' }, 'a check cannot be selected by fields'],
    ['component', { fieldSelector: 'cpus>3' }, 'cannot be selected by the field "cpus"'],
    ['config', { search: 'name>=3' }, '">=" at character 1'],
    ['config', { search: '(name=a' }, 'parenthesis at character 1'],
    ['config', { search: 'name=a )' }, 'unexpected ")" at character 8'],
    ['config', { search: 'limit=many' }, 'limit=many is not a whole number'],
    ['playbook', { search: 'colour=red' }, 'a playbook has no field "colour"'],
    ['playbook', { health: 'healthy' }, 'a playbook has no health'],
  ] as const)('%s %j says what is wrong', (kind, selector, message) => {
    expect(() => compileSelector(kind, selector)).toThrow(SelectorError);
    expect(() => compileSelector(kind, selector)).toThrow(message);
  });

  it('says when a time cannot be read', () => {
    expect(() => toSql(compileSelector('config', { search: 'created>soon' }), { now: NOW })).toThrow('"soon" is not a time');
  });
});

describe('memory and database', () => {
  const parts: readonly (readonly ResourceSelector[])[] = [
    ['web', 'web*', '*b', '*e*', '!web', '*'].map((name) => ({ name })),
    ['app', '!app', 'app=web', 'app!=web', 'app in (web,vm)', 'app notin (vm)', 'version>9', 'version<9', 'tier<g'].map(
      (labelSelector) => ({ labelSelector }),
    ),
    ['namespace=shop', '!cluster', 'namespace!=jobs'].map((tagSelector) => ({ tagSelector })),
    ['os=linux', 'os!=linux', 'config_class=Pod', 'external_id!=worker', 'cpus'].map((fieldSelector) => ({ fieldSelector })),
    [
      'w',
      '-w',
      'type=pod',
      'status!=Running',
      'status=!Running',
      'config.spec.replicas=3',
      'health=un*|tier=front',
      'created<now-2d',
      'external_id=worker',
    ].map((search) => ({ search })),
    ['healthy', '!healthy', '*thy'].map((health) => ({ health })),
    ['all', NORTH].map((agent) => ({ agent })),
    [true].map((includeDeleted) => ({ includeDeleted })),
  ];

  it('agree on every combination of two parts', async () => {
    const differing: ResourceSelector[] = [];
    const pairs = parts.flatMap((firsts, at) =>
      parts.slice(at + 1).flatMap((others) => firsts.flatMap((one) => others.map((other) => ({ ...one, ...other })))),
    );
    for (const selector of pairs) {
      const bySql = await selectedBySql(selector);
      if (JSON.stringify(bySql) !== JSON.stringify(selected(selector))) differing.push(selector);
    }
    expect(differing).toEqual([]);
  });
});

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runYaml } from '../testing/run-yaml.ts';
import type { StoredConnection } from '../values/connection.ts';

const SECRET = 'c4n4ry"s3cret & v4lue';
const IN_URL = encodeURIComponent(SECRET);
/** What nobody may read: the secret in each of its forms, and long pieces of it. */
const TOLD = [
  SECRET,
  IN_URL,
  JSON.stringify(SECRET).slice(1, -1),
  SECRET.slice(0, 8),
  Buffer.from(`ada:${SECRET}`).toString('base64'),
];

let target: Server;
let port = 0;
beforeAll(async () => {
  // Repeats everything it is sent, as badly configured servers do in their error pages.
  target = createServer((request, response) => {
    const { url = '', headers } = request;
    const json = JSON.stringify({ url, headers, decoded: decodeURIComponent(url) });
    response
      .writeHead(url.includes('/redirect') ? 302 : 200, { 'content-type': 'application/json', location: `/to${url}` })
      .end(json);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = target.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => target.close());

const stored = (): StoredConnection[] => [
  {
    id: '1',
    name: 'login',
    namespace: 'default',
    type: 'http',
    username: 'ada',
    password: SECRET,
    url: `http://127.0.0.1:${port}/x`,
  },
  { id: '2', name: 'webhook', namespace: 'default', type: 'webhook', url: `http://127.0.0.1:${port}/run/${IN_URL}?x=${IN_URL}` },
  { id: '3', name: 'chat', namespace: 'default', type: 'rocketchat', username: SECRET, password: 'none' },
  { id: '4', name: 'database', namespace: 'default', type: 'postgres', url: `postgres://ada:${SECRET}@127.0.0.1:1/x` },
  { id: '5', name: 'bare', namespace: 'default', type: 'mysql', url: `ada:${SECRET}@tcp(127.0.0.1:1)/x` },
  {
    id: '6',
    name: 'key',
    namespace: 'default',
    type: 'git',
    certificate: `-----BEGIN PRIVATE KEY-----\n${SECRET}\n`,
    url: '/nowhere',
  },
  { id: '7', name: 'dsn', namespace: 'default', type: 'sql_server', url: `server=127.0.0.1,1;user id=sa;password=${SECRET}` },
];

const SHOW = 'display: {expr: "string(results)"}';
const SHOW_HTTP = 'display: {expr: "content + string(headers)"}';
const q = JSON.stringify;

/** Specs that try to tell their secret, each in another place of the result. */
const SPECS: readonly [what: string, spec: () => string, says?: string][] = [
  ['a display', () => `http: [{name: a, connection: connection://login, ${SHOW_HTTP}}]`],
  ['a test that is no boolean', () => `http: [{name: a, connection: connection://login, test: {expr: content}}]`],
  ['a cut text', () => `http: [{name: a, connection: connection://login, test: {expr: '"x".repeat(1)+content'}}]`],
  [
    'an expression that fails',
    () => `http: [{name: a, connection: connection://login, display: {expr: 'content.nothing.there'}}]`,
    'Cannot index',
  ],
  [
    'JavaScript that throws',
    () => `http: [{name: a, connection: connection://login, test: {javascript: 'throw new Error(JSON.stringify(json))'}}]`,
  ],
  [
    'a template that prints everything',
    () => `http: [{name: a, connection: connection://login, display: {template: '{{ . | toJSON }}'}}]`,
  ],
  [
    'a metric',
    () =>
      `http: [{name: a, connection: connection://login, metrics: [{name: m, type: gauge, value: content, labels: [{name: l, valueExpr: content}]}]}]`,
  ],
  [
    'a transform',
    () =>
      `http: [{name: a, connection: connection://login, transform: {expr: '[{"name": json.headers.authorization, "description": content, "icon": content, "message": content, "labels": {"l": content}, "detail": json}].toJSON()'}}]`,
  ],
  ['a transform that is no JSON', () => `http: [{name: a, connection: connection://login, transform: {expr: 'content + "}"'}}]`],
  ['a wrong answer', () => `http: [{name: a, connection: connection://login, responseCodes: [418]}]`, 'is not one of 418'],
  [
    'a redirect',
    () => `http: [{name: a, url: 'http://127.0.0.1:${port}/redirect?token=${IN_URL}', maxRedirects: 1, ${SHOW_HTTP}}]`,
    'stopped after 1',
  ],
  ['a path of a webhook', () => `http: [{name: a, connection: connection://webhook, ${SHOW_HTTP}}]`],
  [
    'a token as user name',
    () => `http: [{name: a, connection: connection://chat, url: 'http://127.0.0.1:${port}/$(username)', ${SHOW_HTTP}}]`,
  ],
  ['an address with a parameter', () => `http: [{name: a, url: 'http://127.0.0.1:${port}/x?api_key=${IN_URL}', ${SHOW_HTTP}}]`],
  ['an address with a login', () => `http: [{name: a, url: 'http://ada:${IN_URL}@127.0.0.1:${port}/x', ${SHOW_HTTP}}]`],
  ['an address that cannot be read', () => `http: [{name: a, url: 'http://ada:${IN_URL}@127.0.0.1:99999/x'}]`, 'cannot be read'],
  ['an address without a scheme', () => `http: [{name: a, url: 'ada:${IN_URL}@127.0.0.1/x'}]`, 'is not supported'],
  [
    'a header',
    () => `http: [{name: a, url: 'http://127.0.0.1:${port}/x', headers: [{name: X-Api-Key, value: ${q(SECRET)}}], ${SHOW_HTTP}}]`,
  ],
  [
    'a bearer token',
    () =>
      `http: [{name: a, url: 'http://127.0.0.1:${port}/x', headers: [{name: Authorization, value: ${q(`Bearer ${SECRET.replaceAll(' ', '')}`)}}], display: {expr: 'json.headers.authorization.split(" ")[1]'}}]`,
  ],
  [
    'a variable of a script',
    () => `exec: [{name: a, script: 'printf %s "$DB_PASSWORD"', env: [{name: DB_PASSWORD, value: ${q(SECRET)}}], ${SHOW}}]`,
  ],
  [
    'a script that fails',
    () =>
      `exec: [{name: a, script: 'printf %s "$T" >&2; exit 3', env: [{name: T, valueFrom: {secretKeyRef: {name: s, key: k}}}]}]`,
  ],
  ['the environment', () => `exec: [{name: a, script: 'env; exit 1', env: [{name: API_TOKEN, value: ${q(SECRET)}}], ${SHOW}}]`],
  [
    'output that is cut within the secret',
    () =>
      `exec: [{name: a, script: 'head -c 1990 /dev/zero | tr "\\0" x; printf %s "$API_TOKEN"; exit 1', env: [{name: API_TOKEN, value: ${q(SECRET)}}]}]`,
  ],
  ['a database that is away', () => `postgres: [{name: a, connection: connection://database, query: SELECT 1}]`, 'refused'],
  [
    'an address without a scheme of a database',
    () => `mysql: [{name: a, connection: connection://bare, query: SELECT 1}]`,
    'refused',
  ],
  ['a list of pairs', () => `mssql: [{name: a, connection: connection://dsn, query: SELECT 1}]`, 'refused'],
  [
    'a database in the spec',
    () => `postgres: [{name: a, url: 'postgres://ada:${SECRET.replaceAll('"', '?')}@127.0.0.1:1/x', query: SELECT 1}]`,
    'refused',
  ],
  [
    'a connection that is missing',
    () => `http: [{name: a, connection: connection://nothing, password: {value: ${q(SECRET)}}}]`,
    'was not found',
  ],
];

describe('a result does not tell the secret that its check uses', () => {
  it.each(SPECS)('in %s', async (_where, spec, says = '***') => {
    const logged: unknown[] = [];
    const log = {
      debug: (fields: object) => logged.push(fields),
      warn: (fields: object, message: string) => logged.push(fields, message),
    };
    const results = await runYaml(`metadata: {name: c, namespace: default}\nspec: {${spec()}}`, {
      log,
      values: { description: 'test', lookup: async () => SECRET },
      connections: { find: async (query) => stored().find(({ name }) => 'name' in query && query.name === name) },
    });
    const text = JSON.stringify(
      [results, logged.map((entry) => (entry instanceof Object && 'err' in entry ? String(entry.err) : entry))],
      (_key, value) => (typeof value === 'bigint' ? String(value) : value),
    );

    expect(text).toContain(says);
    for (const told of TOLD) {
      expect(text).not.toContain(told);
      expect(text).not.toContain(JSON.stringify(told).slice(1, -1));
    }
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunResult, TryResponseSchema } from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startServer } from '../../../app/start-server.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { readConnection } from '../connection-store.ts';
import { openConnection } from '../stored-connections.ts';
import { CANARY, FORM_CONNECTIONS, NOTHING, type SecretConnection, URL_CONNECTIONS } from './secret-kinds.ts';

const KEY = 'a-key-of-this-test-server';
const CONNECTIONS = [...FORM_CONNECTIONS, ...URL_CONNECTIONS];
/** The secret as the user of basic authentication. */
const AS_USER = Buffer.from(`${CANARY}:`).toString('base64');
const rowsSchema = z.array(z.record(z.string(), z.unknown())).min(1);

let db: Database;
let server: RunningServer;
let folder: string;
let target: Server;
let targetUrl: string;
let personId: string;
const logged: string[] = [];
const ids = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-leaks-'));
  target = createServer((request, response) => {
    const { url = '', headers } = request;
    const isKnown = url.includes(CANARY) || headers.authorization === `Basic ${AS_USER}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify({ url, headers }));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = target.address();
  targetUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  db = await createTestDatabase();
  ({ personId } = await insertCompany(db));
  const config = readConfig(['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', folder], {
    QUARTERDECK_SECRET_KEY: KEY,
  });
  server = await startServer(config, {
    db,
    log: createLog('trace', { isTTY: false, write: (line) => logged.push(String(line)) > 0 }),
  });
  for (const connection of CONNECTIONS) ids.set(connection.what, await save(connection));
});
afterAll(async () => {
  await server.stop();
  target.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, text, json };
}

const writeOf = ({ what, ...columns }: SecretConnection) => ({ ...columns, name: what, source: 'UI' });

async function save(connection: SecretConnection): Promise<string> {
  const { status, json, text } = await send('POST', '/db/connections', writeOf(connection), { prefer: 'return=representation' });
  expect([status, text], connection.what).toEqual([201, expect.not.stringContaining(CANARY)]);
  return z.string().parse(rowsSchema.parse(json)[0]?.id);
}

const connection = (given: Partial<SecretConnection>): SecretConnection => ({
  what: 'one',
  type: 'http',
  ...NOTHING,
  ...given,
});

const idOf = ({ what }: SecretConnection) => z.string().parse(ids.get(what));

/** What whoever uses the connection is given. */
async function used(id: string) {
  const row = await readConnection(db, { id });
  if (row === undefined) throw new Error(id);
  const {
    url = null,
    username = null,
    password = null,
    certificate = null,
    properties = {},
  } = openConnection(row, createSecretBox(KEY));
  return { url, username, password, certificate, properties };
}

const givenBy = ({ url, username, password, certificate, properties }: SecretConnection) => ({
  url,
  username,
  password,
  certificate,
  properties: properties ?? {},
});

/** Runs a check that is not saved. */
async function run(spec: Record<string, unknown>): Promise<{ result: RunResult | undefined; text: string }> {
  const { status, json, text } = await send('POST', '/health/canaries/try', { name: 'c', namespace: 'default', spec });
  expect(status, text).toBe(200);
  return { result: TryResponseSchema.parse(json).results[0], text };
}

it('no kind of connection is tested without a secret', () => {
  const withNone = CONNECTIONS.filter((connection) => !JSON.stringify(givenBy(connection)).includes(CANARY));

  expect(withNone.map(({ type }) => type).sort()).toEqual(['folder']);
});

describe('the secrets of a connection', () => {
  it.each(CONNECTIONS)('are not read, and what uses them has them: $what', async (connection) => {
    const id = idOf(connection);
    const { status, json, text } = await send('GET', `/db/connections?id=eq.${id}`);
    const [shown] = rowsSchema.parse(json);

    expect([status, text]).toEqual([200, expect.not.stringContaining(CANARY)]);
    expect(text).not.toContain('enc:v1:');
    expect(shown).toMatchObject({ name: connection.what, type: connection.type });
    expect(await used(id)).toEqual(givenBy(connection));
  });

  it.each(CONNECTIONS)('stay when they come back as they were shown, and go with what is new: $what', async (connection) => {
    const id = idOf(connection);
    const path = `/db/connections?id=eq.${id}`;
    const [shown] = rowsSchema.parse((await send('GET', path)).json);
    const { url, username, password, certificate, properties } = shown ?? {};

    expect((await send('PATCH', path, { url, username, password, certificate, properties, type: connection.type })).status).toBe(
      204,
    );
    expect(await used(id)).toEqual(givenBy(connection));
    expect((await send('PATCH', path, shown)).status).toBe(204);
    expect(await used(id)).toEqual(givenBy(connection));

    const fresh = JSON.parse(JSON.stringify(givenBy(connection)).replaceAll(CANARY, `${CANARY}-fresh`));
    expect((await send('PATCH', path, { ...fresh, type: connection.type })).status).toBe(204);
    expect(await used(id)).toEqual(fresh);
    expect((await send('PATCH', path, writeOf(connection))).status).toBe(204);
  });

  it.each(URL_CONNECTIONS)('stay while the rest of the address is changed: $what', async (connection) => {
    const path = `/db/connections?id=eq.${idOf(connection)}`;
    const [shown] = rowsSchema.parse((await send('GET', path)).json);
    const elsewhere = (text: string) => text.replace(/\b(host|chat|db|github|mail)\b/, 'elsewhere');
    await send('PATCH', path, { url: elsewhere(z.string().parse(shown?.url)) });

    expect((await used(idOf(connection))).url).toBe(elsewhere(z.string().parse(connection.url)));
    await send('PATCH', path, { url: connection.url });
  });

  it.each([
    'connections',
    'connections?select=name,url,username,properties',
    'connections?select=u:url,p:properties->>target',
    'connections?order=url,username',
    'connection_details',
    'connections_list',
    'permissions?select=connections(*),connection_id(*)',
    'audit_log',
  ])('are not read by %s, as JSON or CSV', async (path) => {
    await insertRow(db, 'permissions', { created_by: personId, connection_id: z.string().parse([...ids.values()][0]) });
    for (const accept of ['application/json', 'text/csv']) {
      const { text } = await send('GET', `/db/${path}`, undefined, { accept });
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain('enc:v1:');
    }
  });

  it.each(['url', 'username', 'properties->>target', 'properties->>altID'])('are not found by a filter on %s', async (column) => {
    const { json } = await send('GET', `/db/connections?${column}=like.*${CANARY}*`);

    expect(json).toEqual([]);
  });

  it.each(CONNECTIONS)('are not told by a write that fails: $what', async (connection) => {
    const answers = [
      await send('POST', '/db/connections', writeOf(connection)),
      await send('POST', '/db/connections', { ...writeOf(connection), name: null }),
      await send('POST', '/db/connections', { ...writeOf(connection), type: null }),
      await send('POST', '/db/connections', { ...writeOf(connection), created_by: 'nobody' }),
    ];

    for (const { status, text } of answers) {
      expect(status, text).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain(CANARY);
    }
  });

  it.each(['/audit', '/audit/export', '/audit/values', '/properties', '/summary', '/metrics'])(
    'are not told by %s',
    async (path) => {
      expect((await send('GET', path)).text).not.toContain(CANARY);
    },
  );
});

describe('what is written without its type', () => {
  it('is shown masked at once and sealed soon', async () => {
    const id = await save(connection({ what: 'half', type: 'rocketchat' }));
    await send('PATCH', `/db/connections?id=eq.${id}`, { username: CANARY });

    expect((await send('GET', `/db/connections?id=eq.${id}`)).text).not.toContain(CANARY);
    await expect.poll(async () => (await readConnection(db, { id }))?.username, { timeout: 10_000 }).toMatch(/^enc:v1:/);
    expect((await used(id)).username).toBe(CANARY);
  });
});

describe('what uses a connection', () => {
  /** Each needs its secret to be let in by a target that repeats everything it is sent. */
  const uses = (): { what: string; given: SecretConnection; check: Record<string, unknown> }[] => [
    { what: 'token-in-path', given: connection({ url: `${targetUrl}/hooks/T0/${CANARY}` }), check: {} },
    { what: 'token-in-query', given: connection({ url: `${targetUrl}/x?api_key=${CANARY}` }), check: {} },
    { what: 'token-as-user', given: connection({ url: targetUrl.replace('//', `//${CANARY}@`) }), check: {} },
    { what: 'webhook', given: connection({ type: 'webhook', url: `${targetUrl}/run/${CANARY}` }), check: {} },
    {
      what: 'rocketchat',
      given: connection({ type: 'rocketchat', username: CANARY, password: 'other-token' }),
      check: { url: `${targetUrl}/$(username)` },
    },
  ];

  it.each(['token-in-path', 'token-in-query', 'token-as-user', 'webhook', 'rocketchat'])(
    'has the secret after the connection came back masked, and tells it nowhere: %s',
    async (what) => {
      const use = uses().find((each) => each.what === what);
      if (use === undefined) throw new Error(what);
      const id = await save({ ...use.given, what });
      const [shown] = rowsSchema.parse((await send('GET', `/db/connections?id=eq.${id}`)).json);
      await send('PATCH', `/db/connections?id=eq.${id}`, shown);
      const display = { expr: 'string(json.url) + " " + string(json.headers)' };
      const check = (over: Record<string, unknown>) => ({
        http: [{ name: 'h', connection: `connection://${what}`, display, ...use.check, ...over }],
      });

      const good = await run(check({}));
      expect(good.result).toMatchObject({ status: 'healthy', error: '' });
      for (const { text } of [
        good,
        await run(check({ test: { expr: 'json.url' } })),
        await run(check({ responseCodes: [418] })),
        await run(check({ responseContent: 'not there' })),
        await run(check({ url: `http://127.0.0.1:1/$(username)` })),
        await send('POST', `/connection/test/${id}`),
        await send('POST', '/connections/test', { ...shown, id, type: 'http', url: shown?.url ?? targetUrl }),
      ]) {
        expect(text).not.toContain(CANARY);
        expect(text).not.toContain(AS_USER);
      }
    },
  );
});

describe('afterwards', () => {
  it('no secret is anywhere in the database in the clear', async () => {
    const { rows: tables } = await db.query<{ name: string }>(
      `SELECT format('%I', c.relname) AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')`,
    );
    const told: string[] = [];
    for (const { name } of tables) {
      const { rows } = await db.query(`SELECT 1 FROM ${name} AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [CANARY]);
      if (rows.length > 0) told.push(name);
    }

    expect(told).toEqual([]);
  });

  it('nothing of them was logged, at any level', () => {
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => line.includes(CANARY))).toEqual([]);
  });
});

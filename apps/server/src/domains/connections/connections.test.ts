import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionTestedSchema } from '@quarterdeck/contract/connections';
import { type RunResult, TryResponseSchema } from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import {
  missingProgram,
  POSTGRES_BIN,
  startPostgres,
  startRedis,
  startS3,
  type TestServer,
} from '@quarterdeck/integrations/testing';
import { createTestDatabase, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startServer } from '../../app/start-server.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { createSecretBox } from '../../platform/secret-box.ts';

const KEY = 'a-key-of-this-test-server';
const SECRET = 'hunter2-is-secret';
const NO_POSTGRES = missingProgram(`${POSTGRES_BIN}/postgres`);
const NO_REDIS = missingProgram('/usr/bin/redis-server');

const idsSchema = z.array(z.object({ id: z.string() })).min(1);

let db: Database;
let server: RunningServer;
let folder: string;
let target: Server;
let targetUrl: string;

async function start(key: string | undefined): Promise<RunningServer> {
  const flags = ['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', folder];
  const config = readConfig(flags, key === undefined ? {} : { QUARTERDECK_SECRET_KEY: key });
  return await startServer(config, { db, log: createLog('silent') });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-secrets-'));
  target = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Basic ${Buffer.from(`ada:${SECRET}`).toString('base64')}`;
    response.writeHead(isKnown ? 200 : 401).end(`you sent ${request.headers.authorization}`);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = target.address();
  targetUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  db = await createTestDatabase();
  server = await start(KEY);
});
afterAll(async () => {
  await server.stop();
  target.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const isText = typeof body === 'string';
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, text, json };
}

/** Saves a connection as clients of the row API do; gives its id. */
async function save(connection: Record<string, unknown> | readonly Record<string, unknown>[]): Promise<string> {
  const { status, json, text } = await send('POST', '/db/connections', connection, { prefer: 'return=representation' });
  expect(status, text).toBe(201);
  return idsSchema.parse(json)[0]?.id ?? '';
}

const storedRow = async (id: string) =>
  (await db.query<Record<string, unknown>>('SELECT * FROM connection_definitions WHERE id = $1', [id])).rows[0];

/** Runs a check that is not saved. */
async function run(spec: Record<string, unknown>): Promise<RunResult | undefined> {
  const { status, json, text } = await send('POST', '/health/canaries/try', { name: 'c', namespace: 'default', spec });
  expect(status, text).toBe(200);
  return TryResponseSchema.parse(json).results[0];
}

describe('secrets of connections', () => {
  const secrets = {
    url: `https://ada:${SECRET}@host/path`,
    password: SECRET,
    certificate: `-----${SECRET}-----`,
    properties: { secretKey: SECRET, region: 'eu-west-1' },
  };

  it('reach the database sealed, by every way to write', async () => {
    const named = (name: string) => ({ name, type: 'http', ...secrets });
    await save(named('one'));
    await save([named('bulk-1'), named('bulk-2')]);
    const csv = `name,type,password\ncsv,http,${SECRET}`;
    expect((await send('POST', '/db/connections', csv, { 'content-type': 'text/csv' })).status).toBe(201);
    const form = new URLSearchParams({ name: 'form', type: 'http', password: SECRET }).toString();
    const formType = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send('POST', '/db/connections', form, formType)).status).toBe(201);
    const id = await save({ name: 'patched', type: 'http' });
    expect((await send('PATCH', `/db/connections?id=eq.${id}`, secrets)).status).toBe(204);

    const { rows } = await db.query<{ row: string; sealed: boolean }>(
      `SELECT c::text AS row, password LIKE 'enc:v1:%' AS sealed FROM connection_definitions c ORDER BY name`,
    );
    expect(rows.map(({ sealed }) => sealed)).toEqual([true, true, true, true, true, true]);
    for (const { row } of rows) expect(row).not.toContain(SECRET);
  });

  it('read as ***, and stay when they come back so', async () => {
    const id = await save({ name: 'kept', type: 'http', username: 'ada', ...secrets });
    const read = await send('GET', `/db/connections?id=eq.${id}`);
    const shown = {
      url: 'https://ada:***@host/path',
      password: '***',
      certificate: '***',
      properties: { secretKey: '***', region: 'eu-west-1' },
    };
    expect(read.json).toMatchObject([shown]);
    const before = await storedRow(id);

    expect((await send('PATCH', `/db/connections?id=eq.${id}`, { ...shown, name: 'kept-2' })).status).toBe(204);

    const { url, password, certificate, properties } = before ?? {};
    expect(await storedRow(id)).toMatchObject({ name: 'kept-2', url, password, certificate, properties });
  });

  it('that refer elsewhere stay readable', async () => {
    const id = await save({
      name: 'reference',
      type: 'http',
      url: 'https://$(username):$(password)@h',
      password: 'secret://db/password',
    });

    expect(await storedRow(id)).toMatchObject({ url: 'https://$(username):$(password)@h', password: 'secret://db/password' });
  });

  it('that were stored in the clear are sealed at the next start, and can be used as before', async () => {
    const id = await insertRow(db, 'connections', {
      name: 'clear',
      type: 'http',
      username: 'ada',
      password: SECRET,
      url: targetUrl,
    });
    await server.stop();
    server = await start(KEY);

    await expect.poll(async () => (await storedRow(id))?.password).toMatch(/^enc:v1:/);
    expect(await run({ http: [{ name: 'h', connection: 'connection://clear' }] })).toMatchObject({ status: 'healthy' });
  });
});

describe('checks use stored connections', () => {
  const servers: TestServer[] = [];
  afterAll(async () => {
    for (const { stop } of servers) await stop();
  });
  const begin = async (starting: Promise<TestServer>) => {
    const started = await starting;
    servers.push(started);
    return started.port;
  };

  it('http: by name, by namespace and name, by id, by type and name', async () => {
    const id = await save({ name: 'page', namespace: 'team', type: 'http', url: targetUrl, username: 'ada', password: SECRET });
    for (const connection of ['connection://team/page', 'connection://http/page', 'connection://http/team/page', id]) {
      expect(await run({ http: [{ name: 'h', connection }] }), connection).toMatchObject({ status: 'healthy', error: '' });
    }
    expect(await run({ http: [{ name: 'h', connection: 'connection://page' }] })).toMatchObject({ invalid: true });
  });

  it('and no more after they are deleted, or with the old password after it changed', async () => {
    const id = await save({ name: 'brief', type: 'http', url: targetUrl, username: 'ada', password: SECRET });
    const check = { http: [{ name: 'h', connection: 'connection://brief' }] };
    expect(await run(check)).toMatchObject({ status: 'healthy' });

    await send('PATCH', `/db/connections?id=eq.${id}`, { password: 'other' });
    await expect.poll(async () => (await run(check))?.status).toBe('unhealthy');
    await send('PATCH', `/db/connections?id=eq.${id}`, { deleted_at: 'now()' });
    await expect.poll(async () => (await run(check))?.error).toContain('connection "connection://brief" was not found');
  });

  it.skipIf(NO_POSTGRES)('postgres', async () => {
    const port = await begin(startPostgres());
    const id = await save({
      name: 'db',
      type: 'postgres',
      url: `postgres://$(username):$(password)@127.0.0.1:${port}/postgres?sslmode=disable`,
      username: 'admin',
      password: 'admin123',
    });
    for (const connection of ['connection://db', id]) {
      const check = { postgres: [{ name: 'p', connection, query: 'SELECT 1', results: 1 }] };
      expect(await run(check)).toMatchObject({ status: 'healthy', error: '' });
    }
  });

  it.skipIf(NO_REDIS)('redis', async () => {
    const port = await begin(startRedis());
    await save({ name: 'cache', type: 'redis', url: `127.0.0.1:${port}`, username: 'default', password: 'opensesame' });
    expect(await run({ redis: [{ name: 'r', connection: 'connection://cache' }] })).toMatchObject({
      status: 'healthy',
      error: '',
    });
  });

  it('s3, and scripts that are given the keys', async () => {
    const port = await begin(startS3());
    const properties = { bucket: 'backups', region: 'eu-west-1', usePathStyle: 'true' };
    const keys = { username: 'S3RVER', password: 'S3RVER' };
    await save({ name: 'store', type: 's3', url: `http://127.0.0.1:${port}`, ...keys, properties });
    const check = { s3: [{ name: 's', connection: 'connection://store', objectPath: 'probe', bucketName: 'backups' }] };
    expect(await run(check)).toMatchObject({ status: 'healthy', error: '' });
    const script = 'test "$AWS_ACCESS_KEY_ID" = S3RVER && test "$AWS_SECRET_ACCESS_KEY" = S3RVER';
    const exec = { exec: [{ name: 'e', script, connections: { aws: { connection: 'connection://store' } } }] };
    expect(await run(exec)).toMatchObject({ status: 'healthy', error: '' });
  });
});

describe('POST /connection/test/{id}', () => {
  it('answers 200 {message: ok} when the connection works', async () => {
    const id = await save({ name: 'good', type: 'http', url: targetUrl, username: 'ada', password: SECRET });
    const answer = await send('POST', `/connection/test/${id}`);

    expect([answer.status, ConnectionTestedSchema.parse(answer.json)]).toEqual([200, { message: 'ok' }]);
  });

  it('answers 400 with what the system said, without the secret', async () => {
    const id = await save({ name: 'bad', type: 'http', url: targetUrl, username: 'ada', password: 'wrong-and-secret' });
    const { status, json, text } = await send('POST', `/connection/test/${id}`);

    expect([status, json]).toMatchObject([400, { code: 'CONNECTION_TEST_FAILED', error: expect.stringContaining('401') }]);
    expect(text).not.toContain('wrong-and-secret');
  });

  it('answers 501 where there is no test, and 404 where there is no connection', async () => {
    const id = await save({ name: 'teams', type: 'teams' });
    expect(await send('POST', `/connection/test/${id}`)).toMatchObject({
      status: 501,
      json: { code: 'NOT_IMPLEMENTED', error: 'We currently do not support testing this connection type' },
    });
    await send('PATCH', `/db/connections?id=eq.${id}`, { deleted_at: 'now()' });
    for (const gone of [id, 'no-id', '00000000-0000-0000-0000-000000000001']) {
      expect(await send('POST', `/connection/test/${gone}`)).toMatchObject({
        status: 404,
        json: { code: 'CONNECTION_NOT_FOUND' },
      });
    }
  });
});

describe('POST /connections/test', () => {
  it('tests a form that is not saved, and stores nothing', async () => {
    const form = { type: 'http', url: targetUrl, username: 'ada', password: SECRET };

    expect(await send('POST', '/connections/test', form)).toMatchObject({ status: 200, json: { message: 'ok' } });
    expect(await send('POST', '/connections/test', { ...form, password: '***' })).toMatchObject({ status: 400 });
    expect(await send('POST', '/connections/test', { url: targetUrl })).toMatchObject({
      status: 400,
      json: { code: 'BAD_REQUEST' },
    });
  });

  it('takes secrets that are masked from the saved connection', async () => {
    const id = await save({ name: 'edited', type: 'http', url: 'http://elsewhere', username: 'ada', password: SECRET });
    const withLogin = targetUrl.replace('//', '//ada:***@');
    const urlId = await save({ name: 'edited-url', type: 'http', url: targetUrl.replace('//', `//ada:${SECRET}@`) });

    expect(
      await send('POST', '/connections/test', { id, type: 'http', url: targetUrl, username: 'ada', password: '***' }),
    ).toMatchObject({ status: 200 });
    expect(await send('POST', '/connections/test', { id: urlId, type: 'http', url: withLogin })).toMatchObject({ status: 200 });
  });
});

describe('a server with another key', () => {
  it('says so where a secret is needed, and goes on', async () => {
    const id = await save({ name: 'foreign', type: 'http', url: targetUrl, username: 'ada' });
    const sealed = createSecretBox('the-key-of-another-server').seal(SECRET);
    await db.query('UPDATE connection_definitions SET password = $2 WHERE id = $1', [id, sealed]);

    const check = { http: [{ name: 'h', connection: 'connection://foreign' }] };
    expect(await run(check)).toMatchObject({
      invalid: true,
      error: 'connection "default/foreign": a stored secret cannot be read with the key of this server',
    });
    expect(await send('POST', `/connection/test/${id}`)).toMatchObject({
      status: 500,
      json: { code: 'SECRET_UNREADABLE', hint: expect.stringContaining('QUARTERDECK_SECRET_KEY') },
    });
    await send('PATCH', `/db/connections?id=eq.${id}`, { password: SECRET });
    await expect.poll(async () => (await run(check))?.status).toBe('healthy');
  });

  it('without a key makes one that only its account can read', async () => {
    await server.stop();
    server = await start(undefined);

    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  });
});

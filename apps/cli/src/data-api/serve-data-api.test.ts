import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, TEST_ENGINE } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedDataApi, serveDataApi } from './serve-data-api.ts';

const ROLE = `data_api_guest_${process.pid}`;
const SCHEMA = `
CREATE SCHEMA shop;
CREATE TABLE shop.makers (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE shop.goods (id int PRIMARY KEY, name text NOT NULL, price numeric, maker_id int REFERENCES shop.makers);
CREATE TABLE shop.ledger (id int PRIMARY KEY, amount numeric);
INSERT INTO shop.makers VALUES (1, 'Ada'), (2, 'Brin');
INSERT INTO shop.goods VALUES (1, 'pen', 2.5, 1), (2, 'ink', 4, 1), (3, 'book', 12, 2);
CREATE FUNCTION shop.total(maker int) RETURNS numeric LANGUAGE plpgsql STABLE AS 'BEGIN RETURN (SELECT sum(price) FROM goods WHERE maker_id = maker); END';
CREATE FUNCTION shop.whoami() RETURNS text LANGUAGE sql STABLE AS 'SELECT current_user::text';
CREATE FUNCTION shop.teapot() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
  PERFORM set_config('response.status', '418', true), set_config('response.headers',
    '[{"X-Pot": "tea"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]', true);
  RETURN current_setting('request.headers')::json ->> 'x-asked'; END $$;
CREATE ROLE ${ROLE} NOLOGIN;
GRANT USAGE ON SCHEMA shop TO ${ROLE};
GRANT ALL ON shop.makers, shop.goods TO ${ROLE};
`;

describe.skipIf(TEST_ENGINE === 'pglite')('the row API over HTTP (needs TEST_DATABASE=postgres)', () => {
  let db: Database;
  let served: ServedDataApi;
  const failures: unknown[] = [];
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${served.url}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** What comes back on a socket for these bytes. */
  const raw = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.write(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  beforeAll(async () => {
    db = await createTestDatabase();
    await db.query(SCHEMA);
    if (db.probeUrl === undefined) throw new Error('the test database has no address');
    served = await serveDataApi(
      {
        databaseUrl: db.probeUrl,
        schemas: ['shop'],
        host: '127.0.0.1',
        port: 0,
        anonymousRole: ROLE,
        maxRows: 2,
        transactionEnd: 'commit-or-choose',
        allowUnfilteredWrites: true,
        extraSearchPath: [],
      },
      (_what, error) => failures.push(error),
    );
  });

  afterAll(async () => {
    await served.close();
    await db.query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
    await db.close();
    expect(failures).toEqual([]);
  });

  it('reads rows with filters and embeds', async () => {
    const answer = await send('GET', 'goods?select=name,makers(name)&price=gt.3&order=id');

    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual([
      { name: 'ink', makers: { name: 'Ada' } },
      { name: 'book', makers: { name: 'Brin' } },
    ]);
  });

  it('refuses in words what is too long and what is no HTTP', async () => {
    const refusalOf = async (path: string, method = 'GET') => {
      const answer = await raw(`${method} /${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      return [answer.slice(9, 12), JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))];
    };

    expect(await refusalOf(`goods?id=eq.${'1'.repeat(40_000)}`)).toMatchObject(['400', { code: 'PGRST100' }]);
    expect(await refusalOf(`goods?id=eq.${'1'.repeat(70_000)}`)).toMatchObject([
      '431',
      { message: expect.stringContaining('65536') },
    ]);
    expect(await refusalOf('goods', 'N()PE')).toMatchObject(['400', { message: 'The request could not be read as HTTP/1.1' }]);
    expect(await refusalOf('goods', 'CONNECT')).toMatchObject(['405', { code: 'PGRST117' }]);
  });

  it('gives no more rows than --max-rows', async () => {
    const answer = await send('GET', 'goods?select=id&order=id', undefined, { prefer: 'count=exact' });

    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe('0-1/3');
  });

  it('inserts, changes and deletes', async () => {
    const made = await send('POST', 'goods', { id: 9, name: 'cup', price: 1 }, { prefer: 'return=representation' });
    expect([made.status, await made.json()]).toEqual([201, [{ id: 9, name: 'cup', price: 1, maker_id: null }]]);

    expect((await send('PATCH', 'goods?id=eq.9', { price: 2 })).status).toBe(204);
    expect(await (await send('GET', 'goods?select=price&id=eq.9')).json()).toEqual([{ price: 2 }]);

    expect((await send('DELETE', 'goods?id=eq.9')).status).toBe(204);
    expect(await (await send('GET', 'goods?id=eq.9')).json()).toEqual([]);
  });

  it('undoes a write that asks for tx=rollback', async () => {
    const answer = await send('DELETE', 'goods', undefined, { prefer: 'tx=rollback' });

    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([204, 'tx=rollback']);
    expect(await (await send('GET', 'goods?select=id&id=eq.1')).json()).toEqual([{ id: 1 }]);
  });

  it('calls functions with the schema on the search path', async () => {
    expect(await (await send('GET', 'rpc/total?maker=1')).json()).toBe(6.5);
    expect(await (await send('POST', 'rpc/total', { maker: 2 })).json()).toBe(12);
  });

  it('runs as the anonymous role and answers 401 where it may not', async () => {
    expect(await (await send('GET', 'rpc/whoami')).json()).toBe(ROLE);
    expect((await send('GET', 'ledger')).status).toBe(401);
  });

  it('lets a function read the request and change status and headers of the answer', async () => {
    const answer = await send('POST', 'rpc/teapot', {}, { 'x-asked': Buffer.from('naïve').toString('latin1') });

    expect([answer.status, await answer.json()]).toEqual([418, 'naïve']);
    expect(answer.headers.get('x-pot')).toBe('tea');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('sees a new table after NOTIFY pgrst', async () => {
    await db.query(`CREATE TABLE shop.shelves (id int); GRANT SELECT ON shop.shelves TO ${ROLE}`);
    expect((await send('GET', 'shelves')).status).toBe(404);

    await db.notify('pgrst', 'reload schema');

    await expect.poll(async () => (await send('GET', 'shelves')).status).toBe(200);
  });

  it('refuses a body past the limit without reading it into the database', async () => {
    const answer = await send('POST', 'makers', { id: 7, name: 'x'.repeat(9 * 1024 * 1024) });

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('describes itself at the root', async () => {
    const answer = await send('GET', '');

    expect(answer.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({
      swagger: '2.0',
      paths: { '/goods': { get: {}, post: {}, delete: {} }, '/rpc/total': { get: {}, post: {} } },
      definitions: { goods: { properties: { price: { type: 'number' } }, 'x-primary-key': ['id'] } },
    });
  });

  it.each(['TRACE', 'CONNECT', 'OTHER'])('refuses the method %s', async (method) => {
    const status = await new Promise((done, fail) => {
      const { hostname, port } = new URL(served.url);
      const asked = rawRequest({ hostname, port, path: '/goods', method, agent: false });
      asked.on('response', (answer) => {
        answer.resume();
        done(answer.statusCode);
      });
      asked.on('connect', (answer, socket) => {
        socket.destroy();
        done(answer.statusCode);
      });
      asked.on('error', fail);
      asked.end();
    });

    expect(status).toBe(405);
  });
});

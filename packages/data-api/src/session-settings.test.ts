import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataApi, type DataApi } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCHEMA = `
CREATE SCHEMA front; CREATE SCHEMA "Back ""room";
CREATE ROLE guest NOLOGIN;
GRANT USAGE ON SCHEMA front, "Back ""room" TO guest;
CREATE TABLE front.closed (id int);
CREATE FUNCTION front.setting(name text) RETURNS text LANGUAGE sql STABLE AS 'SELECT current_setting(name, true)';
CREATE FUNCTION "Back ""room".hidden() RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'found' $$;
CREATE FUNCTION front.reach() RETURNS text LANGUAGE plpgsql STABLE AS 'BEGIN RETURN hidden(); END';
CREATE FUNCTION front.guard() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF current_setting('request.headers')::json ->> 'x-block' IS NOT NULL THEN RAISE EXCEPTION 'blocked' USING ERRCODE = 'PT429'; END IF;
END $$;
CREATE FUNCTION front.answer(status text, headers text) RETURNS int LANGUAGE sql VOLATILE AS $$
  SELECT length(set_config('response.status', status, true) || set_config('response.headers', headers, true)) $$;
`;

let db: TestDatabase;
let api: DataApi;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.exec(SCHEMA);
  api = await createDataApi({
    db,
    schemas: ['front'],
    deniedStatus: 401,
    session: {
      role: 'guest',
      extraSearchPath: ['Back "room'],
      preRequest: { schema: 'front', name: 'guard' },
      httpSettings: true,
    },
  });
});
afterAll(() => db.close());

const get = (path: string, query = '', headers: Record<string, string> = {}) =>
  api.handle({ method: 'GET', path, query, headers });
const post = (path: string, body: unknown) =>
  api.handle({ method: 'POST', path, query: '', headers: {}, body: JSON.stringify(body) });

describe('the session of a request', () => {
  it('runs as the role of the options', async () => {
    expect((await get('rpc/setting', 'name=role')).body).toBe('"guest"');
    expect((await get('closed')).status).toBe(401);
  });

  it('leaves the connection as it was', async () => {
    await get('rpc/setting', 'name=role');

    expect((await db.query(`SELECT current_user::text AS name, current_setting('request.method', true) AS method`)).rows).toEqual(
      [{ name: expect.not.stringContaining('guest'), method: expect.toSatisfy((value) => value === '' || value === null) }],
    );
  });

  it('finds what the extra search path has', async () => {
    expect((await get('rpc/reach')).body).toBe('"found"');
  });

  it.each([
    ['request.method', 'GET'],
    ['request.path', '/rpc/setting'],
    ['request.headers', { cookie: 'a=1; b=x=y', 'x-one': 'ü"' }],
    ['request.cookies', { a: '1', b: 'x=y' }],
    ['request.jwt.claims', { role: 'guest' }],
  ])('shows %s to SQL', async (name, value) => {
    const { body } = await get('rpc/setting', `name=${name}`, { cookie: 'a=1; b=x=y', 'x-one': 'ü"' });

    const shown: string = JSON.parse(String(body));
    expect(typeof value === 'string' ? shown : JSON.parse(shown)).toEqual(value);
  });

  it('refuses what the function before each request refuses', async () => {
    expect((await get('rpc/reach', '', { 'x-block': '1' })).status).toBe(429);
  });
});

describe('the answer that SQL asks for', () => {
  it('has its status, its headers in place of ours, and its cookies', async () => {
    const answer = await post('rpc/answer', {
      status: '202',
      headers: '[{"Content-Type": "application/x"}, {"X-A": "1"}, {"X-A": "2"}, {"Set-Cookie": "k=v"}]',
    });

    expect(answer).toMatchObject({ status: 202, headers: { 'content-type': 'application/x', 'x-a': '1, 2' }, cookies: ['k=v'] });
  });

  it.each(['{}', '[1]', '[{"a": 1}]', '[{"a": "1", "b": "2"}]', 'x', '[{"a": "1\\r\\nb: 2"}]', '[{"a b": "1"}]'])(
    'is PGRST111 for the headers %s',
    async (headers) => {
      const answer = await post('rpc/answer', { status: '', headers });

      expect([answer.status, JSON.parse(String(answer.body)).code]).toEqual([500, 'PGRST111']);
    },
  );

  it.each(['many', '99', '1000', '600'])('is PGRST112 for the status %s', async (status) => {
    const answer = await post('rpc/answer', { status, headers: '' });

    expect([answer.status, JSON.parse(String(answer.body)).code]).toEqual([500, 'PGRST112']);
  });
});

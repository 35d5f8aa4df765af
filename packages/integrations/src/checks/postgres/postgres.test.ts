import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram, POSTGRES_BIN, startPostgres, type TestServer } from '../../testing/debian-servers.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { parsePostgresDsn } from './dsn.ts';

const missing = missingProgram(join(POSTGRES_BIN, 'postgres'), join(POSTGRES_BIN, 'initdb'));
const login = 'username: {value: admin}, password: {value: admin123}';

describe.skipIf(missing)(`PostgreSQL checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server.stop());

  const url = (query = '?sslmode=disable') => `postgres://$(username):$(password)@127.0.0.1:${server.port}/postgres${query}`;
  const run = async (fields: string, target = url()) =>
    await runOne(`postgres: [{name: db, url: "${target}", ${login}, ${fields}}]`);

  it('pass when the query returns enough rows', async () => {
    expect(await run('query: SELECT 1, results: 1, test: {expr: results.count == 1}')).toMatchObject({
      pass: true,
      error: '',
      type: 'postgres',
      endpoint: 'db',
    });
  });

  it('run SELECT 1 without a query and find out that the server has no TLS', async () => {
    expect(await run('results: 1', url(''))).toMatchObject({ pass: true });
  });

  it('fail when TLS is required and the server has none', async () => {
    expect(await run('results: 1', url('?sslmode=require'))).toMatchObject({
      pass: false,
      error: expect.stringContaining('SSL'),
    });
  });

  it('fail when the query returns too few rows', async () => {
    expect(await run('query: SELECT 1 WHERE false, markFailOnEmpty: true')).toMatchObject({
      pass: false,
      error: 'the query gave no rows',
    });
    expect(await run('query: SELECT 1, markFailOnEmpty: true')).toMatchObject({ pass: true });
    expect(await run('query: SELECT 1 WHERE false, results: 1')).toMatchObject({
      pass: false,
      error: 'the query returned 0 rows, fewer than 1',
    });
  });

  it('fail with the message of the server, without the password', async () => {
    expect(await run('query: SELECT nonsense')).toMatchObject({ pass: false, error: 'column "nonsense" does not exist' });
    const wrong = await runOne(
      `postgres: [{name: db, url: "${url()}", username: {value: admin}, password: {value: wrongpassword}}]`,
    );
    expect(wrong).toMatchObject({ pass: false, invalid: false, error: 'password authentication failed for user "admin"' });
  });

  it('give columns in the types of the contract', async () => {
    const query = `SELECT 1::int AS i, 9007199254740993::bigint AS big, 1.5::numeric AS d, true AS b, '2024-05-06 07:08:09Z'::timestamptz AS t, '{\\"a\\":[1]}'::jsonb AS j, NULL AS n, 'x' AS s`;
    const test =
      "type(results.rows[0].i) == int && results.rows[0].big == 9007199254740993 && results.rows[0].d == 1.5 && results.rows[0].b && results.rows[0].t.getFullYear() == 2024 && results.rows[0].j.a[0] == 1.0 && results.rows[0].n == null && results.rows[0].s == 'x'";
    expect(await run(`query: "${query}", test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it('see the last result in the query', async () => {
    const lastResult = async () => ({
      status: true as const,
      invalid: false,
      createdAt: new Date(),
      duration: 5,
      message: '',
      error: '',
      results: { rows: [{ n: 41 }] },
    });
    const text = `postgres: [{name: db, url: "${url()}", ${login}, query: "SELECT {{ with index last_result.results.rows 0 }}{{.n}}{{ end }} + 1 AS n", display: {expr: "string(results.rows[0].n)"}}]`;
    expect(await runOne(text, { lastResult })).toMatchObject({ pass: true, message: '42' });
  });

  it('run a query with braces as it is when templates are off', async () => {
    const text = `metadata: {name: x, annotations: {template: "false"}}\nspec: {postgres: [{name: db, url: "${url()}", ${login}, query: "SELECT '{{x}}' AS s", display: {expr: "results.rows[0].s"}}]}`;
    expect(await runOne(text)).toMatchObject({ message: '{{x}}' });
  });

  it('take the URL from connection, and key=value texts', async () => {
    expect(
      await runOne(
        `postgres: [{name: db, connection: "host=127.0.0.1 port=${server.port} user=admin password=admin123 dbname=postgres sslmode=disable"}]`,
      ),
    ).toMatchObject({ pass: true });
  });

  it('end a query at the time limit', async () => {
    const result = await run('query: SELECT pg_sleep(30), timeout: 0.3');
    expect(result).toMatchObject({ pass: false });
    expect(result.error).toMatch(/timed out after 300 ms|statement timeout/);
  });

  it('keep only the first rows of a large result but count them all', async () => {
    const result = await run(
      'query: "SELECT g FROM generate_series(1, 25000) g", display: {expr: string(results.count) + \' \' + string(size(results.rows))}',
    );
    expect(result).toMatchObject({ pass: true, message: '25000 10000' });
  });
});

it('fails when nothing listens or the server never answers', async () => {
  const refused = await runOne(`postgres: [{name: db, url: "postgres://a:bcd@127.0.0.1:${await closedPort()}/x"}]`);
  expect(refused).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('connection refused') });
  const silent = await listenTcp(() => undefined);
  expect(await runOne(`postgres: [{name: db, timeout: 0.2, url: "postgres://a:bcd@127.0.0.1:${silent.port}/x"}]`)).toMatchObject({
    pass: false,
    error: expect.stringMatching(/timed out|timeout/),
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

describe('connection texts', () => {
  it('are URIs whose password may hold any character', () => {
    expect(parsePostgresDsn('postgres://user:p@ss/w:rd@db.test:6543/shop?sslmode=disable&application_name=x')).toEqual({
      host: 'db.test',
      port: 6543,
      user: 'user',
      password: 'p@ss/w:rd',
      database: 'shop',
      sslMode: 'disable',
      applicationName: 'x',
    });
    expect(parsePostgresDsn('postgresql://u:a%40b@[::1]/d')).toMatchObject({ host: '::1', port: 5432, password: 'a@b' });
  });

  it('are key=value lists with quotes', () => {
    expect(parsePostgresDsn("host=h password='two \\'words\\'' dbname = d")).toMatchObject({
      host: 'h',
      password: "two 'words'",
      database: 'd',
      sslMode: 'prefer',
    });
  });

  it.each(['mysql://x', 'nonsense', 'postgres://h:99999/d', 'postgres://h/d?sslmode=sometimes'])(
    'are refused otherwise: %s',
    (text) => {
      expect(() => parsePostgresDsn(text)).toThrow();
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram, startMariadb, type TestServer } from '../../testing/debian-servers.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { parseMysqlDsn } from './dsn.ts';

const missing = missingProgram('/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db');

describe.skipIf(missing)(`MySQL checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startMariadb();
  });
  afterAll(async () => await server.stop());

  const run = async (fields: string, password = 's3cret!word') =>
    await runOne(
      `mysql: [{name: db, url: "$(username):$(password)@tcp(127.0.0.1:${server.port})/shop", username: {value: monitor}, password: {value: "${password}"}, ${fields}}]`,
    );

  it('pass when the query returns enough rows', async () => {
    expect(await run('query: SELECT 1, results: 1')).toMatchObject({ pass: true, error: '', type: 'mysql' });
  });

  it('fail with a wrong password, without telling it', async () => {
    const result = await run('query: SELECT 1, results: 1', 'wrongpassword');
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('Access denied') });
    expect(result.error).not.toContain('wrongpassword');
  });

  it('fail with the message of the server and when rows are missing', async () => {
    expect(await run('query: SELECT nonsense')).toMatchObject({ pass: false, error: expect.stringContaining('nonsense') });
    expect(await run('query: SELECT 1 FROM DUAL WHERE false, results: 1')).toMatchObject({
      pass: false,
      error: 'the query returned 0 rows, fewer than 1',
    });
  });

  it('give columns in the types of the contract', async () => {
    const query =
      "SELECT 1 AS i, 9007199254740993 AS big, 1.5 AS d, CAST('2024-05-06 07:08:09' AS DATETIME) AS t, NULL AS n, 'x' AS s";
    const test =
      "type(results.rows[0].i) == int && results.rows[0].big == 9007199254740993 && results.rows[0].d == 1.5 && results.rows[0].t.getFullYear() == 2024 && results.rows[0].n == null && results.rows[0].s == 'x'";
    expect(await run(`query: "${query}", test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it('end a query at the time limit', async () => {
    expect(await run('query: SELECT SLEEP(30), timeout: 0.3')).toMatchObject({ pass: false, error: 'timed out after 300 ms' });
  });
});

it('fails when nothing listens or the server never answers', async () => {
  expect(await runOne(`mysql: [{name: db, url: "u:pwd@tcp(127.0.0.1:${await closedPort()})/d"}]`)).toMatchObject({
    pass: false,
    error: expect.stringContaining('connection refused'),
  });
  const silent = await listenTcp(() => undefined);
  expect(await runOne(`mysql: [{name: db, timeout: 0.2, url: "u:pwd@tcp(127.0.0.1:${silent.port})/d"}]`)).toMatchObject({
    pass: false,
    error: expect.stringMatching(/timed out|ETIMEDOUT/),
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

describe('connection texts', () => {
  it.each([
    [
      'user:p@ss:w/ord@tcp(db.test:3307)/shop?tls=skip-verify',
      { user: 'user', password: 'p@ss:w/ord', address: { host: 'db.test', port: 3307 }, database: 'shop', tls: 'skip-verify' },
    ],
    [
      'user@unix(/run/mysql.sock)/shop',
      { user: 'user', password: '', address: { socketPath: '/run/mysql.sock' }, database: 'shop' },
    ],
    ['tcp([::1])/', { user: '', address: { host: '::1', port: 3306 }, database: '' }],
    ['/shop', { address: { host: '127.0.0.1', port: 3306 }, database: 'shop' }],
    ['mysql://user:pw@tcp(h:1)/d', { user: 'user', password: 'pw', address: { host: 'h', port: 1 }, database: 'd' }],
    ['mysql://user:p%40w@h:3308/d', { user: 'user', password: 'p@w', address: { host: 'h', port: 3308 }, database: 'd' }],
  ])('are read: %s', (text, expected) => {
    expect(parseMysqlDsn(text)).toMatchObject(expected);
  });

  it.each(['nonsense', 'user:pw@host:3306/db', 'u@tcp(h:1)/d?tls=custom'])('are refused otherwise: %s', (text) => {
    expect(() => parseMysqlDsn(text)).toThrow();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenTcp, listenTls } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { type TdsAnswer, tdsListener } from '../../testing/tds-listener.ts';
import { parseMssqlDsn } from './dsn.ts';

const certificate = createCertificate(5);
const logins: { user: string; database: string; isEncrypted: boolean }[] = [];

function answer(statement: string): TdsAnswer | undefined {
  if (statement.includes('nonsense')) return { error: "Invalid column name 'nonsense'.", number: 207 };
  if (statement.includes('nothing')) return { rows: [] };
  if (statement.includes('WAITFOR')) return undefined;
  const row = (id: number | null) => [
    { name: 'i', type: 'int' as const, value: id },
    { name: 'big', type: 'bigint' as const, value: 9007199254740993n },
    { name: 'f', type: 'float' as const, value: 1.5 },
    { name: 'b', type: 'bit' as const, value: true },
    { name: 't', type: 'datetime' as const, days: 45416, ticks: 300 * 3600 },
    { name: 's', type: 'text' as const, value: statement },
  ];
  return { rows: [row(1), row(null)] };
}

let plain: Listener;
let encrypting: Listener;
beforeAll(async () => {
  plain = await listenTcp(tdsListener({ answer, logins }));
  encrypting = await listenTcp(tdsListener({ answer, logins, tls: certificate }));
});
afterAll(async () => {
  await plain.close();
  await encrypting.close();
});
afterEach(() => logins.splice(0));

const run = async (server: Listener, fields: string, dsn = '', password = 's3cret!word') =>
  await runOne(
    `mssql: [{name: db, url: "server=localhost;port=${server.port};user id=$(username);password=$(password);database=shop${dsn}", username: {value: monitor}, password: {value: "${password}"}, ${fields}}]`,
  );

describe('SQL Server checks', () => {
  it('pass when the query returns enough rows, and close their connection', async () => {
    expect(await run(plain, 'query: SELECT 1, results: 2')).toMatchObject({ pass: true, error: '', type: 'mssql' });
    expect(logins).toMatchObject([{ user: 'monitor', database: 'shop' }]);
    await expect.poll(() => plain.open()).toBe(0);
  });

  it('give columns in the types of the contract', async () => {
    const test =
      "type(results.rows[0].i) == int && results.rows[0].big == 9007199254740993 && results.rows[0].f == 1.5 && results.rows[0].b && results.rows[0].t == timestamp('2024-05-06T01:00:00Z') && results.rows[1].i == null && results.rows[0].s == 'SELECT x'";
    expect(await run(plain, `query: SELECT x, test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it("fail with the server's message and when rows are missing", async () => {
    expect(await run(plain, 'query: SELECT nonsense')).toMatchObject({
      pass: false,
      invalid: false,
      error: "Invalid column name 'nonsense'.",
    });
    expect(await run(plain, 'query: SELECT nothing, results: 1')).toMatchObject({
      pass: false,
      error: 'the query returned 0 rows, fewer than 1',
    });
  });

  it('fail with a wrong password, without telling it', async () => {
    const result = await run(plain, 'query: SELECT 1', '', 'wrongpassword');
    expect(result).toMatchObject({ pass: false, invalid: false, error: "Login failed for user 'monitor'." });
    expect(JSON.stringify(result)).not.toContain('wrongpassword');
  });

  it('take a sqlserver URL, also in the place of the connection', async () => {
    const url = `sqlserver://monitor:s3cret%21word@localhost:${plain.port}?database=shop`;
    expect(await runOne(`mssql: [{name: db, connection: "${url}", results: 1}]`)).toMatchObject({ pass: true, error: '' });
    expect(await runOne(`mssql: [{description: stored, url: "${url}"}]`)).toMatchObject({ pass: true, endpoint: 'stored' });
  });

  it('end a query at the time limit', async () => {
    expect(await run(plain, 'query: WAITFOR, timeout: 0.3')).toMatchObject({ pass: false, error: 'timed out after 300 ms' });
    await expect.poll(() => plain.open()).toBe(0);
  });
});

describe('encryption to SQL Server', () => {
  it('is used when the server can, and not when it cannot', async () => {
    expect(await run(encrypting, 'results: 1')).toMatchObject({ pass: true, error: '' });
    expect(await run(plain, 'results: 1')).toMatchObject({ pass: true, error: '' });
    expect(logins.map(({ isEncrypted }) => isEncrypted)).toEqual([true, false]);
  });

  it('is required, and its certificate verified, when the url says so', async () => {
    expect(await run(plain, 'results: 1', ';encrypt=true')).toMatchObject({
      pass: false,
      error: expect.stringContaining('encryption'),
    });
    expect(await run(encrypting, 'results: 1', ';encrypt=true')).toMatchObject({
      pass: false,
      error: 'the certificate is self-signed and not trusted',
    });
    expect(await run(encrypting, 'results: 1', ';encrypt=true;TrustServerCertificate=true')).toMatchObject({ pass: true });
    expect(logins).toHaveLength(1);
  });

  it('begins with the connection when it is strict', async () => {
    const strict = await listenTls(tdsListener({ answer }), { ...certificate, ALPNProtocols: ['tds/8.0'] });
    expect(await run(strict, 'results: 1', ';encrypt=strict')).toMatchObject({
      pass: false,
      error: 'the certificate is self-signed and not trusted',
    });
    await strict.close();
  });
});

it('fails when nothing listens, when the server never answers, and at denied addresses', async () => {
  const at = async (server: string) =>
    await runOne(`mssql: [{name: db, timeout: 0.2, url: "server=${server};user id=u;password=pwd"}]`);
  expect(await at(`127.0.0.1,${await closedPort()}`)).toMatchObject({
    pass: false,
    error: expect.stringContaining('connection refused'),
  });
  const silent = await listenTcp(() => undefined);
  expect(await at(`127.0.0.1,${silent.port}`)).toMatchObject({ pass: false, error: 'timed out after 200 ms' });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
  expect((await at('169.254.169.254')).error).toContain('denied by the address policy');
});

it('reads the forms of an address', () => {
  expect(parseMssqlDsn('Server=tcp:db.test,1444;UID=ann;PWD="a;b""c";Initial Catalog=shop;')).toEqual({
    host: 'db.test',
    port: 1444,
    instance: '',
    user: 'ann',
    password: 'a;b"c',
    database: 'shop',
    encryption: 'preferred',
    trustsAnyCertificate: true,
  });
  expect(parseMssqlDsn('odbc:server=.\\INST;user id=x;password={p}}=;w};encrypt=disable')).toMatchObject({
    host: 'localhost',
    port: undefined,
    instance: 'INST',
    password: 'p}=;w',
    encryption: 'disabled',
    trustsAnyCertificate: false,
  });
  expect(parseMssqlDsn('sqlserver://a:b@[::1]/INST?encrypt=true&TrustServerCertificate=true')).toMatchObject({
    host: '::1',
    instance: 'INST',
    encryption: 'required',
    trustsAnyCertificate: true,
  });
  expect(() => parseMssqlDsn('just words')).toThrow();
  expect(() => parseMssqlDsn('server=a;encrypt=perhaps')).toThrow('"perhaps"');
  expect(() => parseMssqlDsn('server=a;port=99999')).toThrow('"99999" is not a port');
});

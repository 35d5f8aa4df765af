import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  missingProgram,
  POSTGRES_BIN,
  startMariadb,
  startPostgres,
  startRedis,
  type TestServer,
} from '../testing/debian-servers.ts';
import { closedPort, type Listener, listenTcp } from '../testing/listeners.ts';
import { mongoListener } from '../testing/mongo-listener.ts';
import { tdsListener } from '../testing/tds-listener.ts';
import { tryConnection } from '../testing/try-connection.ts';

const noPostgres = missingProgram(`${POSTGRES_BIN}/postgres`);
const noMariadb = missingProgram('/usr/sbin/mariadbd');
const noRedis = missingProgram('/usr/bin/redis-server');

describe.skipIf(noPostgres)(`a PostgreSQL connection${noPostgres ? ` (skipped: ${noPostgres})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  const login = { type: 'postgres', username: 'admin' };
  const url = () => `postgres://$(username):$(password)@127.0.0.1:${server.port}/postgres?sslmode=disable`;

  it('passes and tells the version of the server', async () => {
    expect(await tryConnection({ ...login, url: url(), password: 'admin123' })).toMatchObject({
      state: 'passed',
      details: { Server: expect.stringMatching(/^PostgreSQL 15/) },
    });
  });

  it('fails with the words of the server and without the password', async () => {
    const outcome = await tryConnection({ ...login, url: url(), password: 'wrong-password' });

    expect(outcome).toMatchObject({ state: 'failed', error: expect.stringContaining('password authentication failed') });
    expect(JSON.stringify(outcome)).not.toContain('wrong-password');
  });

  it('fails when nobody listens', async () => {
    const port = await closedPort();
    expect(await tryConnection({ ...login, url: `postgres://127.0.0.1:${port}/db`, password: 'x' })).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/refused/i),
    });
  });

  it('takes its password from where it refers to, in its own namespace', async () => {
    const asked = new Set<string>();
    const values = {
      description: 'test',
      lookup: async (ref: { namespace: string; name: string; key: string }) => {
        asked.add(`${ref.namespace}/${ref.name}/${ref.key}`);
        return 'admin123';
      },
    };
    const outcome = await tryConnection({ ...login, namespace: 'shop', url: url(), password: 'secret://db/pw' }, {}, { values });

    expect([outcome.state, [...asked]]).toEqual(['passed', ['shop/db/pw']]);
  });
});

describe.skipIf(noMariadb)(`a MySQL connection${noMariadb ? ` (skipped: ${noMariadb})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startMariadb();
  });
  afterAll(() => server.stop());
  const target = (password: string) => ({
    type: 'mysql',
    url: `mysql://$(username):$(password)@127.0.0.1:${server.port}/shop`,
    username: 'monitor',
    password,
  });

  it('passes against MariaDB', async () => {
    expect(await tryConnection(target('s3cret!word'))).toMatchObject({
      state: 'passed',
      details: { Server: expect.stringContaining('MariaDB') },
    });
  });

  it('fails with a wrong password', async () => {
    expect(await tryConnection(target('nope'))).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('Access denied'),
    });
  });
});

describe.skipIf(noRedis)(`a Redis connection${noRedis ? ` (skipped: ${noRedis})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('passes with its password and fails without', async () => {
    const url = `127.0.0.1:${server.port}`;
    expect(await tryConnection({ type: 'redis', url, username: 'default', password: 'opensesame' })).toEqual({
      state: 'passed',
      details: {},
    });
    expect(await tryConnection({ type: 'redis', url })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('NOAUTH'),
    });
  });
});

describe('other databases', () => {
  let listener: Listener | undefined;
  afterAll(() => listener?.close());

  it('MongoDB: passes with the right login only', async () => {
    listener = await listenTcp(mongoListener());
    const target = { type: 'mongo', url: `mongodb://$(username):$(password)@127.0.0.1:${listener.port}/`, username: 'monitor' };

    expect(await tryConnection({ ...target, password: 'open-sesame' })).toMatchObject({ state: 'passed' });
    expect(await tryConnection({ ...target, password: 'wrong' })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('Authentication failed'),
    });
    await listener.close();
  });

  it('SQL Server: passes with the version, and fails with what the server says', async () => {
    const connect = async (password: string) =>
      tryConnection({
        type: 'sql_server',
        url: `server=localhost;port=${listener?.port};user id=$(username);password=$(password);database=shop;encrypt=disable`,
        username: 'monitor',
        password,
      });
    const version = 'Microsoft SQL Server 2022\n\tCopyright';
    listener = await listenTcp(tdsListener({ answer: () => ({ rows: [[{ name: 'version', type: 'text', value: version }]] }) }));

    expect(await connect('s3cret!word')).toEqual({ state: 'passed', details: { Server: 'Microsoft SQL Server 2022' } });
    expect(await connect('wrong')).toEqual({ state: 'failed', error: "Login failed for user 'monitor'." });
  });
});

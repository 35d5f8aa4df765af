import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram, startRedis, type TestServer } from '../../testing/debian-servers.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { parseRedisAddress } from './run.ts';

const missing = missingProgram('/usr/bin/redis-server');

describe.skipIf(missing)(`Redis checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => await server.stop());

  it('pass when PING is answered, with url as well as with addr', async () => {
    expect(
      await runOne(`redis: [{name: cache, addr: "127.0.0.1:${server.port}", db: 0, password: {value: opensesame}}]`),
    ).toMatchObject({ pass: true, error: '' });
    expect(
      await runOne(`redis: [{name: cache, url: "redis://:opensesame@127.0.0.1:${server.port}/3", test: {expr: duration >= 0}}]`),
    ).toMatchObject({ pass: true });
  });

  it('fail with a wrong password or none, and with a database that does not exist', async () => {
    const wrong = await runOne(`redis: [{name: cache, url: "127.0.0.1:${server.port}", password: {value: wrongword}}]`);
    expect(wrong).toMatchObject({ pass: false, invalid: false, error: expect.stringMatching(/WRONGPASS|invalid/) });
    expect(await runOne(`redis: [{name: cache, url: "127.0.0.1:${server.port}"}]`)).toMatchObject({
      pass: false,
      error: expect.stringContaining('NOAUTH'),
    });
    expect(
      await runOne(`redis: [{name: cache, url: "127.0.0.1:${server.port}", password: {value: opensesame}, db: 99}]`),
    ).toMatchObject({ pass: false });
  });
});

it('fails when nothing listens', async () => {
  expect(await runOne(`redis: [{name: cache, url: "127.0.0.1:${await closedPort()}"}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it('ends at the time limit when the server never answers', async () => {
  const silent = await listenTcp(() => undefined);
  expect(
    await runOne(`redis: [{name: cache, url: "127.0.0.1:${silent.port}"}]`, { limits: { timeoutMs: { redis: 200 } } }),
  ).toMatchObject({ pass: false, error: 'timed out after 200 ms' });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

it('is invalid without an address', async () => {
  expect(await runOne('redis: [{name: cache}]')).toMatchObject({ invalid: true });
});

it('reads host:port and redis URLs', () => {
  expect(parseRedisAddress('cache.test')).toMatchObject({ host: 'cache.test', port: 6379, useTls: false });
  expect(parseRedisAddress('rediss://user:p@ss@[::1]:7000/2')).toEqual({
    host: '::1',
    port: 7000,
    username: 'user',
    password: 'p@ss',
    database: 2,
    useTls: true,
  });
  expect(() => parseRedisAddress('http://x')).toThrow();
});

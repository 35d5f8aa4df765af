import { createVerify, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { readText } from '../../testing/read-text.ts';
import { runOne } from '../../testing/run-yaml.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = new Date('2024-05-07T12:00:00Z');
const clock = { now: () => NOW, monotonicMs: () => performance.now() };

let items: object[] | undefined;
const urls: (string | undefined)[] = [];
let server: Listener;

/** The claims of a service account's assertion when its signature is right. */
function verified(assertion: string): Record<string, unknown> | undefined {
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const isRight = createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url');
  return isRight ? JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) : undefined;
}

beforeAll(async () => {
  server = await listenHttp(async (request, response) => {
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/token') {
      const claims = verified(new URLSearchParams(await readText(request)).get('assertion') ?? '');
      if (claims?.iss !== 'reader@acme.test')
        return json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
      return json(200, { access_token: `token for ${claims.scope}`, expires_in: 3600, token_type: 'Bearer' });
    }
    urls.push(request.url);
    if (request.headers.authorization !== 'Bearer token for https://www.googleapis.com/auth/sqlservice.admin')
      return json(401, { error: { code: 401, message: 'Request had invalid authentication credentials.' } });
    if (request.url?.includes('/instances/missing/'))
      return json(404, { error: { code: 404, message: 'The instance does not exist.' } });
    return json(200, items === undefined ? {} : { items });
  });
});
afterAll(async () => await server.close());
beforeEach(() => {
  urls.length = 0;
  items = [{ kind: 'sql#backupRun', id: '1715', status: 'SUCCESSFUL', endTime: '2024-05-07T02:00:00Z', type: 'AUTOMATED' }];
});

const key = (pem: string, port: number) =>
  JSON.stringify({
    type: 'service_account',
    client_email: 'reader@acme.test',
    private_key: pem,
    project_id: 'acme',
    token_uri: `http://127.0.0.1:${port}/token`,
  });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const run = async (fields: string, options: { pem?: string; port?: number; instance?: string; scheme?: string } = {}) => {
  const port = options.port ?? server.port;
  const connection = JSON.stringify({
    endpoint: `${options.scheme ?? 'http'}://127.0.0.1:${port}`,
    credentials: { value: key(options.pem ?? PEM, server.port) },
  });
  return await runOne(
    `databaseBackup: [{name: nightly, gcp: {project: acme, instance: ${options.instance ?? 'orders'}, gcpConnection: ${connection}}, ${fields}}]`,
    { clock, limits: { timeoutMs: { databaseBackup: 2000 } } },
  );
};

it('passes when the latest backup was successful and is young enough', async () => {
  const result = await run('maxAge: 10h, display: {expr: results.type}');
  expect(result).toMatchObject({
    pass: true,
    error: '',
    message: 'AUTOMATED',
    type: 'databasebackupcheck',
    endpoint: 'acme/orders',
  });
  expect(urls).toEqual(['/sql/v1beta4/projects/acme/instances/orders/backupRuns?maxResults=1']);
  expect(result.metrics).toEqual([
    {
      name: 'canary_check_database_backup_scan_count',
      type: 'counter',
      value: 1,
      labels: { project: 'acme', instance: 'orders' },
    },
  ]);
});

it('fails when it is older, and counts that', async () => {
  const result = await run('maxAge: 9h59m');
  expect(result).toMatchObject({
    pass: false,
    invalid: false,
    error: 'the backup 1715 of 2024-05-07T02:00:00.000Z is older than 9h59m',
  });
  expect(result.metrics.map(({ name }) => name)).toEqual([
    'canary_check_database_backup_scan_count',
    'canary_check_database_backup_fail_count',
  ]);
});

it('counts a running backup by its start and a waiting one by its place in the queue', async () => {
  items = [{ id: '1', status: 'RUNNING', startTime: '2024-05-07T11:00:00Z', enqueuedTime: '2024-05-06T00:00:00Z' }];
  expect(await run('maxAge: 2h')).toMatchObject({ pass: true });
  items = [{ id: '1', status: 'ENQUEUED', enqueuedTime: '2024-05-06T00:00:00Z' }];
  expect(await run('maxAge: 2h')).toMatchObject({ pass: false });
  expect(await run('description: x')).toMatchObject({ pass: true });
});

it('fails on every other status with its message, and without a backup', async () => {
  items = [{ id: '1', status: 'FAILED', error: { message: 'disk full' } }];
  expect((await run('description: x')).error).toBe('the backup 1 has the status FAILED: disk full');
  items = [{ id: '1', status: 'SUCCESSFUL' }];
  expect((await run('maxAge: 1h')).error).toBe('the backup 1 has no time');
  items = undefined;
  expect((await run('description: x')).error).toBe('there is no backup');
});

it('fails with the words of Google', async () => {
  expect((await run('description: x', { instance: 'missing' })).error).toBe('404: The instance does not exist.');
});

it('fails with a key that Google does not know, without showing it', async () => {
  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = other.export({ type: 'pkcs8', format: 'pem' }).toString();
  const result = await run('description: x', { pem });
  expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('Invalid JWT Signature') });
  expect(JSON.stringify(result)).not.toContain(pem.split('\n')[3]);
});

it('is invalid without project and instance, and with an age that is none', async () => {
  expect(await runOne('databaseBackup: [{name: x, gcp: {project: a}}]')).toMatchObject({ invalid: true });
  expect(await run('maxAge: soon')).toMatchObject({ invalid: true, error: 'maxAge "soon" is not a duration such as 25h' });
});

it('verifies certificates, fails when nothing listens, and ends at the time limit', async () => {
  const secure = await listenHttps((_request, response) => response.end('{}'), createCertificate(5));
  expect((await run('description: x', { port: secure.port, scheme: 'https' })).error).toBe(
    'the certificate is self-signed and not trusted',
  );
  await secure.close();
  expect((await run('description: x', { port: await closedPort() })).error).toContain('connection refused');
  const silent = await listenTcp(() => undefined);
  expect((await run('description: x', { port: silent.port })).error).toBe('timed out after 2000 ms');
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

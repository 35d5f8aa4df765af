import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const OBJECTS = [
  { name: 'daily/a.zip', size: '100', updated: hoursAgo(50) },
  { name: 'daily/b.zip', size: '3000', updated: hoursAgo(1) },
  { name: 'notes.txt', size: '5', updated: hoursAgo(2) },
];

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** The storage interface with one object a page, and a token service that knows one account. */
function google(seen: string[]): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    seen.push(`${request.method} ${url.pathname} ${request.headers.authorization ?? '-'}`);
    if (url.pathname === '/token') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const assertion = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('assertion') ?? '';
        const claims = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8');
        if (!claims.includes('"iss":"monitor@fleet.test"'))
          return json(400, { error: 'invalid_grant', error_description: 'no such account' });
        return json(200, { access_token: 'tokentokentoken', expires_in: 3600, token_type: 'Bearer' });
      });
      return undefined;
    }
    if (!url.pathname.startsWith('/storage/v1/b/backups/o'))
      return json(404, { error: { code: 404, message: 'no such bucket' } });
    const matching = OBJECTS.filter(({ name }) => name.startsWith(url.searchParams.get('prefix') ?? ''));
    const index = Number(url.searchParams.get('pageToken') ?? 0);
    const nextPageToken = index + 1 < matching.length ? String(index + 1) : undefined;
    return json(200, { items: matching.slice(index, index + 1), nextPageToken });
  };
}

let stub: Listener | undefined;
afterEach(async () => {
  await stub?.close();
  stub = undefined;
});

async function start(seen: string[] = []): Promise<string> {
  stub = await listenHttp(google(seen));
  return `http://127.0.0.1:${stub.port}`;
}

const check = async (path: string, connection: string, fields: string) =>
  await runOne(`folder: [{name: x, path: "${path}", gcpConnection: {${connection}}, ${fields}}]`);

const keyText = (changes: Record<string, string>) =>
  JSON.stringify({ type: 'service_account', client_email: 'monitor@fleet.test', private_key: privateKey, ...changes });

describe('buckets of Google Cloud', () => {
  it('are judged by number, age and size over all pages, and shown to expressions with whole keys as names', async () => {
    const endpoint = `endpoint: "${await start()}"`;
    expect(await check('gcs://backups', endpoint, 'minCount: 3, maxCount: 3, maxAge: 51h, maxSize: 3000b')).toMatchObject({
      type: 'folder',
      pass: true,
      error: '',
    });
    expect(await check('gcs://backups', endpoint, 'maxAge: 2d')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the oldest file daily/a.zip is older than 2d',
    });
    const test = "results.newest.name == 'daily/b.zip' && results.size == 3105";
    expect(await check('gcs://backups', endpoint, `test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it('list what begins with the path; nothing fails', async () => {
    const endpoint = `endpoint: "${await start()}"`;
    expect(await check('gcs://backups/daily/', endpoint, 'minCount: 2, maxCount: 2')).toMatchObject({ pass: true, error: '' });
    expect(await check('gcs://backups/weekly/', endpoint, 'maxCount: 9')).toMatchObject({
      pass: false,
      error: 'no object was found at gcs://backups/weekly/',
    });
  });

  it('are listed with the token that a key of a service account is worth', async () => {
    const seen: string[] = [];
    const url = await start(seen);
    const values = { description: 'test', lookup: async () => keyText({ token_uri: `${url}/token` }) };
    const connection = `credentials: {valueFrom: {secretKeyRef: {name: gcp, key: json}}}, endpoint: "${url}"`;
    const text = `folder: [{name: x, path: "gcs://backups/daily", gcpConnection: {${connection}}, minCount: 2}]`;
    expect(await runOne(text, { values })).toMatchObject({ pass: true, error: '' });
    const page = 'GET /storage/v1/b/backups/o Bearer tokentokentoken';
    expect(seen).toEqual(['POST /token -', page, page]);
  });

  it('fail when the token service refuses the key, without telling it', async () => {
    const url = await start();
    const certificate = keyText({ token_uri: `${url}/token`, client_email: 'other@fleet.test' });
    const stored = { id: '1', name: 'store', namespace: 'default', type: 'gcs', url, certificate };
    const connections = { find: async () => stored };
    const text = 'folder: [{name: x, path: "gcs://backups", gcpConnection: {connection: "connection://store"}}]';
    const result = await runOne(text, { connections });
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('no such account') });
    expect(JSON.stringify(result)).not.toContain('PRIVATE KEY');
  });

  it('fail with the words of the server when the bucket does not exist', async () => {
    expect(await check('gcs://none', `endpoint: "${await start()}"`, 'maxCount: 9')).toMatchObject({
      pass: false,
      invalid: false,
      error: '404: no such bucket',
    });
  });
});

it('verifies certificates unless told not to', async () => {
  stub = await listenHttps(google([]), createCertificate(30));
  const endpoint = `endpoint: "https://localhost:${stub.port}"`;
  expect(await check('gcs://backups', endpoint, 'minCount: 3')).toMatchObject({
    pass: false,
    error: expect.stringContaining('self-signed'),
  });
  expect(await check('gcs://backups', `${endpoint}, skipTLSVerify: true`, 'minCount: 3')).toMatchObject({
    pass: true,
    error: '',
  });
});

it('fails when nothing listens', async () => {
  const endpoint = `endpoint: "http://127.0.0.1:${await closedPort()}"`;
  expect(await check('gcs://backups', endpoint, 'maxCount: 9')).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it('ends at the time limit when the server never answers', async () => {
  const silent = await listenTcp(() => undefined);
  const text = `folder: [{name: x, path: "gcs://b", gcpConnection: {endpoint: "http://127.0.0.1:${silent.port}"}}]`;
  expect(await runOne(text, { limits: { timeoutMs: { folder: 400 } } })).toMatchObject({
    pass: false,
    error: 'timed out after 400 ms',
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

it.each([
  ['path: "gcs://b"', { invalid: false, error: 'a path of GCS needs gcpConnection' }],
  ['path: "gcs://b", gcpConnection: {credentials: "{}"}', { invalid: true, error: expect.stringContaining('are no key') }],
  ['path: "gcs://b", gcpConnection: {credentials: nonsense}', { invalid: true, error: 'the Google credentials are not JSON' }],
  ['path: "gcs://", gcpConnection: {endpoint: "http://127.0.0.1:1"}', { invalid: true, error: 'the path names no bucket' }],
  [
    'path: "gcs://b", gcpConnection: {endpoint: "http://169.254.169.254"}',
    { invalid: false, error: expect.stringContaining('denied by the address policy') },
  ],
])('does not pass with %s', async (fields, expected) => {
  expect(await runOne(`folder: [{name: x, ${fields}}]`)).toMatchObject({ pass: false, ...expected });
});

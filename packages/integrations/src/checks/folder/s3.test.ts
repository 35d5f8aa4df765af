import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import type { TestServer } from '../../testing/debian-servers.ts';
import { startS3 } from '../../testing/file-servers.ts';
import { closedPort, listenHttp, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const HOUR_MS = 3_600_000;
const KEYS = 'accessKey: {value: S3RVER}, secretKey: {value: S3RVER}';

function clientOf(port: number): S3Client {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return new S3Client({
    ...{ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, forcePathStyle: true, credentials },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

/** The server tells a file's time of change as the object's. */
function age(folder: string, name: string, hours: number): void {
  const time = new Date(Date.now() - hours * HOUR_MS);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (entry.includes(name) && statSync(join(folder, entry)).isFile()) utimesSync(join(folder, entry), time, time);
}

describe('buckets of S3', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startS3();
    const client = clientOf(server.port);
    const put = async (key: string, sizeBytes: number) =>
      await client.send(new PutObjectCommand({ Bucket: 'backups', Key: key, Body: Buffer.alloc(sizeBytes, 'x') }));
    await put('daily/monday.zip', 100);
    await put('daily/deep/tuesday.zip', 4000);
    await put('notes.txt', 10);
    client.destroy();
    age(server.folder, 'monday.zip', 50);
  });
  afterAll(async () => await server.stop());

  const check = async (path: string, fields: string, connection = KEYS) =>
    await runOne(
      `folder: [{name: x, path: "${path}", awsConnection: {${connection}, region: minio, endpoint: "http://127.0.0.1:${server.port}", usePathStyle: true}, ${fields}}]`,
    );

  it('are measured by number, newest object and size', async () => {
    const { metrics } = await check('s3://backups/notes.txt', 'minCount: 1');
    const labels = { endpoint: `http://127.0.0.1:${server.port}`, bucket: 'backups' };
    expect(metrics).toEqual([
      { name: 'canary_check_s3_scan_count', type: 'gauge', value: 1, labels },
      { name: 'canary_check_s3_last_write', type: 'gauge', value: expect.any(Number), labels },
      { name: 'canary_check_s3_total_size', type: 'gauge', value: 10, labels },
    ]);
    const written = metrics[1]?.value ?? 0;
    expect(Math.abs(Date.now() / 1000 - written)).toBeLessThan(3600);
  });

  it('are judged by number, age and size, and shown to expressions with whole keys as names', async () => {
    expect(await check('s3://backups', 'minCount: 3, maxCount: 3, maxAge: 51h, minSize: 10b, maxSize: 4kb')).toMatchObject({
      type: 'folder',
      pass: true,
      error: '',
    });
    expect(await check('s3://backups', 'maxAge: 2d')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the oldest file daily/monday.zip is older than 2d',
    });
    const test = "results.oldest.name == 'daily/monday.zip' && results.size == 4110 && results.largest.size == 4000";
    expect(await check('s3://backups/', `test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it('match globs on whole keys, and a path without a glob only the object of that key', async () => {
    expect(await check('s3://backups/daily/*.zip', 'minCount: 1, maxCount: 1')).toMatchObject({ pass: true, error: '' });
    expect(await check('s3://backups/**/*.zip', 'minCount: 2, maxCount: 2')).toMatchObject({ pass: true, error: '' });
    expect(await check('s3://backups/notes.txt', 'minCount: 1, maxCount: 1')).toMatchObject({ pass: true, error: '' });
    expect(await check('s3://backups/daily', 'maxCount: 9')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'no object was found at s3://backups/daily',
    });
  });

  it('fail without an object unless the spec says that there may be none', async () => {
    expect(await check('s3://backups', 'filter: {minSize: 1mb}')).toMatchObject({ pass: false });
    expect(await check('s3://backups', 'filter: {minSize: 1mb}, minCount: 0')).toMatchObject({ pass: true, error: '' });
    expect(await check('s3://backups', 'filter: {minSize: 1mb}, maxCount: 0')).toMatchObject({ pass: true, error: '' });
  });

  it('fail with the server’s words when the bucket does not exist', async () => {
    expect(await check('s3://nothing-here', 'maxCount: 9')).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('NoSuchBucket'),
    });
  });

  it('fail with wrong keys, without telling them', async () => {
    const keys = 'accessKey: {value: WRONGKEY}, secretKey: {value: wrongword}';
    const result = await check('s3://backups', 'maxCount: 9', keys);
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('InvalidAccessKeyId') });
    expect(JSON.stringify(result)).not.toMatch(/WRONGKEY|wrongword/);
  });

  it('are found by a stored connection, which may name the bucket', async () => {
    const stored = { id: '1', name: 'store', namespace: 'default', type: 's3', url: `http://127.0.0.1:${server.port}` };
    const properties = { region: 'eu-west-1', usePathStyle: 'true', bucket: 'backups' };
    const connections = { find: async () => ({ ...stored, username: 'S3RVER', password: 'S3RVER', properties }) };
    const text = 'folder: [{name: x, path: "s3://", minCount: 3, awsConnection: {connection: "connection://store"}}]';
    expect(await runOne(text, { connections })).toMatchObject({ pass: true, error: '' });
  });
});

it('uses the credentials of the server itself when there are no keys', async () => {
  const server = await startS3();
  const text = `folder: [{name: x, path: "s3://backups", minCount: 0, awsConnection: {endpoint: "http://127.0.0.1:${server.port}", usePathStyle: true}}]`;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'UNKNOWNKEY');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  expect(await runOne(text)).toMatchObject({ pass: false, error: expect.stringContaining('InvalidAccessKeyId') });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  expect(await runOne(text)).toMatchObject({ pass: true, error: '' });
  vi.unstubAllEnvs();
  await server.stop();
});

it('verifies certificates unless told not to', async () => {
  const server = await startS3(createCertificate(30));
  const connection = (more: string) => `{${KEYS}, endpoint: "https://localhost:${server.port}", usePathStyle: true${more}}`;
  const check = async (more: string) =>
    await runOne(`folder: [{name: x, path: "s3://backups", minCount: 0, awsConnection: ${connection(more)}}]`);
  expect(await check('')).toMatchObject({ pass: false, error: expect.stringContaining('self-signed') });
  expect(await check(', skipTLSVerify: true')).toMatchObject({ pass: true, error: '' });
  await server.stop();
});

it('assumes a role with the keys and keeps the keys of the role secret', async () => {
  const asked: string[] = [];
  const role =
    '<AccessKeyId>ROLEKEY</AccessKeyId><SecretAccessKey>rolesecret</SecretAccessKey><SessionToken>roletoken</SessionToken>';
  const stub = await listenHttp((request, response) => {
    asked.push(`${request.method} ${request.headers['x-amz-security-token'] ?? ''}`);
    response.writeHead(request.method === 'POST' ? 200 : 403, { 'content-type': 'text/xml' });
    response.end(
      request.method === 'POST'
        ? `<AssumeRoleResponse><AssumeRoleResult><Credentials>${role}</Credentials></AssumeRoleResult></AssumeRoleResponse>`
        : '<Error><Code>AccessDenied</Code><Message>ROLEKEY with roletoken may not list</Message></Error>',
    );
  });
  const connection = `{${KEYS}, assumeRole: "arn:aws:iam::1:role/r", endpoint: "http://127.0.0.1:${stub.port}", usePathStyle: true}`;
  expect(await runOne(`folder: [{name: x, path: "s3://backups", awsConnection: ${connection}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: 'AccessDenied: *** with *** may not list',
  });
  expect(asked).toEqual(['POST ', 'GET roletoken']);
  await stub.close();
});

it('stops listing after 50,000 objects and says so to the operator', async () => {
  let pages = 0;
  const stub = await listenHttp((_request, response) => {
    pages += 1;
    const one = (index: number) =>
      `<Contents><Key>k${pages}-${index}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
    const objects = Array.from({ length: 1000 }, (_, index) => one(index)).join('');
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t${pages}</NextContinuationToken>${objects}</ListBucketResult>`,
    );
  });
  const warnings: string[] = [];
  const log = { debug: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) };
  const connection = `{${KEYS}, endpoint: "http://127.0.0.1:${stub.port}", usePathStyle: true}`;
  const text = `folder: [{name: x, path: "s3://backups", minCount: 50000, maxCount: 50000, awsConnection: ${connection}}]`;
  expect(await runOne(text, { log })).toMatchObject({ pass: true, error: '' });
  expect(pages).toBe(50);
  expect(warnings).toEqual(['s3://backups has more objects than are listed: the first 50000 are judged']);
  await stub.close();
});

it('reads no endless answer', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const stub = await listenHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.write('<ListBucketResult>');
    const fill = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', fill);
    fill();
  });
  const connection = `{${KEYS}, endpoint: "http://127.0.0.1:${stub.port}", usePathStyle: true}`;
  expect(await runOne(`folder: [{name: x, path: "s3://backups", awsConnection: ${connection}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: 'the answer is larger than 16777216 bytes',
  });
  await expect.poll(() => stub.open()).toBe(0);
  await stub.close();
});

it('fails when nothing listens', async () => {
  const connection = `{${KEYS}, endpoint: "http://127.0.0.1:${await closedPort()}", usePathStyle: true}`;
  expect(await runOne(`folder: [{name: x, path: "s3://backups", awsConnection: ${connection}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it('ends at the time limit when the server never answers', async () => {
  const silent = await listenTcp(() => undefined);
  const connection = `{${KEYS}, endpoint: "http://127.0.0.1:${silent.port}", usePathStyle: true}`;
  const text = `folder: [{name: x, path: "s3://backups", awsConnection: ${connection}}]`;
  expect(await runOne(text, { limits: { timeoutMs: { folder: 400 } } })).toMatchObject({
    pass: false,
    error: 'timed out after 400 ms',
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

it.each([
  ['path: "s3://backups"', { invalid: false, error: 'a path of S3 needs awsConnection' }],
  [`path: "s3://", awsConnection: {${KEYS}}`, { invalid: true, error: 'the path names no bucket' }],
  ['path: "s3://b", awsConnection: {accessKey: {value: x}}', { invalid: true, error: 'AWS needs both accessKey and secretKey' }],
  [`path: "s3://b", awsConnection: {${KEYS}, endpoint: "ftp://x"}`, { invalid: true, error: 'the endpoint is no http(s) URL' }],
  [
    `path: "s3://b", awsConnection: {${KEYS}, endpoint: "http://169.254.169.254"}`,
    { invalid: false, error: expect.stringContaining('denied by the address policy') },
  ],
])('does not pass with %s', async (fields, expected) => {
  expect(await runOne(`folder: [{name: x, ${fields}}]`)).toMatchObject({ pass: false, ...expected });
});

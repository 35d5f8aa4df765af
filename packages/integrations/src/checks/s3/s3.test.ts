import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/debian-servers.ts';
import { startS3 } from '../../testing/file-servers.ts';
import { closedPort, listenHttp, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const KEYS = 'accessKey: {value: S3RVER}, secretKey: {value: S3RVER}';
const at = (port: number) => `endpoint: "http://127.0.0.1:${port}", usePathStyle: true`;

describe('S3 checks', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(async () => await server.stop());

  const check = async (fields: string) => await runOne(`s3: [{name: x, ${at(server.port)}, ${fields}}]`);

  it('pass when what was written is read back, and measure both steps', async () => {
    const result = await check(`bucketName: backups, objectPath: /health/probe, ${KEYS}`);
    expect(result).toMatchObject({ type: 's3', pass: true, error: '' });
    const labels = { endpoint: `http://127.0.0.1:${server.port}`, bucket: 'backups' };
    expect(result.metrics).toEqual([
      expect.objectContaining({ name: 'canary_check_s3_list', type: 'histogram', labels, value: expect.any(Number) }),
      expect.objectContaining({ name: 'canary_check_s3_update', type: 'histogram', labels, value: expect.any(Number) }),
    ]);
    const object = await fetch(`${labels.endpoint}/backups/health/probe`);
    expect(await object.text()).toMatch(/^[0-9a-f]{16}$/);
  });

  it('take the bucket from the connection block and know storage classes', async () => {
    expect(await check(`bucket: backups, objectPath: probe, storageClass: STANDARD_IA, ${KEYS}`)).toMatchObject({
      pass: true,
      error: '',
    });
    expect(await check(`bucket: backups, objectPath: probe, storageClass: BASEMENT, ${KEYS}`)).toMatchObject({ invalid: true });
  });

  it('fail when the bucket does not exist', async () => {
    expect(await check(`bucketName: none, objectPath: probe, ${KEYS}`)).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('NoSuchBucket'),
    });
  });

  it('fail with wrong keys, without telling them', async () => {
    const result = await check(
      'bucketName: backups, objectPath: probe, accessKey: {value: WRONGKEY}, secretKey: {value: wrongword}',
    );
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('InvalidAccessKeyId') });
    expect(JSON.stringify(result)).not.toMatch(/WRONGKEY|wrongword/);
  });

  it.each([
    [`objectPath: probe, ${KEYS}`, 's3 needs a bucketName'],
    [`bucketName: backups, ${KEYS}`, 's3 needs an objectPath'],
  ])('are invalid with %s', async (fields, error) => {
    expect(await check(fields)).toMatchObject({ invalid: true, error });
  });
});

it('fails when another content is read than was written', async () => {
  const stub = await listenHttp((request, response) => {
    request.resume();
    const isList = request.url?.includes('list-type') === true;
    response.writeHead(200, { 'content-type': isList ? 'application/xml' : 'text/plain' });
    response.end(isList ? '<ListBucketResult/>' : request.method === 'GET' ? '0123456789abcdef' : '');
  });
  expect(await runOne(`s3: [{name: x, ${at(stub.port)}, bucketName: b, objectPath: probe, ${KEYS}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: 'the object probe does not have the content that was written',
  });
  await stub.close();
});

it('fails when nothing listens', async () => {
  expect(await runOne(`s3: [{name: x, ${at(await closedPort())}, bucketName: b, objectPath: probe, ${KEYS}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it('ends at the time limit when the server never answers', async () => {
  const silent = await listenTcp(() => undefined);
  const text = `s3: [{name: x, ${at(silent.port)}, bucketName: b, objectPath: probe, ${KEYS}}]`;
  expect(await runOne(text, { limits: { timeoutMs: { s3: 300 } } })).toMatchObject({
    pass: false,
    error: 'timed out after 300 ms',
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

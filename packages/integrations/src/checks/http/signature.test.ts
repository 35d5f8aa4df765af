import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { guessFromHost } from '../../aws/request-signer.ts';
import { awsListener, type SignedRequest, verifySignature } from '../../testing/aws-listener.ts';
import { type Listener, listenHttp } from '../../testing/listeners.ts';
import { readText } from '../../testing/read-text.ts';
import { runOne } from '../../testing/run-yaml.ts';

const seen: (SignedRequest & { url: string | undefined; token: unknown })[] = [];
let api: Listener;
let sts: Listener;
beforeAll(async () => {
  sts = await listenHttp(awsListener([], () => ({})));
  api = await listenHttp(async (request, response) => {
    const signed = verifySignature(request, await readText(request));
    seen.push({ ...signed, url: request.url, token: request.headers['x-amz-security-token'] });
    if (request.url === '/moved') return response.writeHead(302, { location: '/prod/orders' }).end();
    return response.writeHead(signed.problem === undefined ? 200 : 403).end(signed.problem);
  });
});
afterAll(async () => {
  await api.close();
  await sts.close();
});
beforeEach(() => seen.splice(0));

const KEYS = 'accessKey: {value: AKIDOWNER}, secretKey: {value: owner-secret-key}';
const run = async (path: string, signing: string, fields = '') =>
  await runOne(
    `http: [{name: api, url: "http://127.0.0.1:${api.port}${path}", awsSigV4: {${signing}}, display: {expr: content}${fields}}]`,
  );

it('signs path, query, body and content type for region and service', async () => {
  const fields = ', method: POST, body: "{}", headers: [{name: Content-Type, value: application/json}], responseContent: ""';
  expect(
    await run("/prod/a%20b/(c)*'?z=1&a=x%2Fy&a=b+c", `${KEYS}, region: eu-west-1, service: execute-api`, fields),
  ).toMatchObject({
    pass: true,
    message: '',
  });
  expect(seen).toMatchObject([{ accessKey: 'AKIDOWNER', region: 'eu-west-1', service: 'execute-api' }]);
  expect(seen[0]?.url).toContain('a=b%20c');
});

it('signs every request of a redirect', async () => {
  expect(await run('/moved', `${KEYS}, region: eu-west-1, service: execute-api`)).toMatchObject({ pass: true });
  expect(seen.map(({ url, problem }) => ({ url, problem }))).toEqual([
    { url: '/moved', problem: undefined },
    { url: '/prod/orders', problem: undefined },
  ]);
});

it('signs with the keys of a role that it assumes', async () => {
  const role = `${KEYS}, assumeRole: "arn:aws:iam::1:role/reader", endpoint: "http://127.0.0.1:${sts.port}"`;
  expect(await run('/', `${role}, region: eu-west-1, service: execute-api`)).toMatchObject({ pass: true });
  expect(seen).toMatchObject([{ accessKey: 'AKIDROLE', token: 'role-session-token' }]);
});

it("signs with the server's own keys when the block has none", async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDOWNER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'owner-secret-key');
  expect(await run('/', 'region: eu-west-1, service: execute-api')).toMatchObject({ pass: true });
  expect(seen).toMatchObject([{ accessKey: 'AKIDOWNER' }]);
  vi.unstubAllEnvs();
});

it('fails with a wrong key without showing it', async () => {
  const result = await run(
    '/',
    'accessKey: {value: AKIDOWNER}, secretKey: {value: wrong-secret}, region: eu-west-1, service: es',
  );
  expect(result).toMatchObject({ pass: false, invalid: false, error: 'response code 403 is not in 200 to 299' });
  expect(JSON.stringify({ ...result, data: undefined })).not.toContain('wrong-secret');
});

it('is invalid when nothing tells the service or the region', async () => {
  expect(await run('/', `${KEYS}, region: eu-west-1`)).toMatchObject({
    invalid: true,
    error: expect.stringContaining('a service'),
  });
  expect(await run('/', `${KEYS}, service: es`)).toMatchObject({ invalid: true, error: 'awsSigV4 needs a region' });
});

it('reads service and region from the names of hosts of AWS', () => {
  expect(guessFromHost('sts.us-east-1.amazonaws.com')).toEqual({ service: 'sts', region: 'us-east-1' });
  expect(guessFromHost('s3.amazonaws.com')).toEqual({ service: 's3', region: '' });
  expect(guessFromHost('a1b2.execute-api.eu-west-1.amazonaws.com')).toEqual({ service: 'execute-api', region: 'eu-west-1' });
  expect(guessFromHost('search-logs.us-gov-west-1.es.amazonaws.com')).toEqual({ service: 'es', region: 'us-gov-west-1' });
  expect(guessFromHost('example.com')).toEqual({ service: '', region: '' });
});

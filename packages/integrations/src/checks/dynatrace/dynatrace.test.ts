import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne, runYaml } from '../../testing/run-yaml.ts';

const PROBLEM = {
  problemId: '-60_V2',
  displayId: 'P-1',
  title: 'Response time degradation',
  impactLevel: 'SERVICES',
  severityLevel: 'PERFORMANCE',
  status: 'OPEN',
  affectedEntities: [{ entityId: { id: 'SERVICE-1', type: 'SERVICE' }, name: 'shop' }],
  impactedEntities: [],
  entityTags: [
    { context: 'CONTEXTLESS', key: 'team', value: 'core' },
    { context: 'CONTEXTLESS', key: 'flagged' },
  ],
  evidenceDetails: { totalCount: 1, details: [{ displayName: 'slow' }] },
};

const urls: (string | undefined)[] = [];
let server: Listener;
beforeAll(async () => {
  server = await listenHttp((request, response) => {
    urls.push(request.url);
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const { authorization } = request.headers;
    if (authorization !== 'Api-Token dt0c01.sample')
      return json(401, { error: { code: 401, message: `Token ${authorization} is missing` } });
    if (request.url?.includes('nextPageKey=next%2F2'))
      return json(200, { problems: [{ ...PROBLEM, problemId: '2', status: 'CLOSED' }] });
    return json(200, { totalCount: 2, problems: [PROBLEM], nextPageKey: 'next/2' });
  });
});
afterAll(async () => await server.close());
beforeEach(() => urls.splice(0));

const at = (port: number, fields: string) =>
  `dynatrace: [{name: problems, host: "127.0.0.1:${port}/e/env", scheme: http, ${fields}}]`;
const run = async (fields: string) => await runOne(at(server.port, fields));
const KEY = 'apiKey: {value: dt0c01.sample}';

it('lists the problems of every page, and passes whatever they are', async () => {
  const result = await run(KEY);
  expect(result).toMatchObject({ pass: true, error: '', type: 'dynatrace' });
  expect(urls).toEqual(['/e/env/api/v2/problems', '/e/env/api/v2/problems?nextPageKey=next%2F2']);
  expect(result.detail).toMatchObject([
    {
      title: 'Response time degradation (-60_V2)',
      status: 'OPEN',
      impactLevel: 'SERVICES',
      severity: 'PERFORMANCE',
      impactedEntities: [],
      affectedEntities: PROBLEM.affectedEntities,
      labels: { team: 'core', flagged: '' },
      entityTags: PROBLEM.entityTags,
      totalEvidences: 1,
      evidences: [{ displayName: 'slow' }],
    },
    { title: 'Response time degradation (2)', status: 'CLOSED' },
  ]);
});

it('fails by its test, and becomes a check of each problem by its transform', async () => {
  expect(await run(`${KEY}, test: {expr: "results.all(r, r.status != 'OPEN')"}`)).toMatchObject({ pass: false, error: '' });
  const transform = `transform: {expr: "results.map(r, {'name': r.title, 'pass': r.status == 'CLOSED', 'labels': r.labels}).toJSON()"}`;
  expect((await runYaml(at(server.port, `${KEY}, ${transform}`))).map(({ pass }) => pass)).toEqual([true, false, true]);
});

it('fails with a wrong key without showing it', async () => {
  const result = await run('apiKey: {value: wrong-token}');
  expect(result).toMatchObject({ pass: false, invalid: false, error: 'the server answered 401: Token Api-Token *** is missing' });
});

it('takes address and key of a stored connection', async () => {
  const stored = {
    id: '1',
    name: 'dt',
    namespace: 'ops',
    type: 'dynatrace',
    url: `http://127.0.0.1:${server.port}`,
    password: 'dt0c01.sample',
  };
  const text = 'dynatrace: [{name: problems, connection: "connection://ops/dt", display: {expr: string(results.size())}}]';
  const withHost = { ...stored, url: `127.0.0.1:${server.port}/e/env`, properties: { scheme: 'http' } };
  for (const connection of [stored, withHost])
    expect(await runOne(text, { connections: { find: async () => connection } })).toMatchObject({ pass: true, message: '2' });
});

it('is invalid without host or key', async () => {
  expect(await runOne(`dynatrace: [{name: x, ${KEY}}]`)).toMatchObject({ invalid: true, error: 'dynatrace needs a host' });
  expect(await run('description: x')).toMatchObject({ invalid: true, error: 'dynatrace needs an apiKey' });
});

it('speaks TLS unless the spec says http, and verifies the certificate', async () => {
  const secure = await listenHttps((_request, response) => response.end('{"problems":[]}'), createCertificate(5));
  const text = `dynatrace: [{name: x, host: "localhost:${secure.port}", ${KEY}}]`;
  expect((await runOne(text)).error).toBe('the certificate is self-signed and not trusted');
  await secure.close();
});

it('fails when nothing listens, on other answers, and ends at the time limit', async () => {
  const limits = { timeoutMs: { dynatrace: 150 } };
  expect((await runOne(at(await closedPort(), KEY))).error).toContain('connection refused');
  const page = await listenHttp((_request, response) => response.writeHead(503).end('maintenance'));
  expect((await runOne(at(page.port, KEY))).error).toBe('the server answered 503: maintenance');
  await page.close();
  const silent = await listenTcp(() => undefined);
  expect((await runOne(at(silent.port, KEY), { limits })).error).toBe('timed out after 150 ms');
  await silent.close();
});

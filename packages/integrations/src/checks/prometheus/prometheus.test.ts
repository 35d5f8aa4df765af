import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { missingProgram, type TestServer } from '../../testing/debian-servers.ts';
import { closedPort, type Listener, listenHttp, listenTcp } from '../../testing/listeners.ts';
import { startPrometheus } from '../../testing/monitoring-servers.ts';
import { readText } from '../../testing/read-text.ts';
import { runOne, runYaml } from '../../testing/run-yaml.ts';

const missing = missingProgram('/usr/bin/prometheus');
/** bcrypt of `open sesame`. */
const OPEN_SESAME = '$2b$04$kyfAmhhbklwq1psivmOPfefmj6wDbB4vG5WKIXzJ6Hf2Oqx6TIvI2';
const METRICS = [
  'kubernetes_build_info{git_version="v1.27.3",job_name="apiserver"} 1',
  'queue_depth{queue="a"} 3',
  'queue_depth{queue="b"} 8',
  'broken_gauge NaN',
  '',
].join('\n');

describe.skipIf(missing)(`Prometheus checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let exporter: Listener;
  let server: TestServer;
  beforeAll(async () => {
    exporter = await listenHttp((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(METRICS),
    );
    server = await startPrometheus([`127.0.0.1:${exporter.port}`]);
  });
  afterAll(async () => {
    await server?.stop();
    await exporter?.close();
  });

  const run = async (fields: string) =>
    await runOne(`prometheus: [{name: metrics, url: "http://127.0.0.1:${server.port}/", ${fields}}]`);

  it('show every series of a vector with its labels and its value', async () => {
    const result = await run(
      "query: sort(queue_depth), test: {expr: \"results.size() == 2 && results[1].queue == 'b' && results[1].value == 8.0 && type(value) == double && firstResult.queue == 'a' && value == 3.0\"}",
    );
    expect(result).toMatchObject({ pass: true, error: '', type: 'prometheus' });
    expect(result.detail).toEqual([
      { __name__: 'queue_depth', instance: `127.0.0.1:${exporter.port}`, job: 'stub', queue: 'a', value: 3 },
      { __name__: 'queue_depth', instance: `127.0.0.1:${exporter.port}`, job: 'stub', queue: 'b', value: 8 },
    ]);
  });

  it('add the labels of the first series to the check', async () => {
    const result = await run(
      'query: \'kubernetes_build_info{job!~"kube-dns|coredns"}\', labels: {team: core}, display: {expr: "results[0].git_version"}',
    );
    expect(result).toMatchObject({ pass: true, message: 'v1.27.3' });
    expect(result.labels).toMatchObject({ team: 'core', git_version: 'v1.27.3', job: 'stub' });
    expect(result.labels).not.toHaveProperty('value');
  });

  it('pass whatever the values are, and fail by their test', async () => {
    expect(
      await run('query: absent_metric, test: {expr: "results.size() == 0 && value == 0.0 && size(firstResult) == 0"}'),
    ).toMatchObject({ pass: true, error: '' });
    expect(await run('query: queue_depth, test: {expr: "results.all(r, r.value < 5.0)"}')).toMatchObject({
      pass: false,
      error: '',
    });
  });

  it('take a scalar and values that are no number', async () => {
    expect(await run('query: "scalar(vector(7))", test: {expr: "results.size() == 1 && value == 7.0"}')).toMatchObject({
      pass: true,
    });
    expect(await run('query: 1 / 0, display: {expr: string(value)}')).toMatchObject({ pass: true, message: '+Inf' });
    expect(await run('query: broken_gauge, test: {expr: value != value}')).toMatchObject({ pass: true, error: '' });
  });

  it('may fail when the query gives nothing', async () => {
    expect(await run('query: no_such_series, markFailOnEmpty: true')).toMatchObject({
      pass: false,
      error: 'the query gave no rows',
    });
    expect(await run('query: queue_depth, markFailOnEmpty: true')).toMatchObject({ pass: true });
    expect(await run('query: no_such_series')).toMatchObject({ pass: true });
  });

  it('fail cleanly on a range of samples and on a text', async () => {
    expect(await run('query: "queue_depth[1m]"')).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('matrix'),
    });
    expect(await run(`query: "'text'"`)).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('string') });
  });

  it("tell the server's words about a query that it cannot read", async () => {
    expect(await run('query: "sum("')).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringMatching(/^bad_data: .*parse error/),
    });
  });

  it('become one check for each target through a transform', async () => {
    const results = await runYaml(
      `prometheus: [{name: jobs, url: "http://127.0.0.1:${server.port}", query: up, transform: {expr: "results.map(r, {'name': r.job, 'pass': r.value > 0.0}).toJSON()"}}]`,
    );
    expect(results.map(({ name, pass }) => ({ name, pass }))).toEqual([
      { name: 'jobs', pass: true },
      { name: 'stub', pass: true },
    ]);
  });

  it("ask the program's own Prometheus when the check names none", async () => {
    const options = { prometheusUrl: `http://127.0.0.1:${server.port}` };
    const text = 'prometheus: [{name: own, query: vector(1), test: {expr: value == 1.0}}]';
    expect(await runOne(text, {}, options)).toMatchObject({ pass: true });
    expect(await runOne(text)).toMatchObject({ pass: false, invalid: true, error: 'prometheus needs a url or a connection' });
  });
});

describe.skipIf(missing)(`Prometheus behind TLS and an account${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const certificate = createCertificate(5);
  let server: TestServer;
  beforeAll(async () => {
    server = await startPrometheus([], { ...certificate, accounts: { ann: OPEN_SESAME } });
  });
  afterAll(async () => await server?.stop());

  const run = async (login: string, tls: string) =>
    await runOne(`prometheus: [{name: metrics, url: "https://${login}localhost:${server.port}", query: vector(1), ${tls}}]`);
  const trust = `tls: {ca: {value: ${JSON.stringify(certificate.cert)}}}`;

  it('answer to the account when the authority is trusted or not asked for', async () => {
    expect(await run('', `${trust}, username: {value: ann}, password: {value: open sesame}`)).toMatchObject({
      pass: true,
      error: '',
    });
    expect(await run('ann:open%20sesame@', 'tls: {insecureSkipVerify: true}')).toMatchObject({
      pass: true,
      endpoint: `https://localhost:${server.port}`,
    });
  });

  it('refuse a wrong password, which is not shown, and none', async () => {
    const wrong = await run('ann:wrong-word@', trust);
    expect(wrong).toMatchObject({ pass: false, invalid: false, error: 'the server answered 401: Unauthorized' });
    expect(JSON.stringify(wrong)).not.toContain('wrong-word');
    expect(await run('', trust)).toMatchObject({ pass: false, error: 'the server answered 401: Unauthorized' });
  });

  it('are not trusted without their authority', async () => {
    expect(await run('', 'bearer: {value: token}')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the certificate is self-signed and not trusted',
    });
  });
});

it('sends a bearer token, or one from a token server, and none of them in its messages', async () => {
  const seen: (string | undefined)[] = [];
  const server = await listenHttp((request, response) => {
    if (request.url === '/token') return response.end(JSON.stringify({ access_token: 'granted-token' }));
    seen.push(request.headers.authorization);
    return response.writeHead(401).end(`refused ${request.headers.authorization}`);
  });
  const url = `http://127.0.0.1:${server.port}`;
  const bearer = await runOne(`prometheus: [{name: x, url: "${url}", query: up, bearer: {value: my-token}}]`);
  expect(bearer).toMatchObject({ pass: false, invalid: false, error: 'the server answered 401: refused Bearer ***' });
  const oauth = await runOne(
    `prometheus: [{name: x, url: "${url}", query: up, oauth: {clientID: {value: id}, clientSecret: {value: client-secret}, tokenURL: "${url}/token"}}]`,
  );
  expect(oauth.error).toBe('the server answered 401: refused Bearer ***');
  expect(seen).toEqual(['Bearer my-token', 'Bearer granted-token']);
  await server.close();
});

it('takes address and login of a stored connection, whose properties the fields may replace', async () => {
  const seen: (string | undefined)[] = [];
  const server = await listenHttp(async (request, response) => {
    if (request.url === '/token') {
      seen.push(await readText(request));
      return response.end(JSON.stringify({ access_token: 'granted-token' }));
    }
    seen.push(request.headers.authorization);
    return response.end(JSON.stringify({ status: 'success', data: { resultType: 'scalar', result: [1, '5'] } }));
  });
  const url = `http://127.0.0.1:${server.port}`;
  const run = async (properties: Record<string, string>, fields = '') =>
    await runOne(`prometheus: [{name: x, connection: "connection://ops/metrics", query: up${fields}}]`, {
      connections: { find: async () => ({ id: '1', name: 'metrics', namespace: 'ops', type: 'prometheus', url, properties }) },
    });
  expect(await run({ bearer: 'stored-token' })).toMatchObject({ pass: true });
  expect(await run({ bearer: 'stored-token' }, ', bearer: {value: own-token}')).toMatchObject({ pass: true });
  const oauth = {
    tokenURL: `${url}/token`,
    clientID: 'id',
    clientSecret: 'secret',
    scopes: 'read, write',
    params: '{"audience":"metrics"}',
  };
  expect(await run(oauth)).toMatchObject({ pass: true });
  expect(seen).toEqual([
    'Bearer stored-token',
    'Bearer own-token',
    'grant_type=client_credentials&audience=metrics&scope=read+write',
    'Bearer granted-token',
  ]);
  expect(await run({ ...oauth, params: 'nonsense' })).toMatchObject({ invalid: true, error: expect.stringContaining('params') });
  await server.close();
});

it('asks by GET where POST is refused', async () => {
  const asked: string[] = [];
  const server = await listenHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'POST') return response.writeHead(405).end();
    return response.end(JSON.stringify({ status: 'success', data: { resultType: 'scalar', result: [1, '5'] } }));
  });
  const text = `prometheus: [{name: x, url: "http://127.0.0.1:${server.port}/prefix/", query: 'a{b="c"}', test: {expr: value == 5.0}}]`;
  expect(await runOne(text)).toMatchObject({ pass: true });
  expect(asked).toEqual(['POST /prefix/api/v1/query', 'GET /prefix/api/v1/query?query=a%7Bb%3D%22c%22%7D']);
  await server.close();
});

it('fails with a hint when the former field host is set', async () => {
  expect(await runOne('prometheus: [{name: x, host: "http://localhost:9090", query: up}]')).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('url'),
  });
});

it('fails when nothing listens, when something else answers, and ends at the time limit', async () => {
  const run = async (port: number, limits = {}) =>
    await runOne(`prometheus: [{name: x, url: "http://127.0.0.1:${port}", query: up}]`, { limits });
  expect((await run(await closedPort())).error).toContain('connection refused');
  const page = await listenHttp((_request, response) => response.end('<h1>hello</h1>'));
  expect((await run(page.port)).error).toBe('the server answered 200: <h1>hello</h1>');
  await page.close();
  const silent = await listenTcp(() => undefined);
  expect((await run(silent.port, { timeoutMs: { prometheus: 150 } })).error).toBe('timed out after 150 ms');
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

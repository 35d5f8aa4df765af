import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const RUNS: Record<string, { id: number; state: string; result?: string; createdDate: string; finishedDate?: string }[]> = {
  1: [
    { id: 12, state: 'inProgress', createdDate: '2024-05-06T12:00:00Z' },
    {
      id: 11,
      state: 'completed',
      result: 'succeeded',
      createdDate: '2024-05-06T11:00:00Z',
      finishedDate: '2024-05-06T11:10:00Z',
    },
    { id: 10, state: 'completed', result: 'failed', createdDate: '2024-05-06T10:00:00Z', finishedDate: '2024-05-06T10:10:00Z' },
  ],
  2: [
    { id: 20, state: 'completed', result: 'failed', createdDate: '2024-05-06T10:00:00Z', finishedDate: '2024-05-06T10:00:01Z' },
  ],
  3: [],
};
const DETAILS = {
  variables: { env: { value: 'prod' } },
  resources: { repositories: { self: { refName: 'refs/heads/team/main' } } },
};

const urls: (string | undefined)[] = [];
let server: Listener;
beforeAll(async () => {
  server = await listenHttp((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    urls.push(request.url);
    const json = (value: object, headers = {}, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (request.headers.authorization !== `Basic ${Buffer.from(':pat-token').toString('base64')}`)
      return response.writeHead(203, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    const [, organization, project, , , pipeline, , run] = url.pathname.split('/');
    if (organization !== 'acme' || project !== 'web%20shop') return json({ message: `TF200016: no project ${project}` }, {}, 404);
    if (run) return json({ ...RUNS[pipeline ?? '']?.find(({ id }) => String(id) === run), ...DETAILS });
    if (pipeline) return json({ value: RUNS[pipeline] });
    if (url.searchParams.get('continuationToken') === 'more')
      return json({
        value: [
          { id: 2, name: 'deploy-api' },
          { id: 3, name: 'deploy-(new' },
        ],
      });
    return json({ value: [{ id: 1, name: 'deploy-web' }] }, { 'x-ms-continuationtoken': 'more' });
  });
});
afterAll(async () => await server.close());
beforeEach(() => urls.splice(0));

const run = async (fields: string, options: { port?: number; token?: string; scheme?: string } = {}) => {
  const url = `${options.scheme ?? 'http'}://localhost:${options.port ?? server.port}`;
  const stored = {
    id: '1',
    name: 'ado',
    namespace: 'ops',
    type: 'azure_devops',
    url,
    username: 'acme',
    password: options.token ?? 'pat-token',
  };
  return await runOne(`azureDevops: [{name: pipelines, connection: "connection://ops/ado", project: web shop, ${fields}}]`, {
    connections: { find: async () => stored },
    limits: { timeoutMs: { azureDevops: 500 } },
  });
};

it('passes when the newest completed run was successful', async () => {
  expect(await run('pipeline: deploy-web')).toMatchObject({ pass: true, error: '', type: 'azuredevops' });
  expect(urls).toEqual([
    '/acme/web%20shop/_apis/pipelines?api-version=7.0',
    '/acme/web%20shop/_apis/pipelines?api-version=7.0&continuationToken=more',
    '/acme/web%20shop/_apis/pipelines/1/runs?api-version=7.0',
    '/acme/web%20shop/_apis/pipelines/1/runs/11?api-version=7.0',
  ]);
});

it('judges every pipeline that matches', async () => {
  expect(await run('pipeline: "deploy-.*"')).toMatchObject({
    pass: false,
    invalid: false,
    error: 'deploy-api: the run ended with the result failed',
  });
  expect(await run('pipeline: "^api"')).toMatchObject({ pass: true });
});

it('takes a name that is no regular expression as it is', async () => {
  expect(await run('pipeline: "deploy-(new"')).toMatchObject({ pass: true });
  expect(urls.at(-1)).toBe('/acme/web%20shop/_apis/pipelines/3/runs?api-version=7.0');
});

it('fails when the run took too long', async () => {
  expect(await run('pipeline: deploy-web, thresholdMillis: 599999')).toMatchObject({
    pass: false,
    error: 'deploy-web: the run took 600000 ms, more than 599999 ms',
  });
  expect(await run('pipeline: deploy-web, thresholdMillis: 600000')).toMatchObject({ pass: true });
});

it('leaves out runs of other branches and with other variables', async () => {
  const failed = async (fields: string) => !(await run(`pipeline: deploy-api, ${fields}`)).pass;
  expect(await failed('branch: [main]')).toBe(true);
  expect(await failed('branch: [other, team/main]')).toBe(true);
  expect(await failed('branch: [other]')).toBe(false);
  expect(await failed('variables: {env: prod}')).toBe(true);
  expect(await failed('variables: {env: test}')).toBe(false);
  expect(await failed('variables: {absent: prod}')).toBe(false);
});

it('fails with a wrong token without showing it, and for an unknown project', async () => {
  const wrong = await run('pipeline: x, personalAccessToken: {value: wrong-token}');
  expect(wrong).toMatchObject({ pass: false, invalid: false, error: 'the personal access token was not accepted' });
  expect(JSON.stringify(wrong)).not.toContain('wrong-token');
  expect(await run('pipeline: x, organization: other')).toMatchObject({
    pass: false,
    error: 'the server answered 404: TF200016: no project web%20shop',
  });
});

it('is invalid without organization, pipeline or token', async () => {
  expect(await run('description: x')).toMatchObject({ invalid: true, error: 'azureDevops needs a pipeline' });
  expect(await runOne('azureDevops: [{name: x, pipeline: x, project: x}]')).toMatchObject({ invalid: true });
  expect(await runOne('azureDevops: [{name: x, pipeline: x, project: x, organization: x}]')).toMatchObject({
    invalid: true,
    error: 'azureDevops needs a personalAccessToken or a connection',
  });
});

it('verifies certificates, fails when nothing listens, and ends at the time limit', async () => {
  const secure = await listenHttps((_request, response) => response.end('{}'), createCertificate(5));
  expect((await run('pipeline: x', { port: secure.port, scheme: 'https' })).error).toBe(
    'the certificate is self-signed and not trusted',
  );
  await secure.close();
  expect((await run('pipeline: x', { port: await closedPort() })).error).toContain('connection refused');
  const silent = await listenTcp(() => undefined);
  expect((await run('pipeline: x', { port: silent.port })).error).toBe('timed out after 500 ms');
  await silent.close();
});

import { type ApiServer, type Json, runningStatus, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Listener, listenHttp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

let server: ApiServer;
let web: Listener;
let podStatus: Json;
let created: Json[];

beforeEach(async () => {
  podStatus = runningStatus();
  created = [];
  web = await listenHttp((_request, response) => response.end('hello'));
  server = await startApiServer({
    users: [{ name: 'viewer', token: 'viewer-token-1', rules: [{ verbs: ['get', 'list'], resources: ['*'] }] }],
    settle: (object) => {
      created.push(object);
      return object.kind === 'Pod' ? podStatus : undefined;
    },
  });
});
afterEach(async () => {
  await web.close();
  await server.close();
});

async function run(fields: object = {}, login: Parameters<ApiServer['kubeconfig']>[0] = {}) {
  const check = {
    name: 'fresh',
    kubeconfig: { value: server.kubeconfig(login) },
    namespaceNamePrefix: 'trial-',
    namespaceLabels: { team: 'red' },
    namespaceAnnotations: { why: 'check' },
    podSpec: 'kind: Pod\nmetadata: {name: hello}\nspec: {containers: [{name: app}]}\n',
    port: web.port,
    ingressName: 'hello',
    ingressHost: `127.0.0.1:${web.port}`,
    httpRetryInterval: 20,
    ...fields,
  };
  return await runOne(JSON.stringify({ namespace: [check] }));
}

const namespaces = () => server.received.filter(({ method, path }) => method === 'DELETE' && path.includes('/namespaces/trial-'));

it('creates a namespace with a pod, asks the pod, and removes the namespace', async () => {
  const result = await run({ expectedContent: 'hello' });
  expect(result).toMatchObject({ type: 'namespace', pass: true, error: '' });
  expect(created.map(({ kind }) => kind)).toEqual(['Namespace', 'Pod', 'Service', 'Ingress']);
  expect(created[0]?.metadata).toMatchObject({
    name: expect.stringMatching(/^trial-[0-9a-f]{8}$/),
    labels: { team: 'red', namespaceCheck: 'fresh' },
    annotations: { why: 'check' },
  });
  expect(result.metrics.map(({ name }) => name)).toContain('delete_time');
  expect(namespaces()).toHaveLength(1);
  expect(server.store.find('Pod', 'hello')).toBeUndefined();
});

it('removes namespaces that earlier runs left behind, and no other', async () => {
  const labels = { 'canaries.flanksource.com/canary-id': 'default.test', 'canaries.flanksource.com/check-id': 'fresh' };
  server.store.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'trial-old', labels } });
  server.store.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'trial-foreign' } });
  expect(await run()).toMatchObject({ pass: true });
  expect(server.store.find('Namespace', 'trial-old')).toBeUndefined();
  expect(server.store.find('Namespace', 'trial-foreign')).toBeDefined();
});

it('fails when the answer is another one, and removes the namespace all the same', async () => {
  expect(await run({ expectedContent: 'goodbye' })).toMatchObject({
    pass: false,
    error: expect.stringContaining('does not contain "goodbye"'),
  });
  expect(namespaces()).toHaveLength(1);
});

it('fails when the pod is not ready in time', async () => {
  podStatus = { phase: 'Running' };
  expect(await run({ readyTimeout: 50 })).toMatchObject({
    pass: false,
    error: 'the pod hello was not ready within 50 ms (Starting)',
  });
  expect(namespaces()).toHaveLength(1);
});

it('fails with bad credentials', async () => {
  expect(await run({}, { token: 'wrong-token' })).toMatchObject({
    pass: false,
    error: expect.stringContaining('401 Unauthorized'),
  });
  expect(await run({}, { user: 'viewer' })).toMatchObject({
    pass: false,
    error: expect.stringContaining('cannot create resource "namespaces"'),
  });
});

it('is invalid without a pod', async () => {
  expect(await run({ podSpec: '' })).toMatchObject({ invalid: true, error: 'namespace needs a podSpec' });
});

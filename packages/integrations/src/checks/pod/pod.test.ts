import {
  type ApiServer,
  type Json,
  namespaceObject,
  nodeObject,
  runningStatus,
  startApiServer,
} from '@quarterdeck/testing/kubernetes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listener, listenHttp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

let server: ApiServer;
let web: Listener;
let podStatus: (object: Json) => Json | undefined;
let created: Json[];
let answer: { status: number; body: string };

beforeEach(async () => {
  podStatus = () => runningStatus();
  answer = { status: 200, body: 'hello from bar' };
  created = [];
  web = await listenHttp((request, response) => response.writeHead(answer.status).end(`${answer.body} ${request.url}`));
  server = await startApiServer({
    users: [{ name: 'viewer', token: 'viewer-token-1', rules: [{ verbs: ['get', 'list'], resources: ['*'] }] }],
    objects: [namespaceObject('shop'), nodeObject('node-a', true), nodeObject('node-b', true), nodeObject('node-c', false)],
    settle: (object) => {
      created.push(object);
      return object.kind === 'Pod' ? podStatus(object) : undefined;
    },
  });
});
afterEach(async () => {
  await web.close();
  await server.close();
});

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: hello, labels: {app: hello}}\nspec: {containers: [{name: app, image: "registry.test/hello:1"}]}\n';

/** A check whose pod is reached at the listener of the test. */
async function run(fields: object = {}, login: Parameters<ApiServer['kubeconfig']>[0] = {}) {
  const check = {
    name: 'golang',
    namespace: 'shop',
    kubeconfig: { value: server.kubeconfig(login) },
    spec: POD,
    port: web.port,
    path: '/foo/bar',
    httpRetryInterval: 20,
    ingressTimeout: 200,
    httpTimeout: 500,
    ...fields,
  };
  return await runOne(
    JSON.stringify({ pod: [check] }),
    {},
    { hosts: { 'hello.shop.svc': '127.0.0.1', 'hello.test': '127.0.0.1' } },
  );
}

describe('a pod check', () => {
  it('starts the pod and a service for it, asks it, and removes both', async () => {
    const result = await run({ expectedContent: 'bar /foo/bar', expectedHttpStatuses: [200, 201], priorityClass: 'low' });
    expect(result).toMatchObject({ type: 'pod', pass: true, error: '' });
    expect(created.map(({ kind }) => kind)).toEqual(['Pod', 'Service']);
    expect(created[0]).toMatchObject({
      metadata: { name: 'hello', namespace: 'shop', labels: { app: 'hello', podCheck: 'golang' } },
      spec: { priorityClassName: 'low' },
    });
    expect(created[1]).toMatchObject({ spec: { selector: { podCheck: 'golang' }, ports: [{ port: web.port }] } });
    expect(result.metrics.map(({ name, type, labels }) => [name, type, labels])).toEqual(
      ['schedule_time', 'creation_time', 'ingress_time', 'request_time', 'delete_time'].map((name) => [
        name,
        'histogram',
        { podCheck: 'golang' },
      ]),
    );
    expect(server.store.find('Pod', 'hello')).toBeUndefined();
    expect(server.store.find('Service', 'hello')).toBeUndefined();
  });

  it('asks through an ingress when one is named', async () => {
    const result = await run({ ingressName: 'hello', ingressHost: `hello.test:${web.port}`, ingressClass: 'nginx' });
    expect(result).toMatchObject({ pass: true });
    expect(created[2]).toMatchObject({
      kind: 'Ingress',
      spec: { ingressClassName: 'nginx', rules: [{ http: { paths: [{ backend: { service: { name: 'hello' } } }] } }] },
    });
    expect(server.store.find('Ingress', 'hello')).toBeUndefined();
  });

  it('asks nothing without a port', async () => {
    expect(await run({ port: undefined })).toMatchObject({ pass: true });
    expect(created.map(({ kind }) => kind)).toEqual(['Pod']);
  });

  it('starts the pod in the namespace of the check, else in its own, else in that of the canary', async () => {
    const inKubeSystem = POD.replace('{name: hello,', '{name: hello, namespace: kube-system,');
    await run({ spec: inKubeSystem, port: undefined });
    await run({ spec: inKubeSystem, namespace: undefined, port: undefined });
    await run({ namespace: undefined, port: undefined });
    expect(created.map(({ metadata }) => metadata)).toMatchObject([
      { namespace: 'shop' },
      { namespace: 'kube-system' },
      { namespace: 'default' },
    ]);
  });

  it('uses the next ready node each time', async () => {
    for (let i = 0; i < 3; i++) await run({ port: undefined, roundRobinNodes: true });
    expect(created.map(({ spec }) => spec)).toMatchObject([
      { nodeName: 'node-a' },
      { nodeName: 'node-b' },
      { nodeName: 'node-a' },
    ]);
  });

  it('removes what an earlier run left behind', async () => {
    const labels = { 'canaries.flanksource.com/canary-id': 'default.test', 'canaries.flanksource.com/check-id': 'golang' };
    server.store.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hello', namespace: 'shop', labels }, spec: {} });
    expect(await run()).toMatchObject({ pass: true });
  });
});

describe('a pod check fails', () => {
  it.each([
    ['another content', { expectedContent: 'goodbye' }, 'the answer does not contain "goodbye"'],
    ['a status that is not accepted', { expectedHttpStatuses: [201] }, 'the answer has status 200'],
  ])('for %s', async (_what, fields, message) => {
    expect(await run(fields)).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining(message) });
    expect(server.store.find('Pod', 'hello')).toBeUndefined();
  });

  it('when the answer stays wrong until the end', async () => {
    answer = { status: 503, body: '' };
    expect(await run()).toMatchObject({ pass: false, error: expect.stringContaining('/foo/bar: the answer has status 503') });
  });

  it('when the pod has no place, is not ready in time, or ends with an error', async () => {
    podStatus = () => ({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no room' }],
    });
    expect(await run({ scheduleTimeout: 50 })).toMatchObject({
      error: 'the pod hello was not scheduled within 50 ms (Unschedulable: no room)',
    });
    podStatus = () => ({ phase: 'Running' });
    expect(await run({ readyTimeout: 50 })).toMatchObject({ error: 'the pod hello was not ready within 50 ms (Starting)' });
    podStatus = () => ({ phase: 'Failed', containerStatuses: [{ name: 'app', state: { terminated: { exitCode: 2 } } }] });
    expect(await run()).toMatchObject({ error: 'the pod hello failed: container "app" failed with exit code 2' });
    expect(server.store.find('Pod', 'hello')).toBeUndefined();
  });

  it('at the end of its deadline', async () => {
    podStatus = () => ({ phase: 'Running' });
    expect(await run({ deadline: 100 })).toMatchObject({
      pass: false,
      error: expect.stringMatching(/not ready within \d+ ms \(Starting\)/),
    });
  });

  it('with bad credentials', async () => {
    expect(await run({}, { token: 'wrong-token' })).toMatchObject({
      pass: false,
      error: expect.stringContaining('401 Unauthorized'),
    });
    expect(await run({}, { user: 'viewer' })).toMatchObject({
      pass: false,
      error: expect.stringContaining('cannot create resource "pods"'),
    });
  });

  it('when the pod does not go away in time', async () => {
    const held = POD.replace('{name: hello,', '{name: hello, finalizers: [test/hold],');
    expect(await run({ spec: held, port: undefined, deleteTimeout: 100 })).toMatchObject({
      pass: false,
      error: expect.stringContaining('the pod was not removed within its time: still there: shop/Pod/hello'),
    });
  });
});

it.each([
  ['no pod', '', 'pod needs a spec'],
  ['something that is not YAML', '{', 'spec is not YAML'],
  ['something else than a pod', 'kind: Service', 'spec is no Pod'],
  ['a pod without containers', 'kind: Pod\nspec: {containers: []}', 'the pod has no containers'],
])('a pod check with %s is invalid', async (_what, spec, message) => {
  expect(await run({ spec })).toMatchObject({ invalid: true, error: expect.stringContaining(message) });
});

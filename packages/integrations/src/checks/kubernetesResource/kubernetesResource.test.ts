import { type ApiServer, type Json, namespaceObject, runningStatus, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCanaryText } from '../../canary/parse-text.ts';
import { httpbin, type Listener, listenHttp } from '../../testing/listeners.ts';
import { runOne, testContext } from '../../testing/run-yaml.ts';
import { createCheckRunner } from '../check-runner.ts';

/** For what happens by itself, also on a busy machine. */

const OWN = {
  'canaries.flanksource.com/canary-id': 'default.test',
  'canaries.flanksource.com/check-id': 'made',
};

let server: ApiServer;
let web: Listener;
/** What becomes of new pods. */
let podStatus: (object: Json) => Json | undefined;
let isHanging: (method: string, path: string) => boolean;

beforeEach(async () => {
  podStatus = () => runningStatus();
  isHanging = () => false;
  web = await listenHttp(httpbin);
  server = await startApiServer({
    users: [{ name: 'viewer', token: 'viewer-token-1', rules: [{ verbs: ['get', 'list'], resources: ['*'] }] }],
    objects: [namespaceObject('shop')],
    settle: (object) => (object.kind === 'Pod' ? podStatus(object) : undefined),
    hangs: (method, path) => isHanging(method, path),
  });
});
afterEach(async () => {
  await web.close();
  await server.close();
});

const pod = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', labels: { app: name } },
  spec: { containers: [{ name: 'app', image: 'registry.test/web:1' }] },
  ...more,
});

/** A check of the stand-in by the given fields, with short pauses. */
function spec(fields: object, login: Parameters<ApiServer['kubeconfig']>[0] = {}): string {
  const check = {
    name: 'made',
    kubeconfig: { value: server.kubeconfig(login) },
    resources: [pod('web')],
    waitFor: { interval: '20ms', timeout: '5s' },
    ...fields,
  };
  return JSON.stringify({ kubernetesResource: [check] });
}

const http = (fields: object) => [{ http: [{ name: 'web answers', ...fields }] }];
const methods = (method: string) => server.received.filter((request) => request.method === method).map(({ path }) => path);

describe('a kubernetesResource check', () => {
  it('creates the objects with our labels, waits, checks, and removes them', async () => {
    let labels: unknown;
    podStatus = (object) => {
      labels = object.metadata;
      return runningStatus();
    };
    const result = await runOne(
      spec({ checks: http({ url: `http://127.0.0.1:${web.port}/status/200`, display: { expr: "'code ' + string(code)" } }) }),
    );
    expect(result).toMatchObject({
      type: 'kubernetes_resource',
      pass: true,
      error: '',
      message: 'code 200',
      detail: { display: { 'web answers': 'code 200' }, health: { 'shop/Pod/web': { health: 'healthy' } } },
    });
    expect(labels).toMatchObject({ labels: { app: 'web', ...OWN } });
    expect(methods('POST')).toEqual(['/api/v1/namespaces/shop/pods']);
    expect(methods('DELETE')).toEqual(['/api/v1/namespaces/shop/pods/web']);
    expect(server.store.find('Pod', 'web')).toBeUndefined();
  });

  it('keeps static objects, and changes them at the next run', async () => {
    const config = (text: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' }, data: { text } });
    expect(await runOne(spec({ resources: [], staticResources: [config('one')] }))).toMatchObject({ pass: true });
    await runOne(spec({ resources: [], staticResources: [config('two')] }));
    expect(server.store.find('ConfigMap', 'kept', 'default')).toMatchObject({
      data: { text: 'two' },
      metadata: { labels: { ...OWN, 'canaries.flanksource.com/is-static': 'true' } },
    });
  });

  it('removes static objects when the canary is gone, and nothing else', async () => {
    const config = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } });
    const text = spec({ resources: [], staticResources: [config('kept')] });
    expect(await runOne(text)).toMatchObject({ pass: true });
    server.store.put(config('foreign'));
    const [parsed] = parseCanaryText(text, { file: 'test.yaml' }).canaries;
    if (parsed === undefined) throw new Error('no canary');
    const runner = createCheckRunner();
    expect(await runner.retire(parsed.canary, parsed.checks, testContext())).toEqual([]);
    expect(['kept', 'foreign'].map((name) => server.store.find('ConfigMap', name) !== undefined)).toEqual([false, true]);
    await server.close();
    expect(await runner.retire(parsed.canary, parsed.checks, testContext())).toMatchObject([
      { check: 'made', problem: expect.stringContaining('cannot be reached') },
    ]);
    await runner.close();
    await server.listen();
  });

  it('gives objects to the inner checks, and leaves their own templates alone', async () => {
    const fine = [
      { exec: [{ name: 'shown', script: 'echo {{ (index resources 0).metadata.name }}', display: { expr: 'results.stdout' } }] },
    ];
    expect(
      await runOne(spec({ checks: fine, display: { expr: "display['shown'] + resources['shop/Pod/web'].kind" } })),
    ).toMatchObject({
      pass: true,
      message: 'webPod',
    });
  });

  it('shows objects to the expressions of the inner checks', async () => {
    const display = { expr: "results.stdout + ' ' + resources[0].metadata.name" };
    const checks = [{ exec: [{ name: 'shown', script: 'echo hi', display, test: { expr: 'staticResources.size() == 0' } }] }];
    expect(await runOne(spec({ checks }))).toMatchObject({ pass: true, message: 'hi web', error: '' });
  });

  it('tries the inner checks again until they pass', async () => {
    let asked = 0;
    const flaky = await listenHttp((_request, response) => {
      asked += 1;
      response.writeHead(asked < 3 ? 503 : 200).end();
    });
    const fields = {
      checks: http({ url: `http://127.0.0.1:${flaky.port}/` }),
      checkRetries: { delay: '1ms', interval: '10ms', timeout: '5s' },
    };
    expect(await runOne(spec(fields))).toMatchObject({ pass: true });
    expect(asked).toBe(3);
    asked = -10;
    const few = { ...fields, checkRetries: { interval: '1ms', maxRetries: 4 } };
    expect(await runOne(spec(few))).toMatchObject({ pass: false });
    expect(asked).toBe(-5);
    await flaky.close();
  });

  it('fails when an inner check does not pass in time, and removes the objects all the same', async () => {
    const fields = {
      checks: http({ url: `http://127.0.0.1:${web.port}/status/500` }),
      checkRetries: { interval: '10ms', timeout: '50ms' },
    };
    const result = await runOne(spec(fields));
    expect(result).toMatchObject({ pass: false, invalid: false });
    expect(result.error).toMatch(/^check \(name:web answers\) failed with error: .*500/);
    expect(server.store.find('Pod', 'web')).toBeUndefined();
  });

  it('fails when the objects do not become ready, and says which', async () => {
    podStatus = () => ({
      phase: 'Pending',
      containerStatuses: [{ name: 'app', state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } } }],
    });
    expect(await runOne(spec({ waitFor: { interval: '10ms', timeout: '100ms' } }))).toMatchObject({
      pass: false,
      error: 'not ready after 0.1 s: shop/Pod/web: ImagePullBackOff: no such image',
    });
    expect(server.store.find('Pod', 'web')).toBeUndefined();
  });

  it('waits for an expression instead of readiness, or not at all', async () => {
    podStatus = () => ({ phase: 'Succeeded', containerStatuses: [{ name: 'app', state: { terminated: { exitCode: 0 } } }] });
    const until = (expr: string) =>
      spec({
        resources: [pod('once', { spec: { restartPolicy: 'Never', containers: [] } })],
        waitFor: { expr, interval: '10ms', timeout: '200ms' },
      });
    expect(await runOne(until('dyn(resources).all(r, k8s.isHealthy(r))'))).toMatchObject({ pass: true });
    expect(await runOne(until("resources[0].Object.status.phase == 'Succeeded'"))).toMatchObject({ pass: true });
    expect(await runOne(until('false'))).toMatchObject({
      pass: false,
      error: expect.stringContaining('the expression is not true'),
    });
    expect(await runOne(until("'maybe'"))).toMatchObject({
      invalid: true,
      error: expect.stringContaining("didn't evaluate to a boolean"),
    });
    podStatus = () => undefined;
    expect(await runOne(spec({ waitFor: { disable: true } }))).toMatchObject({ pass: true });
  });

  it('renders templates in the objects, but not what Kubernetes itself fills in', async () => {
    const made: Json[] = [];
    podStatus = (object) => {
      made.push(object);
      return runningStatus();
    };
    const resources = [
      pod('x', {
        metadata: { name: 'web-$(random.Alpha 5 | toLower)', namespace: 'shop' },
        spec: { containers: [{ name: 'app', args: ['$(POD_IP)', '{{ canary.name }}'] }] },
      }),
    ];
    expect(await runOne(spec({ resources }))).toMatchObject({ pass: true });
    expect(made[0]).toMatchObject({
      metadata: { name: expect.stringMatching(/^web-[a-z]{5}$/) },
      spec: { containers: [{ args: ['$(POD_IP)', 'test'] }] },
    });
  });

  it('removes what an earlier run left behind, and nothing of others', async () => {
    server.store.put({ ...pod('old'), metadata: { name: 'old', namespace: 'shop', labels: OWN } });
    server.store.put({
      ...pod('fixed'),
      metadata: { name: 'fixed', namespace: 'shop', labels: { ...OWN, 'canaries.flanksource.com/is-static': 'true' } },
    });
    server.store.put(pod('foreign'));
    expect(await runOne(spec({}))).toMatchObject({ pass: true });
    expect(['old', 'fixed', 'foreign'].map((name) => server.store.find('Pod', name) !== undefined)).toEqual([false, true, true]);
  });

  it('clears objects of the same name first when asked to', async () => {
    server.store.put({ ...pod('web'), spec: { nodeName: 'from-before' } });
    let isFromBefore: boolean | undefined;
    podStatus = (object) => {
      isFromBefore = JSON.stringify(object).includes('from-before');
      return runningStatus();
    };
    expect(await runOne(spec({ clearResources: true }))).toMatchObject({ pass: true });
    expect(isFromBefore).toBe(false);
  });

  it('runs once at a time', async () => {
    const parsed = parseCanaryText(spec({ waitFor: { interval: '10ms', timeout: '5s' } }), { file: 'test.yaml' }).canaries[0];
    const [check] = parsed?.checks ?? [];
    if (parsed === undefined || check === undefined) throw new Error('no check');
    const runner = createCheckRunner();
    const both = await Promise.all([1, 2].map(() => runner.runCheck(parsed.canary, check, testContext())));
    expect(both.flat().map(({ error }) => error)).toEqual(['', '']);
    await runner.close();
  });
});

describe('a kubernetesResource check that cannot run', () => {
  it.each([
    ['nothing to create', { resources: [] }, 'kubernetesResource needs resources'],
    [
      'too many objects',
      { resources: Array.from({ length: 11 }, (_, index) => pod(`p${index}`)) },
      'too many resources (11). only 10 supported',
    ],
    [
      'a templated kind',
      { resources: [pod('a', { kind: '{{ x }}' })] },
      'templating the namespace or the kind of a resource is not allowed',
    ],
    [
      'a templated namespace',
      { resources: [pod('a', { metadata: { name: 'a', namespace: '$(x)' } })] },
      'templating the namespace',
    ],
    ['an object without a kind', { resources: [{ apiVersion: 'v1' }] }, 'a resource has no kind'],
    ['an object without a name', { resources: [pod('', {})] }, 'has no name'],
    ['a wrong duration', { waitFor: { timeout: 'soon' } }, 'waitFor.timeout "soon" is not a duration'],
    ['itself inside', { checks: [{ kubernetesResource: [{ name: 'x' }] }] }, 'cannot be used inside of itself'],
    ['an empty inner spec', { checks: [{}] }, 'holds no check that can be run'],
  ])('with %s is invalid', async (_what, fields, message) => {
    expect(await runOne(spec(fields))).toMatchObject({ invalid: true, error: expect.stringContaining(message) });
    expect(server.store.find('Pod', 'web')).toBeUndefined();
  });

  it('fails when it may not create', async () => {
    expect(await runOne(spec({}, { user: 'viewer' }))).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('cannot create resource "pods"'),
    });
  });

  it('fails with a wrong token and with a kind that is not served', async () => {
    expect(await runOne(spec({}, { token: 'wrong-token' }))).toMatchObject({
      pass: false,
      error: expect.stringContaining('401 Unauthorized'),
    });
    expect(await runOne(spec({ resources: [pod('a', { kind: 'Sandwich' })] }))).toMatchObject({
      pass: false,
      error: expect.stringContaining('no kind "Sandwich"'),
    });
  });

  it('tells what could not be removed', async () => {
    const stuck = { ...pod('stuck'), metadata: { name: 'stuck', namespace: 'shop', finalizers: ['test/hold'] } };
    const result = runOne(spec({ resources: [stuck], waitFor: { interval: '10ms', timeout: '5s', delete: true } }));
    await expect.poll(() => methods('DELETE').length).toBe(1);
    const gone = server.store.find('Pod', 'stuck');
    expect(gone?.metadata).toHaveProperty('deletionTimestamp');
    const type = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', singular: 'pod', shortNames: [], isNamespaced: true };
    server.store.remove(type, 'shop', 'stuck', false);
    expect(await result).toMatchObject({ pass: true });
  });

  it('removes its objects although its time is over', async () => {
    podStatus = () => undefined;
    const waiting = spec({ waitFor: { interval: '10ms', timeout: '5s' } });
    const [check] = parseCanaryText(waiting, { file: 'test.yaml' }).canaries;
    const runner = createCheckRunner();
    const controller = new AbortController();
    const running = runner.run(
      check?.canary ?? { name: '', namespace: '', labels: {}, annotations: {}, spec: {} },
      check?.checks ?? [],
      testContext({ signal: controller.signal }),
    );
    await expect.poll(() => server.store.find('Pod', 'web')).toBeDefined();
    controller.abort();
    expect(await running).toMatchObject([{ pass: false, error: 'cancelled before it was done' }]);
    await expect.poll(() => server.store.find('Pod', 'web')).toBeUndefined();
    await runner.close();
  });
});

import {
  type ApiServer,
  deploymentObject,
  failedPodObject,
  namespaceObject,
  nodeObject,
  podObject,
  secretObject,
  startApiServer,
} from '@quarterdeck/testing/kubernetes';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runOne, runYaml } from '../../testing/run-yaml.ts';

const LIMITED = {
  name: 'limited',
  token: 'limited-token-1',
  rules: [{ verbs: ['list'], resources: ['pods'], namespaces: ['shop'] }],
};

let server: ApiServer;
let isHanging = false;
beforeAll(async () => {
  server = await startApiServer({
    users: [LIMITED],
    hangs: (_method, path) => isHanging && path.endsWith('/pods'),
    objects: [
      { ...namespaceObject('shop'), metadata: { name: 'shop', labels: { team: 'red' } } },
      { ...namespaceObject('shop-test'), metadata: { name: 'shop-test', labels: { team: 'red' } } },
      podObject('web-1', 'shop', { app: 'web' }),
      podObject('web-2', 'shop', { app: 'web' }),
      podObject('web-1', 'shop-test', { app: 'web' }),
      failedPodObject('worker-1', 'shop', { app: 'worker' }),
      podObject('dns-1', 'kube-system'),
      deploymentObject('web', 'shop', 2, 2),
      deploymentObject('slow', 'shop', 0, 2),
      nodeObject('node-a', true),
      nodeObject('node-b', false),
      secretObject('login', 'shop', { password: 'opensesame' }),
    ],
  });
});
afterEach(() => {
  isHanging = false;
});
afterAll(async () => await server.close());

/** A check of the stand-in by the given fields. */
function spec(fields: object, login: Parameters<ApiServer['kubeconfig']>[0] = {}): string {
  return JSON.stringify({ kubernetes: [{ name: 'k', kubeconfig: { value: server.kubeconfig(login) }, ...fields }] });
}

describe('a search', () => {
  const names = { display: { expr: "results.map(r, r.Object.metadata.namespace + '/' + r.Object.metadata.name).join(' ')" } };
  const found = async (fields: object) => await runOne(spec({ kind: 'Pod', ...names, ...fields }));

  it('chooses objects by what the catalog would know of them', async () => {
    const shop = { namespaceSelector: { name: 'shop' } };
    expect((await found({ resource: { search: 'labels.app=web' }, ...shop })).message).toBe('shop/web-1 shop/web-2');
    expect((await found({ resource: { search: 'health=unhealthy' } })).message).toBe('shop/worker-1');
    expect((await found({ resource: { search: 'namespace=shop name=web-*' } })).message).toBe('shop/web-1 shop/web-2');
  });

  it('chooses namespaces', async () => {
    const fields = { namespaceSelector: { name: '*-test', search: 'labels.team=red' } };
    expect((await found(fields)).message).toBe('shop-test/web-1');
  });

  it('that cannot be understood makes the check invalid', async () => {
    expect(await found({ resource: { search: '(name=web-*' } })).toMatchObject({
      invalid: true,
      error: 'search: the parenthesis at character 1 of the search is not closed',
    });
  });
});

describe('a kubernetes check', () => {
  it('passes when every object is healthy and ready', async () => {
    const result = await runOne(spec({ kind: 'Pod', namespaceSelector: { name: 'kube-system' }, healthy: true, ready: true }));
    expect(result).toMatchObject({ pass: true, error: '', endpoint: 'Pod/kube-system' });
    expect(result.detail).toEqual([
      { kind: 'Pod', namespace: 'kube-system', name: 'dns-1', health: 'healthy', status: 'Running', message: '', ready: true },
    ]);
  });

  it('fails for each object that is not healthy, and for each that is not ready', async () => {
    const unhealthy = await runOne(spec({ kind: 'Pod', namespaceSelector: { name: 'shop' }, healthy: true }));
    expect(unhealthy).toMatchObject({
      pass: false,
      invalid: false,
      error: 'shop/Pod/worker-1 is not healthy but unhealthy (CrashLoopBackOff: back-off 5m0s restarting failed container)',
    });
    const unready = await runOne(spec({ kind: 'deployment', namespaceSelector: { name: 'shop' }, ready: true }));
    expect(unready).toMatchObject({ pass: false, error: 'shop/Deployment/slow is not ready (CrashLoopBackOff: 0/2 ready)' });
    expect(await runOne(spec({ kind: 'Node', healthy: true }))).toMatchObject({
      pass: false,
      error: expect.stringContaining('Node/node-b is not healthy but unhealthy (Not Ready: kubelet is silent)'),
    });
  });

  it.each([
    ['one by name', { resource: { name: 'worker-1' } }, ['shop/worker-1']],
    ['by label', { resource: { labelSelector: 'app=web' } }, ['shop/web-1', 'shop/web-2', 'shop-test/web-1']],
    ['by a pattern of names', { resource: { name: 'w*-1' } }, ['shop/web-1', 'shop/worker-1', 'shop-test/web-1']],
    ['by field', { resource: { fieldSelector: 'metadata.namespace=kube-system' } }, ['kube-system/dns-1']],
    [
      'in namespaces by label',
      { namespaceSelector: { labelSelector: 'team=red' }, resource: { name: 'web-1' } },
      ['shop/web-1', 'shop-test/web-1'],
    ],
    ['in namespaces by a pattern', { namespaceSelector: { name: 'shop-*' } }, ['shop-test/web-1']],
    [
      'in namespaces by a list',
      { namespaceSelector: { name: 'shop*,kube-*,!*-test' }, resource: { name: '*-1,!worker-*' } },
      ['shop/web-1', 'kube-system/dns-1'],
    ],
    ['without those that are ignored', { namespaceSelector: { name: 'shop' }, ignore: ['web-*'] }, ['shop/worker-1']],
  ])('selects objects %s', async (_what, fields, names) => {
    const test = { expr: "results.map(r, r.Object.metadata.namespace + '/' + r.Object.metadata.name).join(' ') != ''" };
    const display = { expr: "results.map(r, r.Object.metadata.namespace + '/' + r.Object.metadata.name).join(' ')" };
    const result = await runOne(spec({ kind: 'Pod', ...fields, test, display }));
    expect(result.message.split(' ').sort()).toEqual([...names].sort());
  });

  it('asks once for the whole cluster when it means many namespaces', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `many-${index}`);
    for (const name of many) {
      server.store.put(namespaceObject(name));
      server.store.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own', namespace: name } });
    }
    const before = server.received.length;
    const display = { expr: 'string(results.size())' };
    expect(await runOne(spec({ kind: 'ConfigMap', namespaceSelector: { name: 'many-*,!many-3' }, display }))).toMatchObject({
      message: '24',
    });
    expect(server.received.slice(before).filter(({ path }) => path.endsWith('/configmaps'))).toMatchObject([
      { path: '/api/v1/configmaps' },
    ]);
  });

  it('gives objects with their health to expressions', async () => {
    const test = {
      expr: "results.size() == 1 && k8s.isHealthy(results[0]) && results[0].Object.healthStatus.ready && results[0].Object.kind == 'Deployment'",
    };
    expect(await runOne(spec({ kind: 'Deployment', apiVersion: 'apps/v1', resource: { name: 'web' }, test }))).toMatchObject({
      pass: true,
      error: '',
    });
  });

  it('can become one check for each object', async () => {
    const transform = {
      expr: "dyn(results).map(r, {'name': r.Object.metadata.name, 'pass': k8s.is_healthy(r.Object), 'message': k8s.health(r.Object).status}).toJSON()",
    };
    const results = await runYaml(spec({ kind: 'Node', transform }));
    expect(results.slice(1).map(({ name, pass, message }) => [name, pass, message])).toEqual([
      ['node-a', true, 'Healthy'],
      ['node-b', false, 'Not Ready'],
    ]);
  });

  it('fails when there is nothing to look at, unless a test decides', async () => {
    const selectors = { kind: 'Pod', resource: { name: 'nobody' } };
    expect(await runOne(spec(selectors))).toMatchObject({ pass: false, error: 'no Pod was found' });
    expect(await runOne(spec({ ...selectors, test: { expr: 'results.size() == 0' } }))).toMatchObject({ pass: true });
  });

  it('never shows the data of a Secret', async () => {
    const display = { expr: 'results[0].Object.data.password + string(base64.decode(results[0].Object.data.password))' };
    const result = await runOne(spec({ kind: 'Secret', namespaceSelector: { name: 'shop' }, display }));
    expect(result).toMatchObject({ pass: true, message: '******' });
  });
});

describe('a kubernetes check that cannot look', () => {
  it.each([
    ['a kind that is not served', { kind: 'Sandwich' }, {}, 'the cluster serves no kind "Sandwich"'],
    ['a wrong token', { kind: 'Pod' }, { token: 'wrong-token' }, 'the cluster refuses the credentials (401 Unauthorized)'],
    ['missing rights', { kind: 'Pod' }, { user: 'limited' }, 'cannot list resource "pods" in API group "" at the cluster scope'],
    ['an unreadable selector', { kind: 'Pod', resource: { labelSelector: 'a in' } }, {}, 'unable to parse requirement'],
  ])('because of %s fails', async (_what, fields, login, message) => {
    expect(await runOne(spec(fields, login))).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining(message),
    });
  });

  it('does not show its token', async () => {
    const display = { expr: "'admin-token-0123456789'" };
    expect(await runOne(spec({ kind: 'Node', display }))).toMatchObject({ message: '***' });
  });

  it('works with rights for one namespace when it asks for no other', async () => {
    const fields = { kind: 'Pod', namespaceSelector: { name: 'shop' }, resource: { labelSelector: 'app=web' }, healthy: true };
    expect(await runOne(spec(fields, { user: 'limited' }))).toMatchObject({ pass: true });
  });

  it('ends at its time limit', async () => {
    isHanging = true;
    expect(await runOne(spec({ kind: 'Pod' }), { limits: { timeoutMs: { kubernetes: 300 } } })).toMatchObject({
      pass: false,
      error: 'timed out after 300 ms',
    });
  });

  it.each([
    ['without a kind', { kind: '' }, 'kubernetes needs a kind'],
    ['with an empty kubeconfig', { kind: 'Pod', kubeconfig: { value: ' ' } }, 'the kubeconfig is empty'],
    [
      'with a file that is not there',
      { kind: 'Pod', kubeconfig: { value: '/nowhere/config' } },
      'Cannot connect to kubernetes: the kubeconfig cannot be read',
    ],
    [
      'with a kubeconfig that is none',
      { kind: 'Pod', kubeconfig: { value: 'hello: world' } },
      'Cannot connect to kubernetes: the kubeconfig has no current-context',
    ],
  ])('%s is invalid', async (_what, fields, message) => {
    expect(await runOne(spec(fields))).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining(message) });
  });

  it('uses a stored connection, whose certificate is the kubeconfig; without one, the own cluster', async () => {
    const stored = { id: '1', name: 'prod', namespace: 'default', type: 'kubernetes' };
    const check = JSON.stringify({ kubernetes: [{ name: 'k', kind: 'Node', connection: 'connection://default/prod' }] });
    const find = (certificate: string) => ({ connections: { find: async () => ({ ...stored, certificate }) } });
    expect(await runOne(check, find(server.kubeconfig()))).toMatchObject({ pass: true });
    vi.stubEnv('KUBECONFIG', '/nowhere/config');
    expect(await runOne(check, find(''))).toMatchObject({ invalid: true, error: expect.stringContaining('/nowhere/config') });
    vi.unstubAllEnvs();
  });
});

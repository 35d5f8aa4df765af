import { type ApiServer, podObject, runningStatus, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../testing/cluster.ts';
import type { KubernetesCluster } from './cluster.ts';
import { listObjects } from './listing.ts';
import type { KubernetesObject } from './objects.ts';

/** For what happens by itself, also on a busy machine. */

const signal = new AbortController().signal;
const READER = {
  name: 'reader',
  token: 'reader-token-1',
  rules: [{ verbs: ['get', 'list'], resources: ['pods'], namespaces: ['shop'] }],
};
const CERTIFIED = { name: 'certified', rules: [{ verbs: ['*'], resources: ['*'] }] };

let server: ApiServer;
let cluster: KubernetesCluster;
let hanging = false;

beforeAll(async () => {
  server = await startApiServer({
    users: [READER, CERTIFIED],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' }, status: { phase: 'Active' } },
      podObject('web-1', 'shop', { app: 'web', tier: 'front' }),
      podObject('web-2', 'shop', { app: 'web' }),
      podObject('db-1', 'shop', { app: 'db' }),
      podObject('dns-1', 'kube-system', { app: 'dns' }),
    ],
    hangs: (_method, path) => hanging && path.includes('/pods'),
    log: ({ container }) => `one\ntwo\nfrom ${container}`,
    exec: ({ command }) => {
      if (command[0] === 'fail') return { exitCode: 3, stdout: 'out', stderr: 'bad' };
      return command[0] === 'sleep' ? undefined : { exitCode: 0, stdout: command.join(' ') };
    },
  });
  cluster = await clientOf(server);
});
afterEach(() => {
  hanging = false;
});
afterAll(async () => {
  await cluster.close();
  await server.close();
});

function names(objects: readonly KubernetesObject[]): string[] {
  return objects.map((object) => object.metadata.name).sort();
}

async function pods(selection: Parameters<KubernetesCluster['list']>[1] = {}, client = cluster): Promise<string[]> {
  return names((await client.list(await client.findKind('Pod', undefined, signal), selection, signal)).objects);
}

describe('discovery', () => {
  it.each([
    ['Pod', undefined, 'v1', 'pods'],
    ['deploy', undefined, 'apps/v1', 'deployments'],
    ['deployments.apps', undefined, 'apps/v1', 'deployments'],
    ['horizontalpodautoscaler', undefined, 'autoscaling/v2', 'horizontalpodautoscalers'],
    ['HorizontalPodAutoscaler', 'autoscaling/v1', 'autoscaling/v1', 'horizontalpodautoscalers'],
    ['events.events.k8s.io', undefined, 'events.k8s.io/v1', 'events'],
    ['HelmRelease', undefined, 'helm.toolkit.fluxcd.io/v2', 'helmreleases'],
  ])('finds %s in %s', async (name, apiVersion, foundVersion, plural) => {
    expect(await cluster.findKind(name, apiVersion, signal)).toMatchObject({ apiVersion: foundVersion, plural });
  });

  it('asks the cluster once for many look-ups', async () => {
    const client = await clientOf(server);
    const before = server.received.length;
    await Promise.all([client.findKind('Pod', undefined, signal), client.findKind('Node', undefined, signal)]);
    await client.findKind('Service', 'v1', signal);
    expect(server.received.length - before).toBe(2);
    await client.close();
  });

  it('says that a kind is not served', async () => {
    await expect(cluster.findKind('Sandwich', undefined, signal)).rejects.toThrow('the cluster serves no kind "Sandwich"');
    await expect(cluster.findKind('Pod', 'apps/v1', signal)).rejects.toThrow('the cluster serves no kind "Pod" in apps/v1');
  });

  it('reads the lists of each version from a server without aggregated discovery', async () => {
    const old = await startApiServer({ aggregatedDiscovery: false });
    const client = await clientOf(old);
    expect(await client.findKind('hpa', undefined, signal)).toMatchObject({ apiVersion: 'autoscaling/v2', isNamespaced: true });
    expect(await client.findKind('Node', undefined, signal)).toMatchObject({ apiVersion: 'v1', isNamespaced: false });
    await client.close();
    await old.close();
  });
});

describe('lists', () => {
  it('hold one namespace or all, chosen by labels and fields', async () => {
    expect(await pods()).toEqual(['db-1', 'dns-1', 'web-1', 'web-2']);
    expect(await pods({ namespace: 'shop' })).toEqual(['db-1', 'web-1', 'web-2']);
    expect(await pods({ labelSelector: 'app in (web,dns),!tier' })).toEqual(['dns-1', 'web-2']);
    expect(await pods({ namespace: 'shop', fieldSelector: 'metadata.name=db-1' })).toEqual(['db-1']);
  });

  it('say what each object is, although the API leaves it out', async () => {
    const kind = await cluster.findKind('Pod', undefined, signal);
    const { objects } = await cluster.list(kind, { namespace: 'kube-system' }, signal);
    expect(objects).toEqual([expect.objectContaining({ apiVersion: 'v1', kind: 'Pod' })]);
  });

  it('are read page by page, and again from the start when the pages expire', async () => {
    const kind = await cluster.findKind('Pod', undefined, signal);
    const transport = Reflect.get(cluster, 'transport');
    const before = server.received.length;
    expect(names((await listObjects(transport, kind, { namespace: 'shop' }, signal, 2)).objects)).toEqual([
      'db-1',
      'web-1',
      'web-2',
    ]);
    expect(server.received.length - before).toBe(2);
    let asked = 0;
    const expiring = {
      json: async (request: object) => {
        asked += 1;
        if (asked === 2) {
          server.store.put(podObject('web-3', 'shop'));
          server.store.compact();
        }
        return await transport.json(request);
      },
    };
    const list = await listObjects(Object.assign(Object.create(transport), expiring), kind, { namespace: 'shop' }, signal, 2);
    expect(names(list.objects)).toEqual(['db-1', 'web-1', 'web-2', 'web-3']);
    expect(asked).toBe(4);
    server.store.remove(
      { group: '', version: 'v1', kind: 'Pod', plural: 'pods', singular: 'pod', shortNames: [], isNamespaced: true },
      'shop',
      'web-3',
      false,
    );
  });
});

describe('objects', () => {
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', name: 'colours', namespace: 'shop' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'colours', namespace: 'shop' }, data: { sky: 'blue' } };

  it('are created, changed, replaced by applying again, and removed', async () => {
    expect(await cluster.get(ref, signal)).toBeUndefined();
    expect((await cluster.create(object, signal)).metadata.uid).toBeDefined();
    await expect(cluster.create(object, signal)).rejects.toMatchObject({ status: 409, reason: 'AlreadyExists' });
    expect(await cluster.patch(ref, { data: { sea: 'green' } }, signal)).toMatchObject({ data: { sky: 'blue', sea: 'green' } });
    expect(await cluster.apply({ ...object, data: { sky: 'grey' } }, signal)).toMatchObject({
      data: { sky: 'grey', sea: 'green' },
    });
    expect(await cluster.delete(ref, {}, signal)).toBe(true);
    expect(await cluster.delete(ref, {}, signal)).toBe(false);
  });

  it('without a namespace go to the one that the credentials are meant for', async () => {
    const client = await clientOf(server, { namespace: 'shop' });
    const { metadata } = await client.create({ ...object, metadata: { name: 'plain' } }, signal);
    expect(metadata.namespace).toBe('shop');
    await client.delete({ ...ref, name: 'plain' }, {}, signal);
    await client.close();
  });
});

describe('pods', () => {
  it('give their log', async () => {
    expect(await cluster.log({ namespace: 'shop', pod: 'web-1', container: 'app', tailLines: 2 }, signal)).toBe('two\nfrom app');
  });

  it('run commands and tell exit code and output', async () => {
    const call = { namespace: 'shop', pod: 'web-1', container: 'app', outputBytes: 1000, signal };
    expect(await cluster.exec({ ...call, command: ['echo', 'a b'] })).toEqual({
      exitCode: 0,
      stdout: 'echo a b',
      stderr: '',
      isTruncated: false,
    });
    expect(await cluster.exec({ ...call, command: ['fail'] })).toMatchObject({ exitCode: 3, stdout: 'out', stderr: 'bad' });
    expect(await cluster.exec({ ...call, outputBytes: 3, command: ['echo', 'long'] })).toMatchObject({
      stdout: 'ech',
      isTruncated: true,
    });
  });

  it('whose command does not end are left when the signal aborts', async () => {
    const controller = new AbortController();
    const running = cluster.exec({
      namespace: 'shop',
      pod: 'web-1',
      container: 'app',
      outputBytes: 10,
      command: ['sleep'],
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(running).rejects.toThrow('enough');
  });

  it('that are not there, or not ours, refuse commands', async () => {
    const reader = await clientOf(server, { user: 'reader' });
    const call = { namespace: 'shop', pod: 'web-1', container: 'app', outputBytes: 10, command: ['ls'], signal };
    await expect(reader.exec(call)).rejects.toThrow('the credentials may not run commands in pods (status 403)');
    await expect(cluster.exec({ ...call, pod: 'none' })).rejects.toMatchObject({ status: 404 });
    await reader.close();
  });
});

describe('access', () => {
  it('by a client certificate works like access by a token', async () => {
    const client = await clientOf(server, { certificate: 'certified' });
    expect(await pods({ namespace: 'kube-system' }, client)).toEqual(['dns-1']);
    expect(server.received.at(-1)?.user).toBe('certified');
    await client.close();
  });

  it.each([
    ['a wrong token', { token: 'wrong-token' }, 'the cluster refuses the credentials (401 Unauthorized)'],
    ['a certificate of nobody known', { certificate: 'stranger' }, 'the cluster refuses the credentials (401 Unauthorized)'],
    ['an authority that is not given', { ca: null }, 'a self-signed certificate that is not trusted'],
  ])('with %s is refused', async (_what, login, message) => {
    const client = await clientOf(server, login);
    await expect(client.findKind('Pod', undefined, signal)).rejects.toThrow(message);
    await client.close();
  });

  it('tells what the credentials may not do', async () => {
    const reader = await clientOf(server, { user: 'reader' });
    expect(await pods({ namespace: 'shop' }, reader)).toEqual(['db-1', 'web-1', 'web-2']);
    await expect(pods({}, reader)).rejects.toThrow(
      'the credentials may not do this: pods is forbidden: User "reader" cannot list resource "pods" in API group "" at the cluster scope',
    );
    await reader.close();
  });

  it('keeps its connections for the next requests', async () => {
    const client = await clientOf(server);
    const before = server.acceptedConnections;
    for (let i = 0; i < 5; i++) await client.version(signal);
    expect(server.acceptedConnections - before).toBeLessThanOrEqual(2);
    await client.close();
  });

  it('ends when the signal aborts', async () => {
    hanging = true;
    await cluster.findKind('Pod', undefined, signal);
    await expect(cluster.list(await cluster.findKind('Pod', undefined, signal), {}, AbortSignal.timeout(100))).rejects.toThrow(
      'timeout',
    );
  });

  it('names the address that does not answer', async () => {
    const gone = await startApiServer();
    const client = await clientOf(gone);
    await gone.close();
    await expect(client.version(signal)).rejects.toThrow(
      /the cluster https:\/\/127\.0\.0\.1:\d+ cannot be reached: .*connection refused/,
    );
    await client.close();
  });
});

it('starts pods the way a cluster does, so that waiting for them can be tried', async () => {
  const living = await startApiServer({ settle: (object) => (object.kind === 'Pod' ? runningStatus() : undefined) });
  const client = await clientOf(living);
  await client.create(
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'app' }] } },
    signal,
  );
  await expect
    .poll(async () => (await client.get({ apiVersion: 'v1', kind: 'Pod', name: 'a' }, signal))?.status)
    .toMatchObject({ phase: 'Running' });
  await client.close();
  await living.close();
});

import { type ApiServer, namespaceObject, podObject, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientOf } from '../testing/cluster.ts';
import type { KubernetesCluster } from './cluster.ts';
import type { WatchEvent } from './watch.ts';

/** For what happens by itself, also on a busy machine. */

let server: ApiServer;
let cluster: KubernetesCluster;
let controller: AbortController;
let pauses: number[];
let seen: string[];

function textOf(event: WatchEvent): string {
  if (event.type === 'SYNC') return `SYNC ${event.objects.map((object) => object.metadata.name).join(' ')}`;
  return `${event.type} ${event.object.metadata.name}`;
}

async function follow(login: Parameters<ApiServer['kubeconfig']>[0] = {}, serverSeconds = 60): Promise<void> {
  const client = await clientOf(server, login);
  const kind = await client.findKind('Pod', undefined, controller.signal);
  const options = {
    signal: controller.signal,
    serverSeconds,
    sleep: async (ms: number) => {
      pauses.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  try {
    for await (const event of client.watch(kind, { namespace: 'shop', labelSelector: 'app=web' }, options))
      seen.push(textOf(event));
  } finally {
    await client.close();
  }
}

const web = (name: string) => podObject(name, 'shop', { app: 'web' });

beforeEach(async () => {
  server = await startApiServer({
    objects: [namespaceObject('shop'), web('web-1')],
    users: [{ name: 'lister', token: 'lister-token', rules: [{ verbs: ['list'], resources: ['pods'] }] }],
  });
  cluster = await clientOf(server);
  controller = new AbortController();
  pauses = [];
  seen = [];
});
afterEach(async () => {
  controller.abort(new Error('done'));
  await cluster.close();
  await server.close();
});

/** Follows until the end of the test, and gives why it ended. */
function start(): Promise<unknown> {
  return follow().catch((reason: unknown) => reason);
}

it('gives all objects first, then each change of those that are selected', async () => {
  const running = start();
  await expect.poll(() => server.openWatches.length).toBe(1);
  server.store.put(web('web-2'));
  server.store.put(podObject('db-1', 'shop', { app: 'db' }));
  server.store.put(web('web-1'));
  await expect.poll(() => seen).toEqual(['SYNC web-1', 'ADDED web-2', 'MODIFIED web-1']);
  await cluster.delete({ apiVersion: 'v1', kind: 'Pod', name: 'web-2', namespace: 'shop' }, {}, controller.signal);
  await expect.poll(() => seen.at(-1)).toBe('DELETED web-2');
  controller.abort(new Error('done'));
  expect(await running).toEqual(new Error('done'));
  await expect.poll(() => server.openWatches.length).toBe(0);
});

it('goes on where it was when the connection ends or breaks, without missing or repeating a change', async () => {
  void start();
  await expect.poll(() => server.openWatches.length).toBe(1);
  server.store.put(web('web-2'));
  await expect.poll(() => seen).toHaveLength(2);
  const [first] = server.openWatches;
  first?.end();
  server.store.put(web('web-3'));
  await expect.poll(() => seen).toEqual(['SYNC web-1', 'ADDED web-2', 'ADDED web-3']);
  await expect.poll(() => server.openWatches.length).toBe(1);
  const [second] = server.openWatches;
  second?.destroy();
  server.store.put(web('web-4'));
  await expect.poll(() => seen.at(-1)).toBe('ADDED web-4');
  expect(seen).toHaveLength(4);
});

it('remembers the version of a bookmark, so that a long silence does not lead to a new list', async () => {
  void start();
  await expect.poll(() => server.openWatches.length).toBe(1);
  server.store.put(podObject('other', 'default'));
  server.store.compact();
  const [watch] = server.openWatches;
  watch?.end();
  await expect.poll(() => server.received.filter(({ query }) => query.includes('watch=true')).length).toBe(2);
  server.store.put(web('web-2'));
  await expect.poll(() => seen).toEqual(['SYNC web-1', 'ADDED web-2']);
});

it('lists again when the cluster has forgotten the version', async () => {
  void start();
  await expect.poll(() => server.openWatches.length).toBe(1);
  const [watch] = server.openWatches;
  server.store.put(podObject('other', 'default'));
  watch?.destroy();
  server.store.compact();
  server.store.put(web('web-9'));
  server.store.compact();
  await expect.poll(() => seen).toEqual(['SYNC web-1', 'SYNC web-1 web-9']);
});

it('ends with the reason when it may not watch', async () => {
  await expect(follow({ user: 'lister' })).rejects.toThrow('cannot watch resource "pods"');
});

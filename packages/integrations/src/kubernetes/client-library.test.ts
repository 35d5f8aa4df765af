import { AppsV1Api, CoreV1Api, KubeConfig, KubernetesObjectApi, makeInformer, Watch } from '@kubernetes/client-node';
import { type ApiServer, deploymentObject, podObject, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** For what happens by itself, also on a busy machine. */

let server: ApiServer;
let config: KubeConfig;
beforeAll(async () => {
  server = await startApiServer({ objects: [podObject('a', 'default', { app: 'x' }), deploymentObject('d', 'default', 1, 1)] });
  config = new KubeConfig();
  config.loadFromString(server.kubeconfig());
});
afterAll(async () => await server.close());

it('the client library reads typed lists from the stand-in', async () => {
  const { items, metadata } = await config
    .makeApiClient(CoreV1Api)
    .listNamespacedPod({ namespace: 'default', labelSelector: 'app=x' });
  expect(items.map((pod) => [pod.metadata?.name, pod.status?.phase])).toEqual([['a', 'Running']]);
  expect(items[0]?.metadata?.creationTimestamp).toBeInstanceOf(Date);
  expect(Number(metadata?.resourceVersion)).toBeGreaterThan(0);
  const deployment = await config.makeApiClient(AppsV1Api).readNamespacedDeployment({ namespace: 'default', name: 'd' });
  expect(deployment.status?.readyReplicas).toBe(1);
});

it('the client library finds kinds, creates, patches and deletes', async () => {
  const api = KubernetesObjectApi.makeApiClient(config);
  const header = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'default' } };
  await api.create(header);
  const patched = await api.patch({ ...header, data: { a: '1' } });
  expect(patched).toMatchObject({ data: { a: '1' } });
  expect((await api.list('v1', 'ConfigMap', 'default')).items).toHaveLength(1);
  await api.delete(header);
  await expect(api.read(header)).rejects.toMatchObject({ code: 404 });
});

it('the client library watches, and its informer follows', async () => {
  const phases: string[] = [];
  const watch = await new Watch(config).watch(
    '/api/v1/namespaces/default/pods',
    {},
    (phase) => phases.push(phase),
    () => undefined,
  );
  const core = config.makeApiClient(CoreV1Api);
  const informer = makeInformer(config, '/api/v1/namespaces/default/pods', () =>
    core.listNamespacedPod({ namespace: 'default' }),
  );
  const added: string[] = [];
  informer.on('add', (pod) => added.push(pod.metadata?.name ?? ''));
  await informer.start();
  await expect.poll(() => server.openWatches.length).toBe(2);
  server.store.put(podObject('b', 'default'));
  await expect.poll(() => phases).toEqual(['ADDED', 'ADDED']);
  await expect.poll(() => added).toEqual(['a', 'b']);
  await informer.stop();
  watch.abort();
});

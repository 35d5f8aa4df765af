import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';
import { KubernetesCluster } from './cluster.ts';
import { loadClusterConfig } from './cluster-config.ts';
import { kubeconfigSource, ownClusterSource } from './config-source.ts';

const hosts = createHostLookup({ policy: denyNetworks() });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-kubeconfig-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

function kubeconfig(cluster: object, user: object, context = 'main'): string {
  return JSON.stringify({
    'current-context': context,
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1', ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u', namespace: 'shop' } }],
  });
}

const load = (text: string) => loadClusterConfig({ kind: 'kubeconfig', text }, hosts);

describe('a kubeconfig', () => {
  it('gives address, namespace and the secrets that must not be shown', async () => {
    const key = '-----BEGIN KEY-----';
    const text = kubeconfig({}, { token: 'tok', password: 'pass', 'client-key-data': Buffer.from(key).toString('base64') });
    const cluster = new KubernetesCluster(await load(text), hosts);
    expect(cluster).toMatchObject({ server: 'https://127.0.0.1:1', namespace: 'shop' });
    expect(cluster.secrets).toEqual(['tok', 'pass', Buffer.from(key).toString('base64'), key]);
  });

  it.each([
    ['is no YAML', '{', 'cannot be read'],
    ['is empty', '', 'has no current-context'],
    ['has no server', kubeconfig({ server: '' }, {}), 'server is missing'],
    ['has a server that is no URL', kubeconfig({ server: 'nowhere' }, {}), 'is no URL'],
    ['has a context that is not there', kubeconfig({}, {}, 'other'), 'no context "other"'],
    ['runs a program to log in', kubeconfig({}, { exec: { command: 'aws' } }), 'exec plugin'],
    ['logs in with a provider', kubeconfig({}, { 'auth-provider': { name: 'oidc' } }), 'auth-provider'],
    ['names a proxy', kubeconfig({ 'proxy-url': 'http://proxy' }, {}), 'proxy-url'],
    ['names files', kubeconfig({ 'certificate-authority': '/etc/ca.pem' }, {}), 'refers to files'],
    ['names a token file', kubeconfig({}, { 'token-file': '/etc/passwd' }), 'token file'],
    ['is not encrypted', kubeconfig({ server: 'http://127.0.0.1:1' }, {}), 'not https'],
  ])('that %s is refused', async (_what, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('of a file may name files beside it', async () => {
    const path = join(folder, 'config');
    await writeFile(path, kubeconfig({ 'certificate-authority': 'ca.pem' }, { token: 'x' }));
    const config = await loadClusterConfig({ kind: 'file', path }, hosts);
    expect(config.getCurrentCluster()?.caFile).toBe(join(folder, 'ca.pem'));
    await expect(loadClusterConfig({ kind: 'file', path: join(folder, 'none') }, hosts)).rejects.toThrow('ENOENT');
  });

  it('is a text or a path', () => {
    expect(kubeconfigSource('/etc/kube.yaml\n')).toEqual({ kind: 'file', path: '/etc/kube.yaml' });
    expect(kubeconfigSource('apiVersion: v1\nkind: Config')).toMatchObject({ kind: 'kubeconfig' });
    expect(kubeconfigSource('{"kind":"Config"}')).toMatchObject({ kind: 'kubeconfig' });
  });
});

describe('the own cluster', () => {
  const everything = () => true;
  it('is that of KUBECONFIG, of the pod, of the user, or none', () => {
    expect(ownClusterSource({ KUBECONFIG: '/a:/b', KUBERNETES_SERVICE_HOST: 'x' }, everything)).toEqual({
      kind: 'file',
      path: '/a',
    });
    expect(ownClusterSource({ KUBERNETES_SERVICE_HOST: 'x', HOME: '/root' }, everything)).toEqual({ kind: 'in-cluster' });
    expect(ownClusterSource({ HOME: '/home/ann' }, everything)).toEqual({ kind: 'file', path: '/home/ann/.kube/config' });
    expect(ownClusterSource({ HOME: '/home/ann' }, () => false)).toBeUndefined();
  });
});

it('the service account of a pod signs in by its token file and trusts its authority', async () => {
  const server = await startApiServer();
  const account = join(folder, 'var/run/secrets/kubernetes.io/serviceaccount');
  await mkdir(account, { recursive: true });
  await writeFile(join(account, 'ca.crt'), server.caCertificate);
  await writeFile(join(account, 'namespace'), 'shop');
  await writeFile(join(account, 'token'), 'admin-token-0123456789');
  const { hostname, port } = new URL(server.url);
  vi.stubEnv('KUBERNETES_SERVICE_HOST', hostname);
  vi.stubEnv('KUBERNETES_SERVICE_PORT', port);
  const config = await loadClusterConfig({ kind: 'in-cluster', root: folder }, hosts);
  const cluster = new KubernetesCluster(config, hosts);
  expect(cluster.namespace).toBe('shop');
  expect(await cluster.version(new AbortController().signal)).toMatchObject({ gitVersion: expect.stringContaining('v1.31') });
  vi.unstubAllEnvs();
  await cluster.close();
  await server.close();
});

it('never sends credentials to an address that the policy denies', async () => {
  const denied = createHostLookup({ policy: denyNetworks(['127.0.0.0/8']), hosts: { 'cluster.test': '127.0.0.1' } });
  const signal = new AbortController().signal;
  for (const server of ['https://127.0.0.1:6443', 'https://cluster.test:6443']) {
    const source = { kind: 'kubeconfig' as const, text: kubeconfig({ server }, { token: 'tok' }) };
    const cluster = new KubernetesCluster(await loadClusterConfig(source, denied), denied);
    await expect(cluster.version(signal)).rejects.toThrow('denied by the address policy');
  }
});

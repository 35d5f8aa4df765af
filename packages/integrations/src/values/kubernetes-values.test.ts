import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type ApiServer, secretObject, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';
import { httpbin, type Listener, listenHttp } from '../testing/listeners.ts';
import { runOne } from '../testing/run-yaml.ts';
import { kubernetesValues } from './kubernetes-values.ts';
import { cacheValues, type ValueProvider } from './value-provider.ts';

const hosts = createHostLookup({ policy: denyNetworks() });
let server: ApiServer;
let web: Listener;
let values: ValueProvider;

function release(version: number, status: string, content: object): object & Record<string, unknown> {
  const packed = gzipSync(JSON.stringify(content)).toString('base64');
  const secret = secretObject(`sh.helm.release.v1.shop.v${version}`, 'default', { release: packed }, 'helm.sh/release.v1');
  const labels = { owner: 'helm', name: 'shop', status, version: String(version) };
  return { ...secret, metadata: { name: `sh.helm.release.v1.shop.v${version}`, namespace: 'default', labels } };
}

beforeAll(async () => {
  server = await startApiServer({
    users: [{ name: 'blind', token: 'blind-token-1', rules: [{ verbs: ['get'], resources: ['configmaps'] }] }],
    objects: [
      secretObject('login', 'default', { password: 'opensesame' }),
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'app', namespace: 'default' },
        data: { user: 'ann' },
        binaryData: { raw: 'aGk=' },
      },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'default' } },
      release(1, 'superseded', { config: { auth: { password: 'first' } } }),
      release(2, 'deployed', {
        chart: { values: { auth: { password: 'default', user: 'chart' }, port: 80 } },
        config: { auth: { password: 'second' } },
      }),
    ],
  });
  web = await listenHttp(httpbin);
  values = kubernetesValues({ kind: 'kubeconfig', text: server.kubeconfig() }, hosts);
});
afterAll(async () => {
  await web.close();
  await server.close();
});

it.each([
  ['secret', 'login', 'password', 'opensesame'],
  ['secret', 'login', 'none', undefined],
  ['secret', 'none', 'password', undefined],
  ['configmap', 'app', 'user', 'ann'],
  ['configmap', 'app', 'raw', 'hi'],
  ['serviceaccount', 'robot', '', 'token-of-default-robot'],
  ['serviceaccount', 'none', '', undefined],
  ['helm', 'shop', '$.auth.password', 'second'],
  ['helm', 'shop', 'auth.user', 'chart'],
  ['helm', 'shop', 'port', '80'],
  ['helm', 'shop', 'auth', '{"password":"second","user":"chart"}'],
  ['helm', 'none', 'auth', undefined],
] as const)('%s %s %s is %s', async (kind, name, key, value) => {
  expect(await values.lookup({ kind, namespace: 'default', name, key })).toBe(value);
});

it('tells what the cluster refuses', async () => {
  const blind = kubernetesValues({ kind: 'kubeconfig', text: server.kubeconfig({ user: 'blind' }) }, hosts);
  await expect(blind.lookup({ kind: 'secret', namespace: 'default', name: 'login', key: 'password' })).rejects.toThrow(
    'cannot get resource "secrets"',
  );
});

it('asks the cluster once while a value is fresh', async () => {
  let nowMs = 0;
  const cached = cacheValues(values, () => nowMs);
  const ref = { kind: 'secret', namespace: 'default', name: 'login', key: 'password' } as const;
  await cached.lookup(ref);
  const before = server.received.length;
  await cached.lookup(ref);
  expect(server.received.length).toBe(before);
  nowMs = 300_001;
  await cached.lookup(ref);
  expect(server.received.length).toBe(before + 1);
});

it('feeds checks, whose results do not show the values', async () => {
  const url = `http://127.0.0.1:${web.port}/headers`;
  const check = `
http:
  - name: authorised
    url: ${url}
    username: {valueFrom: {configMapKeyRef: {name: app, key: user}}}
    password: {valueFrom: {secretKeyRef: {name: login, key: password}}}
    headers:
      - {name: X-Robot, valueFrom: {serviceAccount: robot}}
      - {name: X-Release, valueFrom: {helmRef: {name: shop, key: $.auth.password}}}
    test: {expr: "json.headers['X-Robot'].size() == 22"}
    display: {expr: "json.headers['X-Release'] + json.headers['X-Robot']"}
`;
  const result = await runOne(check, { values });
  expect(result).toMatchObject({ pass: true, message: '******' });
  expect(inspect(result, { depth: null })).not.toMatch(/opensesame|token-of|second'/);
});

it('makes a check invalid when the value is nowhere', async () => {
  const check = `http: [{name: a, url: "http://127.0.0.1:${web.port}/", password: {valueFrom: {secretKeyRef: {name: none, key: k}}}}]`;
  expect(await runOne(check, { values })).toMatchObject({
    invalid: true,
    error: expect.stringContaining('secret default/none key "k" was not found (looked in: the Kubernetes cluster)'),
  });
});

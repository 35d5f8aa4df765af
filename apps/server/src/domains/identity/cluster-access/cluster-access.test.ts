import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiServer, podObject, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { IdentityTestServer, TestBrowser } from '../testing/identity-test-server.ts';
import { newEmail, PASSWORD, useIdentityServer } from '../testing/use-identity-server.ts';

const PROXY = { name: 'quarterdeck', token: 'proxy-token-0123456789', rules: [{ verbs: ['impersonate'], resources: ['users'] }] };
const READER = { name: 'mission-control-reader', rules: [{ verbs: ['get', 'list', 'watch'], resources: ['*'] }] };
const WRITER = { name: 'mission-control-writer', rules: [{ verbs: ['*'], resources: ['pods', 'configmaps'] }] };
const KubeconfigSchema = z.object({
  clusters: z.array(z.object({ name: z.string(), cluster: z.object({ server: z.string() }) })),
  users: z.array(z.object({ user: z.object({ username: z.string(), password: z.string() }) })),
  'current-context': z.string(),
});
const PODS = '/api/v1/namespaces/shop/pods';

let cluster: ApiServer;
let folder: string;
let kubeconfig: string;
beforeAll(async () => {
  cluster = await startApiServer({
    users: [PROXY, READER, WRITER],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' }, status: { phase: 'Active' } },
      podObject('web-1', 'shop'),
      podObject('crane-1', 'yard'),
    ],
  });
  folder = await mkdtemp(join(tmpdir(), 'qd-kubeconfig-'));
  kubeconfig = join(folder, 'config');
  await writeFile(kubeconfig, cluster.kubeconfig({ token: PROXY.token }));
});
afterAll(async () => {
  await cluster.close();
  await rm(folder, { recursive: true });
});

const server = useIdentityServer(() => ['--kubeconfig', kubeconfig]);

async function signIn(role: string): Promise<TestBrowser> {
  return (await server.signIn({ role })).browser;
}

/** As kubectl signs in. */
async function kubectlLogin(role = 'editor'): Promise<{ server: string; authorization: string }> {
  const browser = await signIn(role);
  const answer = await browser.get('/api/kubeconfig');
  const { clusters, users } = KubeconfigSchema.parse(parse(answer.text));
  const user = users[0]?.user;
  const authorization = `Basic ${Buffer.from(`${user?.username}:${user?.password}`).toString('base64')}`;
  return { server: clusters[0]?.cluster.server ?? '', authorization };
}

describe('the kubeconfig', () => {
  it('is a file that leads kubectl through this server with a token of its own', async () => {
    const browser = await signIn('editor');
    const answer = await browser.get('/api/kubeconfig');
    const tokens = await browser.get('/api/auth/tokens');

    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="quarterdeck-kubeconfig.yaml"');
    expect(KubeconfigSchema.parse(parse(answer.text))).toMatchObject({
      clusters: [{ name: 'mission-control-quarterdeck', cluster: { server: `${server.url}/kubeproxy` } }],
      users: [{ user: { username: 'token' } }],
      'current-context': 'default',
    });
    expect(tokens.body).toMatchObject([{ name: `kubeconfig-${Math.floor(server.clock.now().getTime() / 1000)}` }]);
  });

  it('can be fetched twice in a second', async () => {
    const browser = await signIn('admin');
    await browser.get('/api/kubeconfig');

    expect((await browser.get('/api/kubeconfig')).status).toBe(200);
  });

  it.each(['viewer', 'responder', 'commander'])('is not for a %s', async (role) => {
    expect((await (await signIn(role)).get('/api/kubeconfig')).status).toBe(403);
  });

  it('is not for who has only a token, nor for a link of a foreign page', async () => {
    const { authorization } = await kubectlLogin();
    const browser = await signIn('admin');

    expect((await server.openBrowser().get('/api/kubeconfig', { authorization })).status).toBe(403);
    expect((await browser.get('/api/kubeconfig', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('the way to the cluster', () => {
  async function call(path: string, init: RequestInit = {}) {
    const { server: address, authorization } = await kubectlLogin();
    return fetch(`${address}${path}`, { ...init, headers: { authorization, ...init.headers } });
  }

  it('answers what the cluster answers, reading as the reader', async () => {
    const answer = await call(`${PODS}?limit=5`);

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'web-1' } }] });
    expect(cluster.received.at(-1)).toMatchObject({ user: READER.name, path: PODS, query: '?limit=5' });
  });

  it('writes as the writer, whatever the body is', async () => {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made' }, data: { a: 'ä' } });
    const headers = { 'content-type': 'application/json' };
    const answer = await call('/api/v1/namespaces/shop/configmaps', { method: 'POST', body, headers });

    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ metadata: { name: 'made' }, data: { a: 'ä' } });
    expect(cluster.received.at(-1)?.user).toBe(WRITER.name);
  });

  it('passes refusals of the cluster on as they are', async () => {
    const answer = await call('/apis/apps/v1/namespaces/shop/deployments/none', { method: 'DELETE' });

    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ kind: 'Status', reason: 'Forbidden' });
  });

  it('takes nothing of the sign-in here there, and lets nobody choose as whom to act', async () => {
    await call(PODS, {
      headers: { cookie: 'ory_kratos_session=secret', 'impersonate-user': 'admin', 'impersonate-group': 'system:masters' },
    });
    const { headers } = cluster.received.at(-1) ?? {};

    expect(headers).toMatchObject({ authorization: `Bearer ${PROXY.token}`, 'impersonate-user': READER.name });
    expect(Object.keys(headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']));
    expect(headers?.['impersonate-group']).toBeUndefined();
  });

  it('streams a watch while it goes on', async () => {
    const stop = new AbortController();
    const answer = await call('/api/v1/namespaces/yard/pods?watch=true', {
      signal: stop.signal,
      headers: { 'accept-encoding': 'gzip' },
    });
    cluster.store.put(podObject('crane-2', 'yard'));
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('crane-2')) break;
    }
    stop.abort();

    expect(text).toContain('"ADDED"');
    await expect.poll(() => cluster.openWatches.length).toBe(0);
  });

  it('shows pages of the cluster without letting them run anything here', async () => {
    expect((await call('/version')).headers.get('content-security-policy')).toMatch(/^sandbox/);
  });

  it.each(['/../secret', '/api/%2e%2e/%2E%2e/secret', '/api/..%2f..%2fsecret', '/api/..'])(
    'refuses the detour %s',
    async (path) => {
      const { authorization } = await kubectlLogin();
      const before = cluster.received.length;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = httpRequest(server.url, { path: `/kubeproxy${path}`, headers: { authorization } }, resolve);
        sent.once('error', reject).end();
      });

      expect([answer.statusCode, cluster.received.length]).toEqual([400, before]);
    },
  );

  it('says that exec does not work instead of hanging', async () => {
    const { authorization } = await kubectlLogin();
    const headers = { authorization, connection: 'Upgrade', upgrade: 'SPDY/3.1' };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const path = `/kubeproxy${PODS}/web-1/exec?command=sh`;
      httpRequest(server.url, { method: 'POST', path, headers }, resolve).once('error', reject).end();
    });

    expect(answer.statusCode).toBe(501);
  });

  it.each(['viewer', 'responder'])('is closed to a %s, also for reading', async (role) => {
    expect((await (await signIn(role)).get(`/api/kubeproxy${PODS}`)).status).toBe(403);
  });

  it('is closed to nobody in particular', async () => {
    expect((await fetch(`${server.url}/kubeproxy${PODS}`)).status).toBe(401);
  });
});

describe('without a cluster', () => {
  async function signInAt(other: IdentityTestServer): Promise<TestBrowser> {
    const email = newEmail('admin');
    await other.addPerson({ email, password: PASSWORD, role: 'admin' });
    const browser = other.openBrowser();
    await browser.signIn(email, PASSWORD);
    return browser;
  }

  it('the file is given nevertheless, and both it and the way to the cluster say what to configure', async () => {
    const alone = await server.startBeside();
    const browser = await signInAt(alone);
    const file = await browser.get('/api/kubeconfig');
    const way = await browser.get(`/api/kubeproxy${PODS}`);

    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+-kubeconfig\.yaml"$/);
    expect(file.text).toMatch(/^# .*--kubeconfig/);
    expect(KubeconfigSchema.parse(parse(file.text)).users).toMatchObject([{ user: { username: 'token' } }]);
    expect(way.status).toBe(501);
    expect(way.body).toMatchObject({ code: 'KUBERNETES_NOT_CONFIGURED', hint: expect.stringContaining('--kubeconfig') });
  });

  it('that answers, the failure is told apart from one of this server', async () => {
    const away = await startApiServer({});
    const file = join(folder, 'away');
    await writeFile(file, away.kubeconfig());
    await away.close();
    const beside = await server.startBeside('--kubeconfig', file);
    const answer = await (await signInAt(beside)).get(`/api/kubeproxy${PODS}`);

    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({ code: 'KUBERNETES_UNREACHABLE' });
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { denyNetworks } from '../net/address-policy.ts';
import { awsListener } from '../testing/aws-listener.ts';
import { type Listener, listenDeaf, listenHttp } from '../testing/listeners.ts';
import { readText } from '../testing/read-text.ts';
import { tryConnection } from '../testing/try-connection.ts';
import type { StoredConnection } from '../values/connection.ts';

let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A service that gives one answer; notes what it is asked. */
async function service(status: number, answer: unknown): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  listener = await listenHttp(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: await readText(request) });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return { url: `http://127.0.0.1:${listener.port}`, seen };
}

const SECRET = 'very-secret-token';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** What each service is asked, and what it says to a good login and to a bad one. */
const CASES = [
  {
    type: 'github',
    isOwnServer: true,
    call: { method: 'GET', url: '/user', headers: { authorization: `Bearer ${SECRET}` } },
    good: { login: 'octo' },
    details: { Account: 'octo' },
    bad: [401, { message: `Bad credentials ${SECRET}` }, 'the server answered 401: Bad credentials ***'],
  },
  {
    type: 'gitlab',
    isOwnServer: true,
    call: { method: 'GET', url: '/api/v4/user', headers: { 'private-token': SECRET } },
    good: { username: 'tanuki' },
    details: { Account: 'tanuki' },
    bad: [401, { message: '401 Unauthorized' }, 'the server answered 401: 401 Unauthorized'],
  },
  {
    type: 'azure_devops',
    username: 'acme',
    call: {
      method: 'GET',
      url: '/_apis/profile/profiles/me?api-version=7.0',
      headers: { authorization: basic(`acme:${SECRET}`) },
    },
    good: { displayName: 'Ada' },
    details: { Account: 'Ada' },
    bad: [401, '', 'the server answered 401: the login was refused'],
  },
  {
    type: 'slack',
    call: { method: 'POST', url: '/api/auth.test', headers: { authorization: `Bearer ${SECRET}` } },
    good: { ok: true, team: 'Acme', user: 'bot' },
    details: { Team: 'Acme', User: 'bot' },
    bad: [200, { ok: false, error: 'invalid_auth' }, 'invalid_auth'],
  },
  {
    type: 'telegram',
    call: { method: 'GET', url: `/bot${SECRET}/getMe` },
    good: { ok: true, result: { username: 'acme_bot' } },
    details: { Bot: 'acme_bot' },
    bad: [401, { ok: false, description: 'Unauthorized' }, 'the server answered 401: Unauthorized'],
  },
  {
    type: 'discord',
    username: '123',
    call: { method: 'GET', url: `/api/webhooks/123/${SECRET}` },
    good: { name: 'alerts', channel_id: '7' },
    details: { Webhook: 'alerts', Channel: '7' },
    bad: [404, { message: 'Unknown Webhook' }, 'the server answered 404: Unknown Webhook'],
  },
  {
    type: 'azure',
    username: 'app',
    properties: { tenant: 't1' },
    call: {
      method: 'POST',
      url: '/t1/oauth2/v2.0/token',
      body: `grant_type=client_credentials&client_id=app&client_secret=${SECRET}&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default`,
    },
    good: { access_token: 'x'.repeat(20) },
    details: {},
    bad: [401, { error: 'invalid_client', error_description: 'AADSTS7000215' }, 'the server answered 401: AADSTS7000215'],
  },
  {
    type: 'elasticsearch',
    isOwnServer: true,
    username: 'elastic',
    call: { method: 'GET', url: '/_cluster/health', headers: { authorization: basic(`elastic:${SECRET}`) } },
    good: { cluster_name: 'logs', status: 'green' },
    details: { Cluster: 'logs', Status: 'green' },
    bad: [401, { status: 401 }, 'the server answered 401: the login was refused'],
  },
  {
    type: 'prometheus',
    isOwnServer: true,
    username: 'ada',
    call: { method: 'GET', url: '/api/v1/status/config', headers: { authorization: basic(`ada:${SECRET}`) } },
    good: { status: 'success' },
    details: {},
    bad: [403, '', 'the server answered 403: access denied'],
  },
  {
    type: 'dynatrace',
    isOwnServer: true,
    call: { method: 'GET', url: '/api/v2/problems', headers: { authorization: `Api-Token ${SECRET}` } },
    good: { problems: [{ problemId: '1', title: 'an open problem fails no connection' }] },
    details: {},
    bad: [401, { error: { message: 'Token is missing' } }, 'the server answered 401: Token is missing'],
  },
  {
    type: 'http',
    isOwnServer: true,
    username: 'ada',
    call: { method: 'GET', url: '/', headers: { authorization: basic(`ada:${SECRET}`) } },
    good: {},
    details: {},
    bad: [503, '', expect.stringContaining('503')],
  },
] as const;

describe.each(CASES)('a connection of type $type', (given) => {
  const connect = (url: string) => {
    const { type } = given;
    const connection = {
      type,
      password: SECRET,
      ...('username' in given ? { username: given.username } : {}),
      ...('properties' in given ? { properties: given.properties } : {}),
    };
    return 'isOwnServer' in given
      ? tryConnection({ ...connection, url })
      : tryConnection(connection, { serviceUrls: { [type]: url } });
  };

  it('passes by the call that the contract names', async () => {
    const { url, seen } = await service(200, given.good);

    expect(await connect(url)).toEqual({ state: 'passed', details: given.details });
    expect(seen).toMatchObject([given.call]);
  });

  it('fails with the reason that the service gives, and without the secret', async () => {
    const [status, answer, error] = given.bad;
    const { url } = await service(status, answer);
    const outcome = await connect(url);

    expect(outcome).toEqual({ state: 'failed', error });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });
});

describe('clouds', () => {
  it('AWS: asks STS who is calling, signed with the keys', async () => {
    listener = await listenHttp(awsListener([], () => new Error('none')));
    const target = { type: 'aws', url: `http://127.0.0.1:${listener.port}`, properties: { region: 'eu-west-1' } };

    const good = await tryConnection({ ...target, username: 'AKIDOWNER', password: 'owner-secret-key' });
    const bad = await tryConnection({ ...target, username: 'AKIDOWNER', password: 'wrong' });
    expect([good.state, bad.state]).toEqual(['passed', 'failed']);
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFor = (url: string) =>
    JSON.stringify({
      type: 'service_account',
      client_email: 'robot@acme.test',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      token_uri: `${url}/token`,
    });

  it.each([
    ['google_cloud', {}, '/v1/projects?pageSize=1'],
    ['gcs', { bucket: 'backups' }, '/storage/v1/b/backups'],
  ])('%s: logs in with the key and calls %s %s', async (type, properties, path) => {
    const { url, seen } = await service(200, { access_token: 'token-of-google', expires_in: 60, token_type: 'Bearer' });

    expect(await tryConnection({ type, url, properties, certificate: keyFor(url) })).toEqual({ state: 'passed', details: {} });
    expect(seen.at(-1)).toMatchObject({ url: path, headers: { authorization: 'Bearer token-of-google' } });
  });

  it('Google: fails with the words of Google', async () => {
    const { url } = await service(403, { error: { message: 'The caller does not have permission' } });

    const outcome = await tryConnection({ type: 'gcs', url, properties: { bucket: 'b' }, certificate: keyFor(url) });
    expect(outcome.state).toBe('failed');
    expect(JSON.stringify(outcome)).not.toContain('PRIVATE KEY');
  });
});

describe('any connection', () => {
  it('ends at the time limit, and when the caller gives up', async () => {
    const deaf = await listenDeaf();
    const target = { type: 'http', url: `http://127.0.0.1:${deaf.port}` };
    const gone = new AbortController();
    const waiting = tryConnection(target, {}, { signal: gone.signal });

    expect(await tryConnection(target, { timeoutMs: 200 })).toEqual({ state: 'failed', error: 'timed out after 200 ms' });
    gone.abort();
    expect(await waiting).toEqual({ state: 'failed', error: 'cancelled before it was done' });
    deaf.close();
  });

  const METADATA = '169.254.169.254';
  const login = { username: 'ada', password: SECRET };
  const TARGETS: readonly (Partial<StoredConnection> & { type: string })[] = [
    { type: 'http', url: `http://${METADATA}/latest` },
    { type: 'prometheus', url: `http://${METADATA}` },
    { type: 'elasticsearch', url: `http://${METADATA}` },
    { type: 'github', url: `http://${METADATA}` },
    { type: 'dynatrace', url: METADATA, properties: { scheme: 'http' } },
    { type: 'aws', url: `http://${METADATA}`, properties: { region: 'x' } },
    { type: 's3', url: `http://${METADATA}`, properties: { bucket: 'b', region: 'x', usePathStyle: 'true' } },
    { type: 'gcs', url: `http://${METADATA}`, password: '', properties: { bucket: 'b' } },
    { type: 'postgres', url: `postgres://${METADATA}/db` },
    { type: 'mysql', url: `mysql://${METADATA}/db` },
    { type: 'sql_server', url: `sqlserver://${METADATA}` },
    { type: 'mongo', url: `mongodb://${METADATA}` },
    { type: 'redis', url: METADATA },
    { type: 'ldap', url: `ldap://${METADATA}` },
    { type: 'sftp', url: METADATA },
    { type: 'smb', url: METADATA, properties: { share: 'x' } },
    { type: 'git', url: `http://${METADATA}/repository.git` },
    { type: 'restic', url: `rest:http://${METADATA}/` },
    { type: 'email', properties: { host: METADATA, from: 'a@b.test' } },
  ];
  it.each(TARGETS)('of type $type does not reach metadata addresses of clouds', async (target) => {
    const outcome = await tryConnection({ ...login, ...target }, { addressPolicy: denyNetworks() });

    expect(outcome).toMatchObject({ state: 'failed', error: expect.stringContaining('denied by the address policy') });
  });

  it.each(['teams', 'webhook', 'ntfy', 'generic_webhook', 'jmeter', 'no-such-type', 'constructor'])(
    'of type %s has no test',
    async (type) => {
      expect(await tryConnection({ type })).toEqual({ state: 'unsupported' });
    },
  );

  it('to a folder passes when it is one on the server', async () => {
    const path = mkdtempSync(join(tmpdir(), 'quarterdeck-folder-'));
    writeFileSync(join(path, 'file'), '');
    const folder = (at: string) => tryConnection({ type: 'folder', properties: { path: at } });

    expect(await folder(path)).toEqual({ state: 'passed', details: {} });
    expect(await folder(join(path, 'file'))).toEqual({ state: 'failed', error: `${path}/file is not a folder` });
    expect(await folder(join(path, 'none'))).toEqual({ state: 'failed', error: `${path}/none does not exist on the server` });
    rmSync(path, { recursive: true });
  });
});

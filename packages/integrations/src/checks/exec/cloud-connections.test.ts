import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import type { StoredConnection } from '../../values/connection.ts';

let folder: string;
let bin: string;
let tempDir: string;

/** A program that only notes its arguments, the files they name and the folder of its settings. */
function install(name: string, exitCode = 0): void {
  const log = join(folder, `${name}.log`);
  const lines = ['#!/bin/bash', `for given in "$@"; do echo "$given"; done > ${log}`];
  lines.push(`for given in "$@"; do case "$given" in *=@*) cat "\${given#*=@}" >> ${log};; esac; done`);
  lines.push(`echo "$CLOUDSDK_CONFIG$AZURE_CONFIG_DIR" >> ${log}`, 'echo "no such login" >&2', `exit ${exitCode}`);
  writeFileSync(join(bin, name), `${lines.join('\n')}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Only the programs that the tests need, so that a cloud's own program on this machine is not found. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-cloud-'));
  bin = join(folder, 'bin');
  tempDir = join(folder, 'temp');
  for (const path of [bin, tempDir]) mkdirSync(path);
  for (const name of ['bash', 'cat', 'env', 'stat']) symlinkSync(join('/usr/bin', name), join(bin, name));
  vi.stubEnv('PATH', bin);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** `seen` is what the script wrote before anything is redacted. */
async function check(script: string, connections: string, values: Record<string, string> = {}) {
  const file = join(folder, 'seen');
  const kept = `exec 3>&1 >${file}; trap "cat ${file} >&3" EXIT`;
  const text = `exec:\n  - name: x\n    connections: {${connections}}\n    script: |\n      ${kept}\n      ${script}\n    display: {expr: results.stdout}`;
  const store = { description: 'test', lookup: async ({ key }: { key: string }) => values[key] };
  const result = await runOne(text, { tempDir, values: store });
  expect(readdirSync(tempDir)).toEqual([]);
  return { result, seen: existsSync(file) ? readFileSync(file, 'utf8').trim() : '' };
}

const fromStore = (key: string) => `{valueFrom: {secretKeyRef: {name: cloud, key: ${key}}}}`;

describe('AWS', () => {
  const keys = 'accessKey: AKIAEXAMPLE, secretKey: verysecretkey, sessionToken: sessiontoken9, region: eu-west-1';

  it('gives keys and region in the environment and in a file that only we can read', async () => {
    const { seen } = await check(
      'env; cat $AWS_SHARED_CREDENTIALS_FILE; stat -c %a $AWS_SHARED_CREDENTIALS_FILE',
      `aws: {${keys}}`,
    );
    for (const line of [
      'AWS_ACCESS_KEY_ID=AKIAEXAMPLE',
      'AWS_SECRET_ACCESS_KEY=verysecretkey',
      'AWS_SESSION_TOKEN=sessiontoken9',
      'AWS_DEFAULT_REGION=eu-west-1',
      '[default]',
      'aws_access_key_id = AKIAEXAMPLE',
      'aws_secret_access_key = verysecretkey',
      '600',
    ])
      expect(seen.split('\n')).toContain(line);
  });

  it('lets a role be assumed with the keys, which are not in the environment then', async () => {
    const { seen } = await check('env; cat $AWS_CONFIG_FILE', `aws: {${keys}, assumeRole: "arn:aws:iam::1:role/r"}`);
    expect(seen).toContain('[default]\nregion = eu-west-1\nrole_arn = arn:aws:iam::1:role/r\nsource_profile = source');
    expect(seen).not.toContain('AWS_ACCESS_KEY_ID');
  });

  it('keeps every secret out of message, error and detail', async () => {
    const { result } = await check('env; cat $AWS_SHARED_CREDENTIALS_FILE; env >&2; exit 1', `aws: {${keys}}`);
    expect(result.error).toContain('AWS_SECRET_ACCESS_KEY=***');
    for (const secret of ['AKIAEXAMPLE', 'verysecretkey', 'sessiontoken9'])
      expect(JSON.stringify([result.message, result.error, result.detail])).not.toContain(secret);
  });

  it.each([
    ['accessKey: only', 'needs both'],
    ['accessKey: a, secretKey: "b\\n[other]"', 'more than one line'],
    ['connection: "connection://AWS/x"', 'connections need a server with a database'],
  ])('is invalid with %s', async (fields, reason) => {
    const { result } = await check('env', `aws: {${fields}}`);
    expect(result).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining(reason) });
  });
});

describe('Google Cloud', () => {
  const key = JSON.stringify({ type: 'service_account', project_id: 'fleet', private_key: '-----BEGIN\nkeykeykey\n-----END\n' });

  it('gives a key file that only we can read and the project of the key, without gcloud', async () => {
    const script = 'cat $GOOGLE_APPLICATION_CREDENTIALS; stat -c "%a $CLOUDSDK_CORE_PROJECT" $GOOGLE_APPLICATION_CREDENTIALS';
    const { result, seen } = await check(script, `gcp: {credentials: ${fromStore('gcp')}}`, { gcp: key });
    expect(seen).toBe(`${key}600 fleet`);
    expect(result.message).not.toContain('keykeykey');
  });

  it('logs gcloud in with settings of its own when it is installed', async () => {
    install('gcloud');
    const { seen } = await check('echo $GOOGLE_APPLICATION_CREDENTIALS', `gcp: {credentials: ${fromStore('gcp')}}`, { gcp: key });
    expect(readFileSync(join(folder, 'gcloud.log'), 'utf8').split('\n')).toEqual([
      'auth',
      'activate-service-account',
      '--quiet',
      `--key-file=${seen}`,
      seen.replace('gcp-key.json', 'gcloud'),
      '',
    ]);
  });

  it('is invalid when the login fails or the key is not JSON', async () => {
    install('gcloud', 1);
    const { result } = await check('env', `gcp: {credentials: ${fromStore('gcp')}}`, { gcp: key });
    expect(result).toMatchObject({ invalid: true, error: 'connections.gcp: the login failed: no such login' });
    expect((await check('env', 'gcp: {credentials: nonsense}')).result).toMatchObject({
      invalid: true,
      error: 'connections.gcp: the credentials are not JSON',
    });
  });
});

describe('Azure', () => {
  const azure = 'azure: {clientID: app1, clientSecret: azuresecret7, tenantID: tenant1}';

  it('logs az in before the script, with the secret in a file instead of an argument', async () => {
    install('az');
    const { result, seen } = await check('env', azure);
    for (const line of ['AZURE_CLIENT_ID=app1', 'AZURE_CLIENT_SECRET=azuresecret7', 'AZURE_TENANT_ID=tenant1'])
      expect(seen.split('\n')).toContain(line);
    expect(result.message).not.toContain('azuresecret7');
    const log = readFileSync(join(folder, 'az.log'), 'utf8').split('\n');
    expect(log.slice(0, 3)).toEqual(['login', '--service-principal', '--username=app1']);
    expect(log[3]).toMatch(/^--password=@\/.*azure-secret$/);
    expect(log[6]).toMatch(/^azuresecret7\/.*\/azure$/);
  });

  it('is invalid without az, with a login that fails and without all three fields', async () => {
    const errorOf = async (fields: string) => (await check('env', fields)).result;
    expect(await errorOf(azure)).toMatchObject({
      invalid: true,
      error: 'connections.azure needs the program az, which is not installed',
    });
    install('az', 1);
    expect(await errorOf(azure)).toMatchObject({ invalid: true, error: 'connections.azure: the login failed: no such login' });
    expect(await errorOf('azure: {clientID: app1}')).toMatchObject({
      invalid: true,
      error: 'connections.azure needs clientID, clientSecret and tenantID',
    });
  });
});

describe('Kubernetes', () => {
  it('gives the kubeconfig as a file and redacts the tokens in it', async () => {
    const { result, seen } = await check('cat $KUBECONFIG', 'kubernetes: {kubeconfig: "apiVersion: v1\\ntoken: kubetoken5"}');
    expect(seen).toBe('apiVersion: v1\ntoken: kubetoken5');
    expect(result.message).toBe('apiVersion: v1\ntoken: ***');
  });

  it('takes an absolute path as it is', async () => {
    expect((await check('echo $KUBECONFIG', 'kubernetes: {kubeconfig: /etc/kube/config}')).seen).toBe('/etc/kube/config');
  });
});

it.each(['eksPodIdentity: true', 'serviceAccount: true'])('is invalid with what is not available: %s', async (field) => {
  expect((await check('true', field)).result).toMatchObject({
    invalid: true,
    error: expect.stringContaining('not available'),
  });
});

describe('stored connections', () => {
  const stored = (fields: Partial<StoredConnection>) => ({
    find: async (query: object) =>
      'namespace' in query && query.namespace === 'ops'
        ? { id: '1', name: 'x', namespace: 'ops', type: 'x', ...fields }
        : undefined,
  });
  const run = async (script: string, kind: string, fields: Partial<StoredConnection>, more = '') => {
    const text = `exec: [{name: x, connections: {${kind}: {connection: "connection://ops/x"${more}}}, script: '${script}', display: {expr: results.stdout}}]`;
    return await runOne(text, { tempDir, connections: stored(fields) });
  };

  it('give keys and region of AWS, which a field may replace', async () => {
    const aws = { username: 'AKIASTORED', password: 'stored-secret', properties: { region: 'eu-north-1' } };
    const script = 'test $AWS_SECRET_ACCESS_KEY = stored-secret && echo $AWS_REGION';
    expect(await run(script, 'aws', aws)).toMatchObject({ pass: true, message: 'eu-north-1' });
    expect(await run('echo $AWS_REGION', 'aws', aws, ', region: us-east-1')).toMatchObject({ message: 'us-east-1' });
    const shown = await run('echo $AWS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY', 'aws', aws);
    expect(shown.message).toBe('*** ***');
  });

  it('give the key of Google Cloud and the kubeconfig by their certificates', async () => {
    const certificate = JSON.stringify({ type: 'authorized_user', project_id: 'fleet' });
    expect(await run('echo $CLOUDSDK_CORE_PROJECT', 'gcp', { certificate })).toMatchObject({ pass: true, message: 'fleet' });
    expect(await run('cat $KUBECONFIG', 'kubernetes', { certificate: 'kind: Config' })).toMatchObject({
      message: 'kind: Config',
    });
  });

  it('give application, secret and tenant of Azure', async () => {
    install('az');
    const azure = { username: 'app1', password: 'azure-secret', properties: { tenant: 'tenant1' } };
    const script = 'test $AZURE_CLIENT_SECRET = azure-secret && echo $AZURE_CLIENT_ID $AZURE_TENANT_ID';
    expect(await run(script, 'azure', azure)).toMatchObject({ pass: true, message: 'app1 tenant1' });
  });

  it('are needed where they are named', async () => {
    const text = 'exec: [{name: x, script: env, connections: {aws: {connection: "connection://elsewhere/x"}}}]';
    expect(await runOne(text, { tempDir, connections: stored({}) })).toMatchObject({
      invalid: true,
      error: 'connection "connection://elsewhere/x" was not found',
    });
  });
});

it("lets the spec's own variables win over those of a connection", async () => {
  const text =
    'exec: [{name: x, connections: {aws: {region: eu-west-1}}, env: [{name: AWS_REGION, value: mine}], script: "echo $AWS_REGION $AWS_DEFAULT_REGION", display: {expr: results.stdout}}]';
  expect((await runOne(text, { tempDir })).message).toBe('mine eu-west-1');
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { missingProgram, type TestServer } from '../../testing/debian-servers.ts';
import { startS3 } from '../../testing/file-servers.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const missing = missingProgram('/usr/bin/restic');
const PASSWORD = 'password: {value: "open%sesame"}';
const ENV = {
  PATH: process.env.PATH ?? '',
  RESTIC_PASSWORD: 'open%sesame',
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
};

/** Makes a repository with one snapshot of a file, taken `hours` ago. */
function backUp(repository: string, folder: string, hours: number, options: readonly string[] = []): void {
  const restic = (...args: string[]) =>
    execFileSync('restic', ['-r', repository, '--no-cache', ...options, ...args], { env: ENV, cwd: folder, stdio: 'ignore' });
  writeFileSync(join(folder, 'orders.csv'), 'a,b\n'.repeat(5000));
  const time = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  restic('init');
  restic('backup', '--time', time, 'orders.csv');
}

describe.skipIf(missing)(`restic checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let folder: string;
  let repository: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-restic-'));
    repository = join(folder, 'repository');
    vi.stubEnv('TZ', 'UTC');
    backUp(repository, folder, 5);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = async (fields: string) => await runOne(`restic: [{name: x, repository: "${repository}", ${fields}}]`);

  it('pass when the newest snapshot is young enough', async () => {
    expect(await check(`${PASSWORD}, maxAge: 25h`)).toMatchObject({
      type: 'restic',
      pass: true,
      error: '',
      detail: { paths: [join(folder, 'orders.csv')] },
    });
    expect(await check(`${PASSWORD}, checkIntegrity: true`)).toMatchObject({ pass: true, error: '' });
    expect(readdirSync(join(repository, 'locks'))).toEqual([]);
  });

  it('fail when the newest snapshot is too old', async () => {
    expect(await check(`${PASSWORD}, maxAge: 90m`)).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringMatching(/^the newest snapshot of .* is older than 90m$/),
    });
  });

  it('fail with a wrong password, without telling it', async () => {
    const result = await check('password: {value: wrongword}');
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'wrong password or no key found' });
    expect(JSON.stringify(result)).not.toContain('wrongword');
  });

  it('fail without a snapshot or a repository', async () => {
    const empty = join(folder, 'empty');
    execFileSync('restic', ['-r', empty, '--no-cache', 'init'], { env: ENV, stdio: 'ignore' });
    expect(await runOne(`restic: [{name: x, repository: "${empty}", ${PASSWORD}}]`)).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the repository has no snapshot',
    });
    expect(await runOne(`restic: [{name: x, repository: "${folder}/none", ${PASSWORD}}]`)).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('no such file'),
    });
  });

  it('notice damaged files only when the integrity is checked', async () => {
    const damaged = join(folder, 'damaged');
    backUp(damaged, folder, 1);
    const packs = readdirSync(join(damaged, 'data'), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(damaged, 'data', name),
    );
    for (const pack of packs.filter((path) => statSync(path).isFile())) {
      execFileSync('chmod', ['u+w', pack]);
      execFileSync('dd', ['if=/dev/zero', `of=${pack}`, 'bs=1', 'count=64', 'conv=notrunc'], { stdio: 'ignore' });
    }
    expect(await runOne(`restic: [{name: x, repository: "${damaged}", ${PASSWORD}}]`)).toMatchObject({ pass: true });
    expect(await runOne(`restic: [{name: x, repository: "${damaged}", ${PASSWORD}, checkIntegrity: true}]`)).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringMatching(/\w/),
    });
  });

  it('say which program is missing', async () => {
    vi.stubEnv('PATH', '/nonexistent:/bin');
    const bin = mkdtempSync(join(tmpdir(), 'quarterdeck-bin-'));
    execFileSync('/bin/ln', ['-s', '/bin/sh', join(bin, 'sh')]);
    vi.stubEnv('PATH', bin);
    expect(await check(PASSWORD)).toMatchObject({ invalid: true, error: 'the program restic is not installed' });
    rmSync(bin, { recursive: true });
  });

  it('fail when nothing listens', async () => {
    const text = `restic: [{name: x, repository: "rest:http://127.0.0.1:${await closedPort()}/r", ${PASSWORD}}]`;
    expect(await runOne(text)).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('connection refused'),
    });
  });

  it('end at the time limit when the server never answers', async () => {
    const silent = await listenTcp(() => undefined);
    const text = `restic: [{name: x, repository: "rest:http://127.0.0.1:${silent.port}/r", ${PASSWORD}}]`;
    expect(await runOne(text, { limits: { timeoutMs: { restic: 500 } } })).toMatchObject({
      pass: false,
      error: 'timed out after 500 ms',
    });
    await expect.poll(() => silent.open()).toBe(0);
    await silent.close();
  });

  describe('of a repository in S3 over TLS', () => {
    const pem = createCertificate(30);
    let server: TestServer;
    let bucket: string;
    beforeAll(async () => {
      server = await startS3(pem);
      bucket = `s3:https://localhost:${server.port}/backups/restic`;
      const authority = join(folder, 'ca.pem');
      writeFileSync(authority, pem.cert);
      backUp(bucket, folder, 1, ['--cacert', authority]);
    });
    afterAll(async () => await server.stop());
    const keys = 'accessKey: {value: S3RVER}, secretKey: {value: S3RVER}';
    const remote = async (fields: string) => await runOne(`restic: [{name: x, repository: "${bucket}", ${PASSWORD}, ${fields}}]`);

    it('trust the given authority, as a file or as text, and no other', async () => {
      expect(await remote(`${keys}, caCert: "${folder}/ca.pem", maxAge: 2h, checkIntegrity: true`)).toMatchObject({
        pass: true,
        error: '',
      });
      expect(await remote(`${keys}, caCert: ${JSON.stringify(pem.cert)}`)).toMatchObject({ pass: true, error: '' });
      expect(await remote(keys)).toMatchObject({ pass: false, error: expect.stringContaining('certificate') });
    });

    it('need no keys for what is public, but never half of them or wrong ones', async () => {
      expect(await remote(`caCert: "${folder}/ca.pem"`)).toMatchObject({ pass: true, error: '' });
      expect(await remote('accessKey: {value: S3RVER}')).toMatchObject({ invalid: true });
      const wrong = await remote(`accessKey: {value: WRONGKEY}, secretKey: {value: wrongword}, caCert: "${folder}/ca.pem"`);
      expect(wrong).toMatchObject({ pass: false, invalid: false });
      expect(JSON.stringify(wrong)).not.toMatch(/WRONGKEY|wrongword/);
    });

    it('take repository, password and keys from stored connections', async () => {
      const common = { id: '1', namespace: 'default' };
      const stored = { ...common, name: 'repo', type: 'restic', url: bucket, password: 'open%sesame' };
      const aws = { ...common, name: 'storage', type: 'aws', username: 'S3RVER', password: 'S3RVER' };
      const connections = {
        find: async (query: { id: string } | { name: string }) =>
          'name' in query && query.name === 'storage'
            ? aws
            : { ...stored, properties: { awsConnectionName: 'connection://storage' } },
      };
      const text = `restic: [{name: x, connection: "connection://repo", caCert: "${folder}/ca.pem"}]`;
      expect(await runOne(text, { connections })).toMatchObject({ pass: true, error: '' });
    });
  });
});

it.each([
  ['repository: /x', 'restic needs a password'],
  [PASSWORD, 'restic needs a repository'],
  [`repository: /x, ${PASSWORD}, maxAge: soon`, 'maxAge "soon" is not a duration such as 24h'],
])('is invalid with %s', async (fields, error) => {
  expect(await runOne(`restic: [{name: x, ${fields}}]`)).toMatchObject({ invalid: true, error });
});

it('refuses addresses that the policy denies', async () => {
  expect(await runOne(`restic: [{name: x, repository: "rest:http://169.254.169.254/r", ${PASSWORD}}]`)).toMatchObject({
    pass: false,
    error: expect.stringContaining('denied by the address policy'),
  });
});

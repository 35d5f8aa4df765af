import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram, type TestServer } from '../testing/debian-servers.ts';
import { smbProblem, sshProblem, startS3, startSftp, startSmb } from '../testing/file-servers.ts';
import { gitListener } from '../testing/git-listener.ts';
import { type Listener, listenHttp } from '../testing/listeners.ts';
import { connectionOf, tryConnection } from '../testing/try-connection.ts';

const passed = { state: 'passed', details: {} };
const noSsh = sshProblem();
const noSmb = smbProblem();
const noRestic = missingProgram('/usr/bin/restic');
const reason = (problem: string | undefined) => (problem ? ` (skipped: ${problem})` : '');

describe('an S3 connection', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server.stop());
  const connect = (bucket: string, port = server.port) =>
    tryConnection(
      connectionOf('s3', {
        url: `http://127.0.0.1:${port}`,
        username: { value: 'S3RVER' },
        password: { value: 'S3RVER' },
        ...{ bucket, region: 'eu-west-1', usePathStyle: true },
      }),
    );

  it('passes when the bucket is there', async () => {
    expect(await connect('backups')).toEqual(passed);
  });

  it('fails when there is no such bucket, or none is named', async () => {
    expect(await connect('nothing')).toEqual({ state: 'failed', error: 'the bucket nothing does not exist' });
    expect(await connect('')).toEqual({ state: 'failed', error: 'the bucket is missing' });
  });

  it('fails when the keys may not see the bucket', async () => {
    const strict = await listenHttp((_request, response) => response.writeHead(403).end());

    expect(await connect('backups', strict.port)).toEqual({
      state: 'failed',
      error: 'access to the bucket backups was denied',
    });
    await strict.close();
  });
});

describe.skipIf(noSsh)(`an SFTP connection${reason(noSsh)}`, () => {
  let server: TestServer & { privateKey: string };
  beforeAll(async () => {
    server = await startSftp();
  });
  afterAll(() => server.stop());

  it('passes with the password, and fails with a wrong one', async () => {
    const connect = (value: string) =>
      tryConnection(
        connectionOf('sftp', { host: '127.0.0.1', port: server.port, username: { value: 'root' }, password: { value } }),
      );

    expect(await connect('open%sesame')).toEqual(passed);
    expect(await connect('wrong')).toEqual({ state: 'failed', error: 'the login was refused' });
  });
});

describe.skipIf(noSmb)(`an SMB connection${reason(noSmb)}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startSmb();
  });
  afterAll(() => server.stop());
  const connect = (share: string, password: string) =>
    tryConnection(
      connectionOf('smb', {
        ...{ host: 'localhost', port: server.port, share, domain: 'FLEET' },
        username: { value: 'monitor' },
        password: { value: password },
      }),
    );

  it('passes when the share can be listed', async () => {
    expect(await connect('backups', 'open%sesame')).toEqual(passed);
  });

  it('fails when share or login are wrong', async () => {
    expect(await connect('none', 'open%sesame')).toEqual({ state: 'failed', error: 'the share does not exist' });
    expect(await connect('backups', 'wrong')).toEqual({ state: 'failed', error: 'the login was refused' });
  });
});

describe.skipIf(noRestic)(`a restic connection${reason(noRestic)}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-restic-'));
    const env = { PATH: process.env.PATH ?? '', RESTIC_PASSWORD: 'open%sesame' };
    execFileSync('restic', ['-r', join(folder, 'repository'), '--no-cache', 'init'], { env, cwd: folder, stdio: 'ignore' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const connect = (password: string) =>
    tryConnection(connectionOf('restic', { url: join(folder, 'repository'), password: { value: password } }));

  it('passes for a repository without snapshots, and fails with a wrong password', async () => {
    expect(await connect('open%sesame')).toEqual(passed);
    expect(await connect('not-the-one')).toMatchObject({ state: 'failed', error: expect.stringContaining('wrong password') });
  });
});

describe('a Git connection', () => {
  let folder: string;
  let listener: Listener;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-git-'));
    const work = join(folder, 'work');
    mkdirSync(work);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: work, stdio: 'ignore' });
    git('init', '--quiet', '--initial-branch=main');
    writeFileSync(join(work, 'readme'), 'hello');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    git('clone', '--quiet', '--bare', work, join(folder, 'repository.git'));
    listener = await listenHttp(gitListener(folder, { username: 'monitor', password: 'open%sesame' }));
  });
  afterAll(async () => {
    await listener.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const connect = (ref: string, password = 'open%sesame') =>
    tryConnection(
      connectionOf('git', {
        url: `http://localhost:${listener.port}/repository.git`,
        ...{ authentication: 'basic', ref },
        username: { value: 'monitor' },
        password: { value: password },
      }),
    );

  it('passes when the branch is there', async () => {
    expect(await connect('main')).toEqual(passed);
  });

  it('fails when the branch is missing or the login is wrong, without the password', async () => {
    expect(await connect('other')).toEqual({ state: 'failed', error: 'the repository has no branch or tag other' });
    const refused = await connect('main', 'wrong%word');
    expect(refused).toMatchObject({ state: 'failed', error: expect.stringContaining('Authentication failed') });
    expect(JSON.stringify(refused)).not.toContain('wrong%word');
  });

  it.skipIf(noSsh)('logs in by SSH with a key', async () => {
    const server = await startSftp();
    const url = `ssh://root@127.0.0.1:${server.port}${join(folder, 'repository.git')}`;
    const connect = (value: string) =>
      tryConnection(connectionOf('git', { url, authentication: 'ssh', certificate: { value }, ref: 'main' }));

    expect(await connect(server.privateKey)).toEqual(passed);
    expect(await connect('no key')).toMatchObject({ state: 'failed' });
    await server.stop();
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram, type TestServer } from '../testing/debian-servers.ts';
import { smbProblem, sshProblem, startS3, startSftp, startSmb } from '../testing/file-servers.ts';
import { gitListener } from '../testing/git-listener.ts';
import { type Listener, listenHttp } from '../testing/listeners.ts';
import { tryConnection } from '../testing/try-connection.ts';

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
    tryConnection({
      type: 's3',
      url: `http://127.0.0.1:${port}`,
      username: 'S3RVER',
      password: 'S3RVER',
      properties: { bucket, region: 'eu-west-1', usePathStyle: 'true' },
    });

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

  it('passes with password or key, and fails with a wrong password', async () => {
    const target = { type: 'sftp', url: '127.0.0.1', username: 'root', properties: { port: String(server.port) } };

    expect(await tryConnection({ ...target, password: 'open%sesame' })).toEqual(passed);
    expect(await tryConnection({ ...target, password: 'wrong' })).toEqual({ state: 'failed', error: 'the login was refused' });
  });
});

describe.skipIf(noSmb)(`an SMB connection${reason(noSmb)}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startSmb();
  });
  afterAll(() => server.stop());
  const connect = (share: string, password: string) =>
    tryConnection({
      type: 'smb',
      url: 'localhost',
      username: 'monitor',
      password,
      properties: { port: String(server.port), share, domain: 'FLEET' },
    });

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
  const connect = (password: string) => tryConnection({ type: 'restic', url: join(folder, 'repository'), password });

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
    tryConnection({
      type: 'git',
      url: `http://localhost:${listener.port}/repository.git`,
      username: 'monitor',
      password,
      properties: { ref },
    });

  it('passes when the branch is there', async () => {
    expect(await connect('main')).toEqual(passed);
  });

  it('fails when the branch is missing or the login is wrong, without the password', async () => {
    expect(await connect('other')).toEqual({ state: 'failed', error: 'the repository has no branch or tag other' });
    const refused = await connect('main', 'wrong%word');
    expect(refused).toMatchObject({ state: 'failed', error: expect.stringContaining('Authentication failed') });
    expect(JSON.stringify(refused)).not.toContain('wrong%word');
  });
});

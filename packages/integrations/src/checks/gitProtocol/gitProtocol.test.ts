import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { gitListener } from '../../testing/git-listener.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const LOGIN = { username: 'monitor', password: 'open%sesame' };
const FIELDS = 'username: {value: monitor}, password: {value: "open%sesame"}';
let folder: string;
let tempDir: string;
let listener: Listener | undefined;

function git(cwd: string, ...args: string[]): string {
  const settings = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...settings, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-git-'));
  tempDir = join(folder, 'temp');
  const work = join(folder, 'work');
  for (const path of [tempDir, work]) mkdirSync(path);
  const bare = join(folder, 'repository.git');
  git(folder, 'init', '--bare', '--quiet', bare);
  git(bare, 'config', 'http.receivepack', 'true');
  git(bare, 'config', 'daemon.receivepack', 'true');
  git(work, 'init', '--quiet');
  writeFileSync(join(work, 'readme'), 'kept');
  symlinkSync(join(folder, 'outside'), join(work, 'link'));
  git(work, 'add', '.');
  git(work, 'commit', '--quiet', '--message', 'first');
  git(work, 'push', '--quiet', bare, 'main');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await listener?.close();
  listener = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const bare = () => join(folder, 'repository.git');
const check = async (repository: string, fields: string, limits = {}) =>
  await runOne(`gitProtocol: [{name: x, repository: "${repository}", ${fields}}]`, { tempDir, limits });

describe('git over HTTP', () => {
  beforeEach(async () => {
    listener = await listenHttp(gitListener(folder, LOGIN));
  });
  const url = () => `http://localhost:${listener?.port}/repository.git`;

  it('passes when a commit is pushed, each time another, and leaves nothing behind', async () => {
    expect(await check(url(), FIELDS)).toMatchObject({ type: 'gitProtocol', pass: true, error: '' });
    const first = git(bare(), 'show', 'main:test.txt');
    expect(await check(url(), `${FIELDS}, filename: deep/er.txt`)).toMatchObject({ pass: true, error: '' });
    expect(await check(url(), FIELDS)).toMatchObject({ pass: true });
    expect(git(bare(), 'rev-list', '--count', 'main')).toBe('4');
    expect(git(bare(), 'show', 'main:test.txt')).not.toBe(first);
    expect(git(bare(), 'show', 'main:readme')).toBe('kept');
    expect(readdirSync(tempDir)).toEqual([]);
  });

  it('fails with a wrong password, without telling it', async () => {
    const result = await check(url(), 'username: {value: monitor}, password: {value: wrongword}');
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('Authentication failed') });
    expect(JSON.stringify(result)).not.toContain('wrongword');
    expect(readdirSync(tempDir)).toEqual([]);
  });

  it('fails when the repository may not be written', async () => {
    git(bare(), 'config', 'http.receivepack', 'false');
    expect(await check(url(), FIELDS)).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringMatching(/^git push: /),
    });
  });

  it('fails when there is no such repository', async () => {
    expect(await check(url().replace('repository', 'none'), FIELDS)).toMatchObject({
      pass: false,
      error: expect.stringMatching(/^git clone: .*not found/),
    });
  });

  it('does not write through links of the repository', async () => {
    writeFileSync(join(folder, 'outside'), 'untouched');
    expect(await check(url(), `${FIELDS}, filename: link`)).toMatchObject({ pass: true });
    expect(readFileSync(join(folder, 'outside'), 'utf8')).toBe('untouched');
  });

  it('says which program is missing', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    expect(await check(url(), FIELDS)).toMatchObject({
      invalid: true,
      error: 'gitProtocol needs the program git, which is not installed',
    });
  });
});

it('trusts a certificate only when the process itself was told to', async () => {
  const pem = createCertificate(30);
  listener = await listenHttps(gitListener(folder, LOGIN), pem);
  const url = `https://localhost:${listener.port}/repository.git`;
  expect(await check(url, FIELDS)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('certificate'),
  });
  writeFileSync(join(folder, 'ca.pem'), pem.cert);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', join(folder, 'ca.pem'));
  expect(await check(url, FIELDS)).toMatchObject({ pass: true, error: '' });
});

it('speaks to git daemon and takes credentials from the URL', async () => {
  const port = await closedPort();
  const args = ['daemon', '--listen=127.0.0.1', `--port=${port}`, '--export-all', `--base-path=${folder}`, '--reuseaddr'];
  const daemon: ChildProcess = spawn('git', args, { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
  await expect.poll(isUp).toBe(true);
  expect(await check(`git://127.0.0.1:${port}/repository.git`, 'filename: test.txt')).toMatchObject({ pass: true, error: '' });
  process.kill(-(daemon.pid ?? 0), 'SIGKILL');
  await ended;
  listener = await listenHttp(gitListener(folder, { username: 'monitor', password: 'sesame' }));
  expect(await check(`http://monitor:sesame@localhost:${listener.port}/repository.git`, 'filename: test.txt')).toMatchObject({
    pass: true,
    error: '',
    endpoint: `http://localhost:${listener.port}/repository.git`,
  });
});

it('fails when nothing listens', async () => {
  expect(await check(`http://127.0.0.1:${await closedPort()}/r.git`, FIELDS)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('git clone:'),
  });
});

it('ends at the time limit when the server never answers, with everything it started', async () => {
  const silent = await listenTcp(() => undefined);
  expect(await check(`http://127.0.0.1:${silent.port}/r.git`, FIELDS, { timeoutMs: { gitProtocol: 400 } })).toMatchObject({
    pass: false,
    error: 'timed out after 400 ms',
  });
  await expect.poll(() => silent.open()).toBe(0);
  await expect.poll(() => readdirSync(tempDir)).toEqual([]);
  await silent.close();
});

it.each([
  ['', '', 'git needs a url'],
  ['ext::sh -c id', '', 'git over ext is not supported'],
  ['ftp://host/r.git', '', 'git over ftp is not supported'],
  ['http://h/r.git', 'filename: ../x', 'is no path inside the repository'],
  ['http://h/r.git', 'filename: .git/hooks/post-commit', 'is no path inside the repository'],
])('is invalid with the repository "%s" and %s', async (repository, fields, reason) => {
  expect(await check(repository, fields)).toMatchObject({ invalid: true, error: expect.stringContaining(reason) });
});

it('refuses addresses that the policy denies', async () => {
  expect(await check('http://169.254.169.254/r.git', FIELDS)).toMatchObject({
    pass: false,
    error: expect.stringContaining('denied by the address policy'),
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseGitSource } from '../../git/git-source.ts';
import { createCertificate } from '../../testing/certificate.ts';
import { gitListener } from '../../testing/git-listener.ts';
import { listenHttp, listenHttps } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { lockDestination } from './destination-lock.ts';

let folder: string;
let work: string;
let tempDir: string;

function git(...args: string[]): string {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...author, ...args], { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Commits a file to the repository that is checked out from. */
function publish(name: string, content: string, branch = 'main'): string {
  writeFileSync(join(work, name), content);
  git('add', '.');
  git('commit', '-m', name);
  git('push', 'origin', `HEAD:refs/heads/${branch}`);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-checkout-'));
  work = join(folder, 'work');
  tempDir = join(folder, 'temp');
  for (const path of [work, tempDir]) mkdirSync(path);
  git('init', '--bare', '--quiet', join(folder, 'repository.git'));
  git('init', '--quiet');
  git('remote', 'add', 'origin', join(folder, 'repository.git'));
  publish('note', 'one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(script: string, checkout: string, limits = {}) {
  const text = `exec:\n  - name: x\n    checkout: {${checkout}}\n    script: |\n      ${script}\n    display: {expr: results.stdout}`;
  return await runOne(text, { tempDir, limits });
}

const fromFile = () => `url: ${join(folder, 'repository.git')}`;

describe('the folder of the script', () => {
  it('holds the newest state of the repository at every run', async () => {
    expect(await check('cat note', fromFile())).toMatchObject({ pass: true, message: 'one', error: '' });
    publish('note', 'two');
    expect(await check('cat note', fromFile())).toMatchObject({ pass: true, message: 'two', error: '' });
  });

  it('is the same for the same source, under the temp folder, unless the spec names one', async () => {
    const first = await check('pwd', fromFile());
    expect(first.message).toMatch(/\/temp\/exec-checkout\/[0-9a-f]{64}$/);
    expect((await check('pwd', fromFile())).message).toBe(first.message);
    const named = join(folder, 'named');
    expect((await check('pwd', `${fromFile()}, destination: ${named}`)).message).toBe(named);
  });

  it('has the branch, tag or commit of the ref', async () => {
    const commit = git('rev-parse', 'HEAD');
    publish('note', 'other', 'side');
    git('tag', 'v1', commit);
    git('push', 'origin', 'v1');
    expect((await check('cat note', `${fromFile()}?ref=side`)).message).toBe('other');
    expect((await check('cat note', `${fromFile()}?ref=v1`)).message).toBe('one');
    expect((await check('cat note', `${fromFile()}?ref=${commit}`)).message).toBe('one');
  });

  it('has only the wanted number of commits', async () => {
    publish('note', 'two');
    const source = `url: "file://${join(folder, 'repository.git')}?depth=1"`;
    expect((await check('git log --oneline | wc -l', source)).message).toBe('1');
  });
});

describe('changes that a script left', () => {
  it('are still there after an update', async () => {
    await check('echo mine > local; echo changed > note', fromFile());
    publish('added', 'new');
    expect((await check('cat local note added', fromFile())).message).toBe('mine\nchanged\nnew');
  });

  it('are kept in the stash when they do not fit, and the next run goes on', async () => {
    await check('echo changed > note', fromFile());
    publish('note', 'two');
    expect(await check('cat note', fromFile())).toMatchObject({
      invalid: true,
      error: 'checkout: local changes do not fit the new state; they are kept in the stash',
    });
    expect(await check('cat note; git stash list | wc -l', fromFile())).toMatchObject({ pass: true, message: 'two1' });
  });
});

describe('a login', () => {
  it('opens a repository over HTTP, by fields or in the URL, and is left nowhere', async () => {
    const server = await listenHttp(gitListener(folder, { username: 'ann', password: 'topsecret1' }));
    const url = `url: "http://127.0.0.1:${server.port}/repository.git"`;
    const login = 'username: {value: ann}, password: {value: topsecret1}';
    expect(await check('cat note', `${url}, ${login}`)).toMatchObject({ pass: true, message: 'one', error: '' });
    const withLogin = url.replace('http://', 'http://ann:topsecret1@');
    expect(await check('cat note', `${withLogin}, destination: other`)).toMatchObject({ pass: true, message: 'one', error: '' });
    const config = readFileSync(join(tempDir, 'other', '.git', 'config'), 'utf8');
    expect(config).not.toContain('topsecret1');
    expect(config).toContain(`http://127.0.0.1:${server.port}/repository.git`);
    expect((await check('env; git remote -v', `${url}, ${login}`)).message).not.toContain('topsecret1');
    await server.close();
  });

  it('that is refused makes the check invalid and stays secret', async () => {
    const server = await listenHttp(gitListener(folder, { username: 'ann', password: 'topsecret1' }));
    const url = `http://127.0.0.1:${server.port}/repository.git`;
    const result = await check('true', `url: "${url}", username: {value: ann}, password: {value: wrongsecret2}`);
    expect(result).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining('Authentication failed') });
    expect(JSON.stringify(result)).not.toContain('wrongsecret2');
    await server.close();
  });
});

describe('a certificate', () => {
  it('is the key for SSH, in a file that only we can read', async () => {
    const bin = join(folder, 'bin');
    const log = join(folder, 'ssh.log');
    mkdirSync(bin);
    const lines = [
      '#!/bin/bash',
      `echo "$@" > ${log}`,
      `stat -c %a "$2" >> ${log}`,
      `cat "$2" >> ${log}`,
      `exec bash -c "\${!#}"`,
    ];
    writeFileSync(join(bin, 'ssh'), lines.join('\n'), { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env.PATH ?? ''}`);
    const url = `url: "ssh://git@host.test${join(folder, 'repository.git')}", certificate: {value: "PRIVATE KEY text"}`;
    const result = await check('cat note', url);
    vi.unstubAllEnvs();
    expect(result).toMatchObject({ pass: true, message: 'one', error: '' });
    const [args = '', ...key] = readFileSync(log, 'utf8').split('\n');
    expect(args).toMatch(/^-i \/.*\/exec-private-.* -o BatchMode=yes .*git@host\.test git-upload-pack/);
    expect(key).toEqual(['600', 'PRIVATE KEY text', '']);
  });

  it('in PEM form is the authority of an https server', async () => {
    const pem = createCertificate(20);
    const server = await listenHttps(gitListener(folder, { username: 'ann', password: 'topsecret1' }), pem);
    const url = `url: "https://localhost:${server.port}/repository.git", username: ann, password: topsecret1`;
    expect(await check('cat note', url)).toMatchObject({ invalid: true, error: expect.stringContaining('certificate') });
    const certificate = `certificate: ${JSON.stringify({ value: pem.cert })}`;
    expect(await check('cat note', `${url}, ${certificate}`)).toMatchObject({ pass: true, message: 'one', error: '' });
    await server.close();
  });
});

describe('a checkout that cannot be made', () => {
  it('makes the check invalid with the words of git', async () => {
    const result = await check('true', `url: ${join(folder, 'absent.git')}`);
    expect(result).toMatchObject({ invalid: true, error: expect.stringContaining('does not appear to be a git repository') });
  });

  it('is told when git is not installed', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync('/bin/bash', join(bin, 'bash'));
    vi.stubEnv('PATH', bin);
    const result = await check('true', fromFile());
    vi.unstubAllEnvs();
    expect(result).toMatchObject({ invalid: true, error: 'checkout needs the program git, which is not installed' });
  });

  it('ends at the time limit and leaves no private folder', async () => {
    const server = await listenHttp(() => undefined);
    const result = await check('true', `url: "http://127.0.0.1:${server.port}/x.git"`, { timeoutMs: { exec: 300 } });
    expect(result).toMatchObject({ pass: false, error: 'timed out after 300 ms' });
    await expect.poll(() => readdirSync(tempDir)).toEqual(['exec-checkout']);
    await server.close();
  });

  it.each([
    ['', 'needs a url'],
    ['ext::sh -c true', 'not supported'],
    ['ftp://host.test/x.git', 'not supported'],
    ['/x?ref=--upload-pack=x', 'no branch, tag or commit id'],
    ['/x?depth=-1', 'no number'],
    ['https://ann:50%@host.test/x.git', 'cannot be read'],
  ])('is refused for the source "%s"', (text, reason) => {
    expect(() => parseGitSource(text)).toThrow(reason);
  });
});

it('reads the short forms of a source', () => {
  expect(parseGitSource('github.com/team/x?ref=v2')).toMatchObject({ url: 'https://github.com/team/x', ref: 'v2' });
  expect(parseGitSource('git::https://host.test/x.git')).toMatchObject({ url: 'https://host.test/x.git', ref: 'HEAD' });
  expect(parseGitSource('git@host.test:team/x.git')).toMatchObject({ url: 'git@host.test:team/x.git' });
});

describe('the lock of a folder', () => {
  it('lets one check after the other use it', async () => {
    const script = 'test ! -e busy && touch busy && sleep 0.1 && rm busy && cat note';
    const results = await Promise.all([1, 2, 3].map(() => check(script, fromFile())));
    expect(results.map((result) => result.message)).toEqual(['one', 'one', 'one']);
  });

  it('ends the wait of who waited too long or was cancelled, without losing the others', async () => {
    const { signal } = new AbortController();
    const release = await lockDestination('folder', signal);
    await expect(lockDestination('folder', signal, 5)).rejects.toThrow('in use');
    const controller = new AbortController();
    const cancelled = lockDestination('folder', controller.signal);
    controller.abort(new Error('gave up'));
    await expect(cancelled).rejects.toThrow('gave up');
    const next = lockDestination('folder', signal);
    release();
    (await next)();
  });
});

it('removes its private folder after the script', async () => {
  await check('true', fromFile());
  expect(existsSync(join(tempDir, 'exec-checkout'))).toBe(true);
  expect(readdirSync(tempDir)).toEqual(['exec-checkout']);
});

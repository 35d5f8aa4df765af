import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/debian-servers.ts';
import { sshProblem, startSftp } from '../../testing/file-servers.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const { Server, utils } = ssh2;
const { privateKey: HOST_KEY } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const problem = sshProblem();
const HOUR_MS = 3_600_000;

describe.skipIf(problem)(`folders of an SFTP server${problem ? ` (skipped: ${problem})` : ''}`, () => {
  let server: TestServer & { privateKey: string };
  let folder: string;
  beforeAll(async () => {
    server = await startSftp();
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-sftp-'));
    const file = (name: string, sizeBytes: number, ageHours: number) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      truncateSync(path, sizeBytes);
      utimesSync(path, new Date(Date.now() - ageHours * HOUR_MS), new Date(Date.now() - ageHours * HOUR_MS));
    };
    file('a.zip', 100, 5);
    file('b.zip', 3000, 1);
    file('notes.txt', 5, 30);
    file('sub/deep/c.zip', 7, 2);
    symlinkSync(join(folder, 'b.zip'), join(folder, 'link.zip'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const login = (password = 'open%sesame') => `username: {value: root}, password: {value: "${password}"}`;
  const check = async (fields: string, path = folder) =>
    await runOne(
      `folder: [{name: x, path: "${path}", sftpConnection: {host: localhost, port: ${server.port}, ${login()}}, ${fields}}]`,
    );

  it('are judged by number, age, size and name, and shown to expressions', async () => {
    expect(await check('minCount: 4, maxCount: 4, maxAge: 31h, minAge: 30m, minSize: 5b, maxSize: 3000b')).toMatchObject({
      type: 'folder',
      pass: true,
      error: '',
    });
    expect(await check('minCount: 5')).toMatchObject({ pass: false, invalid: false, error: '4 files, fewer than 5' });
    expect(await check('filter: {regex: ".*\\\\.zip"}, maxAge: 4h')).toMatchObject({
      pass: false,
      error: 'the oldest file a.zip is older than 4h',
    });
    const test =
      "results.newest.size == 3000 && results.oldest.name == 'notes.txt' && results.files.all(f, f.mode.startsWith('-rw'))";
    expect(await check(`test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it('follow globs, links and folders', async () => {
    expect(await check('minCount: 3, maxCount: 3', `${folder}/*.zip`)).toMatchObject({ pass: true, error: '' });
    expect(await check('minCount: 4, maxCount: 4', `${folder}/**/*.zip`)).toMatchObject({ pass: true, error: '' });
    expect(await check('recursive: true, minCount: 5, maxCount: 5')).toMatchObject({ pass: true, error: '' });
    expect(await check('minCount: 1, maxCount: 1, minSize: 100b', `${folder}/a.zip`)).toMatchObject({ pass: true, error: '' });
  });

  it('tell the free space of the server', async () => {
    expect(await check('availableSize: 1kb')).toMatchObject({ pass: true });
    expect(await check('availableSize: 900pb')).toMatchObject({ pass: false });
  });

  it('are named by a URL as well', async () => {
    const url = `sftp://localhost:${server.port}${folder}/*.txt`;
    expect(await runOne(`folder: [{name: x, path: "${url}", minCount: 1, sftpConnection: {${login()}}}]`)).toMatchObject({
      pass: true,
      error: '',
    });
  });

  it('fail when the folder does not exist', async () => {
    expect(await check('maxCount: 9', '/no/such/folder')).toMatchObject({
      pass: false,
      invalid: false,
      error: '/no/such/folder does not exist',
    });
  });

  it('fail with a wrong password, without telling it', async () => {
    const result = await runOne(
      `folder: [{name: x, path: "${folder}", sftpConnection: {host: localhost, port: ${server.port}, ${login('wrongword')}}}]`,
    );
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'the login was refused' });
    expect(JSON.stringify(result)).not.toContain('wrongword');
  });

  it('take host, port and key from a stored connection', async () => {
    const { port, privateKey: certificate } = server;
    const stored = { ...{ id: '1', name: 'store', namespace: 'default', type: 'sftp' }, certificate };
    const connections = {
      find: async () => ({ ...stored, url: 'localhost', username: 'root', properties: { port: String(port) } }),
    };
    const text = `folder: [{name: x, path: "${folder}", minCount: 4, sftpConnection: {connection: "connection://store", username: {value: root}}}]`;
    expect(await runOne(text, { connections })).toMatchObject({ pass: true, error: '' });
  });
});

const LOGIN = 'username: {value: root}, password: {value: opensesame}';

/** A server that asks for the password in a dialogue. */
async function listenSsh(serve: (session: ssh2.Session) => void): Promise<{ port: number; close(): Promise<void> }> {
  const server = new Server({ hostKeys: [HOST_KEY] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive']);
      return attempt.prompt([{ prompt: 'Password:', echo: false }], (answers) => {
        if (answers[0] === 'opensesame') attempt.accept();
        else attempt.reject();
      });
    });
    client.on('session', (accept) => serve(accept()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

const at = async (port: number, login: string) =>
  await runOne(`folder: [{name: x, path: /x, sftpConnection: {host: 127.0.0.1, port: ${port}, ${login}}}]`);

it('ends a listing that never ends, after a login by dialogue', async () => {
  const attrs = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
  const part = Array(5000).fill({ filename: 'a', longname: '', attrs: { ...attrs, mode: 0o100644 } });
  const server = await listenSsh((session) =>
    session.on('sftp', (accept) => {
      const sftp = accept();
      sftp.on('STAT', (id) => sftp.attrs(id, attrs));
      sftp.on('EXTENDED', (id) => sftp.status(id, utils.sftp.STATUS_CODE.OP_UNSUPPORTED));
      sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('x')));
      sftp.on('READDIR', (id) => sftp.name(id, part));
    }),
  );
  expect(await at(server.port, LOGIN)).toMatchObject({
    pass: false,
    invalid: false,
    error: 'the folder has more than 50000 entries',
  });
  expect(await at(server.port, 'username: {value: root}, password: {value: wrongword}')).toMatchObject({
    error: 'the login was refused',
  });
  await server.close();
});

it.each([
  ['at the greeting', ['ffffffff00']],
  // A valid greeting, then a packet of a length that nothing has.
  ['after the greeting', ['000000050200000003', 'ffffffff65']],
])('fails when the server breaks the protocol %s', async (_when, answers) => {
  const server = await listenSsh((session) =>
    session.on('subsystem', (accept) => {
      const channel = accept();
      const left = [...answers];
      channel.on('data', () => channel.write(Buffer.from(left.shift() ?? '', 'hex')));
    }),
  );
  expect(await at(server.port, LOGIN)).toMatchObject({ pass: false, invalid: false, error: expect.stringMatching(/\w/) });
  await server.close();
});

it('fails when nothing listens', async () => {
  expect(await at(await closedPort(), LOGIN)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it('ends at the time limit when the server never answers', async () => {
  const silent = await listenTcp(() => undefined);
  const text = `folder: [{name: x, path: /x, sftpConnection: {host: 127.0.0.1, port: ${silent.port}, ${LOGIN}}}]`;
  expect(await runOne(text, { limits: { timeoutMs: { folder: 200 } } })).toMatchObject({
    pass: false,
    error: 'timed out after 200 ms',
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

it.each([
  [`path: /x, sftpConnection: {${LOGIN}}`, 'needs a host'],
  ['path: /x, sftpConnection: {host: h}', 'needs a username'],
  [`path: /x, sftpConnection: {host: h, port: 70000, ${LOGIN}}`, 'the port 70000'],
])('is invalid with %s', async (fields, reason) => {
  expect(await runOne(`folder: [{name: x, ${fields}}]`)).toMatchObject({ invalid: true, error: expect.stringContaining(reason) });
});

it('refuses addresses that the policy denies', async () => {
  expect(await runOne(`folder: [{name: x, path: /x, sftpConnection: {host: 169.254.169.254, ${LOGIN}}}]`)).toMatchObject({
    pass: false,
    error: expect.stringContaining('denied by the address policy'),
  });
});

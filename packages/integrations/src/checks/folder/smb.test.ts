import { mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseListing } from '../../files/smb-listing.ts';
import type { TestServer } from '../../testing/debian-servers.ts';
import { smbProblem, startSmb } from '../../testing/file-servers.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const problem = smbProblem();
const HOUR_MS = 3_600_000;
const login = (password = 'open%sesame') => `username: {value: monitor}, domain: FLEET, password: {value: "${password}"}`;

describe.skipIf(problem)(`shares of an SMB server${problem ? ` (skipped: ${problem})` : ''}`, () => {
  let server: TestServer & { data: string };
  beforeAll(async () => {
    server = await startSmb();
    const file = (name: string, sizeBytes: number, ageHours: number) => {
      const path = join(server.data, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      truncateSync(path, sizeBytes);
      utimesSync(path, new Date(Date.now() - ageHours * HOUR_MS), new Date(Date.now() - ageHours * HOUR_MS));
    };
    file('backup.zip', 30_000_000, 2);
    file('with  two spaces N 12.txt', 5, 30);
    file('daily/ü; x.zip', 7, 1);
    file('daily/deep/c.zip', 8, 3);
  });
  afterAll(async () => await server.stop());

  const check = async (path: string, fields: string) =>
    await runOne(`folder: [{name: x, path: '${path}', smbConnection: {port: ${server.port}, ${login()}}, ${fields}}]`);

  it('are judged by number, age and size, and shown to expressions', async () => {
    const fields = 'minCount: 2, maxCount: 2, minAge: 1h, maxAge: 31h, minSize: 5b, maxSize: 30mb';
    expect(await check('smb://localhost/backups', fields)).toMatchObject({ type: 'folder', pass: true, error: '' });
    expect(await check('smb://localhost/backups', 'maxAge: 29h')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the oldest file with  two spaces N 12.txt is older than 29h',
    });
    const test = "results.largest.name == 'backup.zip' && results.size == 30000005 && results.availableSize > 0";
    expect(await check('smb://localhost/backups', `test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
  });

  it('are named in the manner of Windows as well', async () => {
    expect(await check('\\\\localhost\\backups\\daily', 'minCount: 1, maxCount: 1')).toMatchObject({ pass: true, error: '' });
  });

  it('follow globs, folders and paths of one file', async () => {
    expect(await check('smb://localhost/backups/*.zip', 'minCount: 1, maxCount: 1')).toMatchObject({ pass: true, error: '' });
    expect(await check('smb://localhost/backups/**/*.zip', 'minCount: 3, maxCount: 3')).toMatchObject({ pass: true, error: '' });
    expect(await check('smb://localhost/backups/daily/*/*.zip', 'minCount: 1, maxCount: 1, minSize: 8b')).toMatchObject({
      pass: true,
      error: '',
    });
    expect(await check('smb://localhost/backups', 'recursive: true, minCount: 3, maxCount: 3')).toMatchObject({ pass: true });
    expect(await check('smb://localhost/backups/daily/deep/c.zip', 'minCount: 1, maxCount: 1')).toMatchObject({
      pass: true,
      error: '',
    });
  });

  it('tell the free space of the server', async () => {
    expect(await check('smb://localhost/backups', 'availableSize: 1kb, totalSize: 1mb')).toMatchObject({ pass: true, error: '' });
    expect(await check('smb://localhost/backups', 'totalSize: 900pb')).toMatchObject({ pass: false });
  });

  it.each([
    ['smb://localhost/backups/none', 'the folder does not exist'],
    ['smb://localhost/none', 'the share does not exist'],
  ])('fail at %s', async (path, error) => {
    expect(await check(path, 'maxCount: 9')).toMatchObject({ pass: false, invalid: false, error });
  });

  it('fail with a wrong password or none, without telling it', async () => {
    const wrong = await runOne(
      `folder: [{name: x, path: "smb://localhost/backups", smbConnection: {port: ${server.port}, ${login('wrongword')}}}]`,
    );
    expect(wrong).toMatchObject({ pass: false, invalid: false, error: 'the login was refused' });
    expect(JSON.stringify(wrong)).not.toContain('wrongword');
    expect(
      await runOne(`folder: [{name: x, path: "smb://localhost/backups", smbConnection: {port: ${server.port}}}]`),
    ).toMatchObject({ pass: false, error: 'access denied' });
  });

  it('take server, port, share and login from a stored connection', async () => {
    const stored = { id: '1', name: 'store', namespace: 'default', type: 'smb', url: 'localhost' };
    const properties = { port: String(server.port), domain: 'FLEET' };
    const connections = { find: async () => ({ ...stored, username: 'monitor', password: 'open%sesame', properties }) };
    const text =
      'folder: [{name: x, path: "smb://localhost/backups", minCount: 2, smbConnection: {connection: "connection://store"}}]';
    expect(await runOne(text, { connections })).toMatchObject({ pass: true, error: '' });
  });

  it('fail when nothing listens', async () => {
    const text = `folder: [{name: x, path: "smb://127.0.0.1:${await closedPort()}/backups", smbConnection: {${login()}}}]`;
    expect(await runOne(text)).toMatchObject({ pass: false, invalid: false, error: 'connection refused' });
  });

  it('end at the time limit when the server never answers', async () => {
    const silent = await listenTcp(() => undefined);
    const text = `folder: [{name: x, path: "smb://127.0.0.1:${silent.port}/backups", smbConnection: {${login()}}}]`;
    expect(await runOne(text, { limits: { timeoutMs: { folder: 400 } } })).toMatchObject({
      pass: false,
      error: 'timed out after 400 ms',
    });
    await expect.poll(() => silent.open()).toBe(0);
    await silent.close();
  });
});

describe('SMB', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('says which program is missing', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    expect(await runOne('folder: [{name: x, path: "smb://localhost/backups"}]')).toMatchObject({
      invalid: true,
      error: 'SMB needs the program smbclient, which is not installed',
    });
  });

  it.each(['smb://server', 'smb:///share'])('is invalid without server or share: %s', async (path) => {
    expect(await runOne(`folder: [{name: x, path: "${path}"}]`)).toMatchObject({
      invalid: true,
      error: 'the path is not smb://server/share/folder',
    });
  });

  it('reads names that look like other columns, and what it cannot read is no entry', () => {
    const text = [
      '  .                                   D        0  Sat Nov 21 08:25:41 2026',
      '  ..                                  D        0  Sat Nov 21 08:25:43 2026',
      '  report A 12                        NR       34  Tue Jan  2 03:04:05 2024',
      '  no date                             N        1  sometime',
      '\t\t1000 blocks of size 1024. 10 blocks available',
    ].join('\n');
    const modified = new Date('2024-01-02T03:04:05Z');
    expect(parseListing(text)).toEqual({
      folder: expect.objectContaining({ name: '.', isDirectory: true, mode: 'drwxrwxrwx' }),
      entries: [{ name: 'report A 12', sizeBytes: 34, mode: '-r--r--r--', modified, isDirectory: false, below: undefined }],
      space: { availableBytes: 10_240, totalBytes: 1_024_000 },
    });
  });
});

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Database } from '@quarterdeck/database';
import { type RunningServer, readConfig, startServer } from '@quarterdeck/server';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../cli.ts';
import type { CommandIo } from '../command.ts';
import { loginCommand } from './login-command.ts';

let db: Database;
let server: RunningServer;
let clock: FakeClock;
let url: string;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('DELETE FROM access_tokens');
  clock = new FakeClock(new Date());
  // Everybody who reaches this server is its administrator, also who approves a program; its tokens count like all others.
  const args = ['--auth', 'none', '--port', '0', '--no-examples', '--roles', 'web', '--log-level', 'silent'];
  const config = readConfig([...args, '--secret-key', 'a key for tests of the account', '--data-dir', '/nonexistent'], {});
  server = await startServer(config, { db, clock });
  url = server.url ?? '';
  folder = await mkdtemp(join(tmpdir(), 'qd-account-'));
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

afterAll(() => db.close());

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

function openIo(stdin = ''): { io: CommandIo; stdout: Text; stderr: Text } {
  const stdout = new Text();
  const stderr = new Text();
  return { io: { stdin: Readable.from([stdin]), stdout, stderr, env: { XDG_CONFIG_HOME: folder } }, stdout, stderr };
}

async function run(argv: readonly string[], stdin?: string): Promise<{ code: number; out: string; err: string }> {
  const { io, stdout, stderr } = openIo(stdin);
  return { code: await runCli(argv, io), out: stdout.text, err: stderr.text };
}

/** Signs in, and does in the browser what `decide` says with the code that is printed, as soon as it is. */
async function login(decide: (code: string) => Promise<unknown>): Promise<{ code: number; out: string }> {
  const { io, stdout } = openIo();
  let isDecided = false;
  const code = await loginCommand([url], io, {
    async sleep(ms) {
      await clock.advance(ms);
      if (isDecided) return;
      isDecided = true;
      await decide(/code=([A-Z-]+)/.exec(stdout.text)?.[1] ?? '');
    },
  });
  return { code, out: stdout.text };
}

function answerInBrowser(code: string, approve: boolean): Promise<Response> {
  const body = JSON.stringify({ user_code: code, approve });
  return fetch(`${url}/api/auth/device/approve`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

const approve = (code: string) => answerInBrowser(code, true);
const file = () => join(folder, 'quarterdeck', 'credentials.json');

async function makeToken(): Promise<string> {
  const body = JSON.stringify({ name: 'made' });
  const answer = await fetch(`${url}/api/auth/create_token`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const made: unknown = await answer.json();
  return typeof made === 'object' && made !== null && 'token' in made ? String(made.token) : '';
}

async function tokenNames(): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM access_tokens ORDER BY name');
  return rows.map(({ name }) => name);
}

describe('quarterdeck login', () => {
  it('prints where to approve it, waits for that, and keeps the token for nobody else to read', async () => {
    const { code, out } = await login(approve);

    expect(code).toBe(0);
    expect(out).toContain(`${url}/device?code=`);
    expect(out).toContain('Admin <admin@local> (admin)');
    expect(out).not.toMatch(/[0-9a-f]{64}/);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await tokenNames()).toEqual([expect.stringMatching(/^cli-/)]);
  });

  it('says so when it is refused, and keeps nothing', async () => {
    await expect(login((code) => answerInBrowser(code, false))).rejects.toThrow(/refused/);
    await expect(stat(file())).rejects.toThrow(/ENOENT/);
  });

  it('gives up when nobody approves it in time', async () => {
    await expect(login(async () => undefined)).rejects.toThrow(/in time/);
  });

  it('takes a token from standard input, and refuses one that does not count', async () => {
    const good = await run(['login', url, '--token'], `${await makeToken()}\n`);
    const bad = await run(['login', url, '--token'], 'nonsense');

    expect(good).toMatchObject({ code: 0, out: expect.stringContaining('Signed in') });
    expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('UNAUTHORIZED') });
    expect((await run(['whoami'])).code).toBe(0);
  });

  it.each([[['login', 'ftp://deck.example.com']], [['login', 'a b']], [['login', 'one', 'two']], [['login', '--tokn']]])(
    'does not understand %j',
    async (argv) => {
      expect((await run(argv)).code).toBe(2);
    },
  );

  it('says when no server answers there', async () => {
    const { code, err } = await run(['login', 'http://127.0.0.1:9']);

    expect(code).toBe(1);
    expect(err).toContain('SERVER_UNREACHABLE');
  });
});

describe('quarterdeck whoami', () => {
  it('shows name, address, roles, server and versions', async () => {
    await login(approve);
    const { code, out } = await run(['whoami']);

    expect(code).toBe(0);
    expect(out).toMatch(
      /^name +Admin\nemail +admin@local\nroles +admin\nserver +http:\/\/127.0.0.1:\d+ \(\S+\)\ncommand +\S+\n$/,
    );
  });

  it('says how to sign in when nobody is, or when the token was revoked', async () => {
    const before = await run(['whoami']);
    await login(approve);
    await db.query('DELETE FROM access_tokens');
    const after = await run(['whoami', url]);

    expect(before).toMatchObject({ code: 1, err: expect.stringContaining('quarterdeck login') });
    expect(after).toMatchObject({ code: 1, err: expect.stringContaining(`quarterdeck login ${url}`) });
  });

  it('names a file of credentials that is broken', async () => {
    await login(approve);
    await writeFile(file(), '{');

    expect(await run(['whoami'])).toMatchObject({ code: 2, err: expect.stringContaining('credentials.json') });
  });
});

describe('quarterdeck logout', () => {
  it('revokes the token on the server and forgets it', async () => {
    await login(approve);
    const { code, out } = await run(['logout']);

    expect([code, out]).toEqual([0, `Signed out of ${url}.\n`]);
    expect(await tokenNames()).toEqual([]);
    expect(await readFile(file(), 'utf8')).not.toMatch(/[0-9a-f]{64}/);
    expect((await run(['logout'])).out).toBe('Not signed in.\n');
  });

  it('only forgets it when asked to', async () => {
    await login(approve);
    await run(['logout', '--keep']);

    expect(await tokenNames()).toHaveLength(1);
    expect((await run(['whoami'])).code).toBe(1);
  });

  it('forgets it also when the server is gone, and says what is left to do', async () => {
    await login(approve);
    await server.stop();
    const { code, err } = await run(['logout']);

    expect(code).toBe(1);
    expect(err).toContain(`${url}/settings/tokens`);
    expect((await run(['logout'])).out).toBe('Not signed in.\n');
  });
});

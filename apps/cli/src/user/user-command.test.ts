import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type RunningServer, readConfig, startServer } from '@quarterdeck/server';
import { addressOfTestDatabase, createTestDatabase, TEST_ENGINE } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../cli.ts';

const ENGINE = TEST_ENGINE === 'postgres' ? 'embedded' : 'pglite';
const PATIENCE_MS = 120_000;
const CREATE = ['create', '--email', 'ada@example.com', '--name', 'Ada Byron', '--role', 'admin'];

let folder: string;
let server: RunningServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-user-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function user(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const [stdout, stderr] = [new Text(), new Text()];
  const code = await runCli(['user', ...args, ...(env.DATABASE_URL === undefined ? inFolder() : [])], {
    stdin: process.stdin,
    stdout,
    stderr,
    env,
  });
  return { code, out: stdout.text, err: stderr.text };
}

function inFolder(): string[] {
  return ['--data-dir', folder, '--engine', ENGINE];
}

async function start(...args: string[]): Promise<string> {
  const config = readConfig(['--port', '0', '--no-examples', '--log-level', 'silent', ...inFolder(), ...args], {});
  server = await startServer(config);
  return server.url ?? '';
}

/** Follows a link as the console does. @returns the status: 422 leads to the settings */
async function follow(link: string, url: string): Promise<number> {
  const { searchParams } = new URL(link);
  const response = await fetch(`${url}/api/.ory/self-service/recovery?flow=${searchParams.get('flow')}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'link', token: searchParams.get('token') }),
  });
  return response.status;
}

function linkIn(text: string): string {
  return /https?:\/\/\S+\/recovery\?flow=\S+&token=\S+/.exec(text)?.[0] ?? '';
}

describe('quarterdeck user', { timeout: PATIENCE_MS }, () => {
  it.each([
    [[], 'what to do is missing'],
    [['remove'], 'there is no "user remove"'],
    [['create', '--email', 'ada@example.com', '--role', 'admin'], '--name is missing'],
    [['create', '--name', 'Ada', '--email', 'ada', '--role', 'admin'], '--email: is no email address'],
    [['create', '--name', 'Ada', '--email', 'a@b.c', '--role', 'root'], '--role'],
    [['reset'], '--email is missing'],
    [['reset', '--email', 'a@b.c', '--role', 'admin'], '--role does not go with user reset'],
    [['list', '--frobnicate'], '--frobnicate'],
  ])('does not understand %j and says why', async (args, text) => {
    const { code, err } = await user(args);

    expect(code).toBe(2);
    expect(err).toContain(text);
  });

  it('leaves accounts alone that others keep', async () => {
    const { code, err } = await user([
      ...CREATE,
      '--auth',
      'kratos',
      '--kratos-public-url',
      'http://k',
      '--kratos-admin-url',
      'http://k',
    ]);

    expect([code, err]).toEqual([2, expect.stringContaining('kept by the outside service')]);
  });

  it('makes accounts before the first start, and the server takes their links', async () => {
    const created = await user([...CREATE, '--port', '8123']);
    const again = await user(CREATE);
    const reset = await user(['reset', '--email', 'ADA@example.com']);
    const listed = await user(['list']);
    const url = await start();

    expect([created.code, again.code, reset.code]).toEqual([0, 1, 0]);
    expect(created.out).toMatch(/ada@example\.com sets a password.*once/);
    expect(new URL(linkIn(created.out)).origin).toBe('http://127.0.0.1:8123');
    expect(again.err).toMatch(/has an account already.*\(ACCOUNT_EXISTS\)\n.*user reset --email ada@example\.com/);
    expect(listed.out).toMatch(/^EMAIL +NAME +ROLES +STATE +LAST SIGN-IN\nada@example\.com +Ada Byron +admin +active +never\n$/);
    expect(await follow(linkIn(created.out), url)).not.toBe(422);
    expect(await follow(linkIn(reset.out), url)).toBe(422);
    expect(await follow(linkIn(reset.out), url)).not.toBe(422);
  });

  it('works beside the server that uses the folder, with links to where that one answers', async () => {
    const url = await start();
    const created = await user(CREATE);
    const reset = await user(['reset', '--email', 'ada@example.com', '--remove-second-factor']);
    const unknown = await user(['reset', '--email', 'nobody@example.com']);
    const listed = await user(['list']);

    expect([created.code, reset.code, unknown.code, listed.code]).toEqual([0, 0, 1, 0]);
    expect(new URL(linkIn(reset.out)).origin).toBe(url);
    expect(unknown.err).toContain('there is no account for nobody@example.com (ACCOUNT_NOT_FOUND)');
    expect(listed.out).toContain('ada@example.com');
    expect(await follow(linkIn(reset.out), url)).toBe(422);
    const { rows } = (await server?.ctx.db.query(`SELECT via, actor, action FROM audit_log ORDER BY at, id`)) ?? { rows: [] };
    expect(rows).toContainEqual({ via: 'system', actor: 'quarterdeck user', action: 'recovery_link' });
  });

  it('is refused by the server when it has another key', async () => {
    await start('--secret-key', 'the key that the server has');
    const without = await user(CREATE);
    const wrong = await user(CREATE, { QUARTERDECK_SECRET_KEY: 'some other key of nobody' });
    const right = await user(CREATE, { QUARTERDECK_SECRET_KEY: 'the key that the server has' });

    expect([without.code, wrong.code, right.code]).toEqual([1, 1, 0]);
    expect(wrong.err).toMatch(/not sealed with the key of this server \(FORBIDDEN\)\n.*QUARTERDECK_SECRET_KEY/);
  });

  it('says so when the folder is in use and nobody tells where', async () => {
    await start();
    await writeFile(join(folder, 'server.json'), '{}');
    const { code, err } = await user(['list']);

    expect([code, err]).toEqual([1, expect.stringContaining('(DATA_FOLDER_LOCKED)')]);
  });

  it('finds the note of the server readable by its owner alone, and gone when it stopped', async () => {
    await start();
    const { mode } = await stat(join(folder, 'server.json'));
    await server?.stop();

    expect(mode & 0o777).toBe(0o600);
    await expect(stat(join(folder, 'server.json'))).rejects.toThrow('ENOENT');
  });

  it.runIf(TEST_ENGINE === 'postgres')('works on the database of an address, without the key of the server', async () => {
    const db = await createTestDatabase();
    const env = { DATABASE_URL: await addressOfTestDatabase(db) };
    const created = await user([...CREATE, '--public-url', 'https://deck.example.com'], env);
    server = await startServer(readConfig(['--port', '0', '--no-examples', '--data-dir', folder, '--log-level', 'silent'], env), {
      db,
    });
    const status = await follow(linkIn(created.out), server.url ?? '');
    await server.stop();
    await db.close();

    expect([created.code, status]).toEqual([0, 422]);
    expect(linkIn(created.out)).toMatch(/^https:\/\/deck\.example\.com\/recovery\?/);
  });
});

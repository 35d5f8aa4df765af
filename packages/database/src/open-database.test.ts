import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_ENGINE } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { migrate, newestSchema } from './migrate.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let db: Database | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-open-'));
});
afterEach(async () => {
  await db?.close();
  db = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function open(engine: 'auto' | 'embedded' | 'pglite'): Promise<Database> {
  db = await openDatabase({ dataDir: folder, engine });
  return db;
}

async function close(): Promise<void> {
  await db?.close();
  db = undefined;
}

async function readEngineFile(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(folder, 'engine.json'), 'utf8'));
}

describe.each([TEST_ENGINE === 'postgres' ? ('embedded' as const) : ('pglite' as const)])('a data folder of %s', (engine) => {
  it('keeps its data, and is opened again by the engine that made it', async () => {
    await migrate(await open(engine));
    await db?.query(`INSERT INTO properties (name, value) VALUES ('kept', 'yes')`);
    await close();

    const again = await open('auto');

    expect(again.engine).toBe(engine);
    expect((await again.query('SELECT value FROM properties')).rows).toEqual([{ value: 'yes' }]);
    expect(await readEngineFile()).toEqual({ engine, version: 18, schema: await newestSchema() });
  });

  it('is refused to a second one while it is open, which leaves the first one working', async () => {
    const first = await open(engine);

    await expect(openDatabase({ dataDir: folder })).rejects.toMatchObject({ code: 'DATA_FOLDER_LOCKED' });
    expect((await first.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is refused by the other engine', async () => {
    await open(engine);
    await close();
    const other = engine === 'embedded' ? 'pglite' : 'embedded';

    await expect(open(other)).rejects.toMatchObject({
      code: 'DATA_FOLDER_ENGINE_MISMATCH',
      hint: expect.stringContaining('--data-dir'),
    });
  });

  it('is refused when a newer version has used it, before the engine starts', async () => {
    await open(engine);
    await close();
    await writeFile(join(folder, 'engine.json'), JSON.stringify({ ...(await readEngineFile()), schema: '9999' }));

    await expect(open('auto')).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' });
  });
});

describe('a data folder', () => {
  it('whose record cannot be read is refused and left as it is', async () => {
    await writeFile(join(folder, 'engine.json'), '{"engine":');

    await expect(open('auto')).rejects.toMatchObject({ code: 'DATA_FOLDER_UNUSABLE' });
    expect(await readFile(join(folder, 'engine.json'), 'utf8')).toBe('{"engine":');
  });

  it('that cannot be made is refused with the reason', async () => {
    await writeFile(join(folder, 'file'), '');

    await expect(openDatabase({ dataDir: join(folder, 'file', 'data') })).rejects.toMatchObject({ code: 'DATA_FOLDER_UNUSABLE' });
  });

  it('may have a longer path than a socket takes', async () => {
    const dataDir = join(folder, 'long'.repeat(25), 'path'.repeat(25));
    db = await openDatabase({ dataDir, engine: 'embedded' });

    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a server behind an address', () => {
  it('that does not answer is reported without its password', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => listener.close(resolve));

    const failure: unknown = await openDatabase({ url: `postgres://deck:hunter2@127.0.0.1:${port}/deck` }).catch(
      (error) => error,
    );

    expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE', hint: expect.stringContaining('DATABASE_URL') });
    expect(String(failure)).not.toContain('hunter2');
  });

  it('is used as it is found', async () => {
    const own = await open('embedded');
    const socketDir = join(folder, 'socket');

    const other = await openDatabase({ url: `postgres://quarterdeck@/quarterdeck?host=${encodeURIComponent(socketDir)}` });
    await migrate(other);

    expect(other.engine).toBe('postgres');
    expect((await own.query(`SELECT name FROM agents`)).rows).toEqual([{ name: 'local' }]);
    await other.close();
  });
});

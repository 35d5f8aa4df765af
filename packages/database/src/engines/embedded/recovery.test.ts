import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../database.ts';
import { isProcessAlive } from '../../folder/process-identity.ts';
import { openDatabase } from '../../open-database.ts';
import { startProgram } from '../../testing/child-program.ts';
import { readPostmasterFile } from './postmaster-file.ts';

const PATIENCE = { timeout: 20_000, interval: 20 };
let folder: string;
let db: Database | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-recovery-'));
});
afterEach(async () => {
  await db?.close();
  db = undefined;
  await rm(folder, { recursive: true, force: true });
});

function postmasterPid(): number {
  const file = readPostmasterFile(join(folder, 'postgres'));
  if (file === undefined) throw new Error('no PostgreSQL runs in the folder');
  return file.pid;
}

/** The shell that stops PostgreSQL when its server is gone. */
function guardOf(postmaster: number): number {
  const found = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .find((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return command[2]?.includes('kill -INT') === true && command[4] === String(postmaster);
      } catch {
        return false;
      }
    });
  if (found === undefined) throw new Error(`nobody guards the PostgreSQL ${postmaster}`);
  return found;
}

async function readNotes(): Promise<unknown[]> {
  db = await openDatabase({ dataDir: folder });
  return (await db.query('SELECT text FROM notes')).rows;
}

const WRITE_NOTE = `CREATE TABLE notes (text text); INSERT INTO notes VALUES ('written before the kill')`;

describe('the built-in PostgreSQL', () => {
  it('stops by itself when its server is killed, and the next start finds what was committed', async () => {
    const server = await startProgram('database-holder.ts', folder, WRITE_NOTE);
    const postmaster = postmasterPid();
    await server.kill();

    await vi.waitFor(() => expect(isProcessAlive(postmaster)).toBe(false), PATIENCE);
    expect(await readNotes()).toEqual([{ text: 'written before the kill' }]);
  });

  it('is stopped by the next start when the guard was killed together with the server', async () => {
    const server = await startProgram('database-holder.ts', folder, WRITE_NOTE);
    const postmaster = postmasterPid();
    process.kill(guardOf(postmaster), 'SIGKILL');
    await server.kill();
    const survived = isProcessAlive(postmaster);

    const notes = await readNotes();

    expect(survived).toBe(true);
    expect(isProcessAlive(postmaster)).toBe(false);
    expect(notes).toEqual([{ text: 'written before the kill' }]);
  });

  it('starts over a file of a PostgreSQL that was killed with the whole machine', async () => {
    const server = await startProgram('database-holder.ts', folder, WRITE_NOTE);
    const postmaster = postmasterPid();
    for (const pid of [guardOf(postmaster), postmaster]) process.kill(pid, 'SIGKILL');
    await server.kill();

    expect(await readNotes()).toEqual([{ text: 'written before the kill' }]);
  });

  it('is started again when it ends under a running server, which reports the gap as DATABASE_UNAVAILABLE', async () => {
    db = await openDatabase({ dataDir: folder, engine: 'embedded' });
    const opened = db;
    await opened.query(WRITE_NOTE);
    process.kill(postmasterPid(), 'SIGQUIT');

    const failures: unknown[] = [];
    const rows = await vi.waitFor(async () => {
      try {
        return (await opened.query('SELECT text FROM notes')).rows;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    }, PATIENCE);

    expect(rows).toEqual([{ text: 'written before the kill' }]);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  it('fails the transaction that is open when it ends, and nothing else', async () => {
    db = await openDatabase({ dataDir: folder, engine: 'embedded' });
    const opened = db;
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);

    const between = opened.transaction(async (tx) => {
      await tx.query('SELECT 1');
      const postmaster = postmasterPid();
      process.kill(postmaster, 'SIGQUIT');
      await vi.waitFor(() => expect(isProcessAlive(postmaster)).toBe(false), PATIENCE);
      await tx.query('SELECT 2');
    });

    await expect(between).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await vi.waitFor(() => opened.query('SELECT 1'), PATIENCE);
    process.off('uncaughtException', note);
    expect(uncaught).toEqual([]);
  });

  it('ends its processes and its socket with the database', async () => {
    db = await openDatabase({ dataDir: folder, engine: 'embedded' });
    const postmaster = postmasterPid();
    const guard = guardOf(postmaster);
    await db.close();

    expect(isProcessAlive(postmaster)).toBe(false);
    expect(isProcessAlive(guard)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['engine.json', 'postgres', 'postgres.log']);
  });

  it('never runs as root', async () => {
    db = await openDatabase({ dataDir: folder, engine: 'embedded' });
    const status = readFileSync(`/proc/${postmasterPid()}/status`, 'utf8');

    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
  });
});

describe.runIf(process.getuid?.() === 0)('a data folder of root behind a closed folder', () => {
  it('keeps its cluster where the unprivileged account gets in, and remembers where', async () => {
    await chmod(folder, 0o700);
    const dataDir = join(folder, 'data');
    db = await openDatabase({ dataDir, engine: 'embedded' });
    await db.query(WRITE_NOTE);
    await db.close();
    const mark: { cluster?: string } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'));

    db = await openDatabase({ dataDir });

    expect((await db.query('SELECT text FROM notes')).rows).toEqual([{ text: 'written before the kill' }]);
    expect(mark.cluster).toMatch(/^\/var\/lib\/quarterdeck\//);
    await db.close();
    await rm(mark.cluster ?? '', { recursive: true });
  });
});

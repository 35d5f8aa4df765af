import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

const ANSWER_WITHIN_MS = 300;

let folder: string;
let engine: Database;
let wire: Server;
let db: Database;
/** What the wire does with answers of the database. */
let answers: 'pass' | 'vanish' | 'break' = 'pass';
const ends = new Set<Socket>();

/** A connection between the pool and its server that loses answers when it is told to. */
function serve(near: Socket): void {
  const far = connect(join(folder, 'socket/.s.PGSQL.5432'));
  for (const end of [near, far]) {
    ends.add(end);
    end.on('error', () => {});
    end.on('close', () => {
      near.destroy();
      far.destroy();
    });
  }
  near.on('data', (chunk: Buffer) => far.write(chunk));
  far.on('data', (chunk: Buffer) => {
    if (answers === 'pass') near.write(chunk);
    if (answers === 'break') near.resetAndDestroy();
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-silent-'));
  engine = await openDatabase({ dataDir: folder, engine: 'embedded' });
  await engine.query('CREATE TABLE notes (text text)');
  wire = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((resolve) => wire.once('listening', resolve));
  const address = wire.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  db = await openDatabase({
    url: `postgres://quarterdeck@127.0.0.1:${port}/quarterdeck`,
    poolSize: 2,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
});
beforeEach(async () => {
  answers = 'pass';
  await engine.query('TRUNCATE notes');
});
afterAll(async () => {
  await db.close();
  for (const end of ends) end.destroy();
  wire.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const writeNote = { text: 'INSERT INTO notes VALUES ($1)', values: ['kept'] };
const notes = async () => (await engine.query('SELECT text FROM notes')).rows;

describe.each(['vanish', 'break'] as const)('when answers %s', (fate) => {
  it('a read rejects as DATABASE_UNAVAILABLE in time', async () => {
    await db.query('SELECT 1');
    answers = fate;

    await expect(db.query('SELECT 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(db.batch([{ text: 'SELECT 1' }], { onlyReads: true })).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  it.each([
    ['a statement', () => db.query(writeNote.text, writeNote.values)],
    ['a batch', () => db.batch([{ text: 'SELECT 1' }, writeNote])],
  ])('the outcome of %s that writes is unknown, though it may have been saved', async (_name, write) => {
    await db.query('SELECT 1');
    answers = fate;

    await expect(write()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', hint: expect.any(String) });
    await expect.poll(notes).toEqual([{ text: 'kept' }]);
  });

  it('a transaction knows that nothing was saved before its commit, and knows nothing after', async () => {
    const failingAt = (moment: 'statement' | 'commit') =>
      db.transaction(async (tx) => {
        if (moment === 'statement') answers = fate;
        await tx.query(writeNote.text, writeNote.values);
        answers = fate;
      });

    await expect(failingAt('statement')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(await notes()).toEqual([]);
    answers = 'pass';
    await expect(failingAt('commit')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect.poll(notes).toEqual([{ text: 'kept' }]);
  });

  it('the next statement after it works', async () => {
    answers = fate;
    await db.query('SELECT 1').catch(() => {});
    answers = 'pass';

    expect((await db.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
  });
});

it('a statement may be given all the time it needs', async () => {
  const slow = db.query('SELECT pg_sleep(0.5)', [], { answerWithinMs: Number.POSITIVE_INFINITY });

  await expect(slow).resolves.toMatchObject({ rowCount: 1 });
});

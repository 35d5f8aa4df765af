import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@quarterdeck/database';
import { type RunningServer, readConfig, startServer } from '@quarterdeck/server';
import { createTestDatabase } from '@quarterdeck/testing';
import {
  CONSOLE_READS,
  CONSOLE_WRITES,
  findFaults,
  findSubjects,
  type Subjects,
  sendCall,
} from '@quarterdeck/testing/console-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDemoData } from './generate.ts';
import { sizeOf } from './sizes.ts';

let db: Database;
let folder: string;
let server: RunningServer;
let subjects: Subjects;
beforeAll(async () => {
  db = await createTestDatabase();
  await generateDemoData(db, { size: sizeOf('small', 50), days: 3, seed: 1, end: new Date() }, () => {});
  subjects = await findSubjects(db);
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-replay-'));
  const flags = ['--port', '0', '--data-dir', folder, '--roles', 'web', '--auth', 'none', '--log-level', 'silent'];
  server = await startServer(readConfig(flags, {}), { db });
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([...CONSOLE_READS, ...CONSOLE_WRITES])('console-calls §$section $title, on demo data', ({ calls }) => {
  it.each(calls)('$name', async (call) => {
    expect(findFaults(call, await sendCall(server.url ?? '', call, subjects))).toEqual([]);
  });
});

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
let server: RunningServer;
let subjects: Subjects;
beforeAll(async () => {
  db = await createTestDatabase();
  await generateDemoData(db, { size: sizeOf('small', 50), days: 3, seed: 1, end: new Date() }, () => {});
  subjects = await findSubjects(db);
  server = await startServer(readConfig(['--port', '0', '--roles', 'web', '--auth', 'none', '--log-level', 'silent'], {}), {
    db,
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await db.close();
});

describe.each([...CONSOLE_READS, ...CONSOLE_WRITES])('console-calls §$section $title, on demo data', ({ calls }) => {
  it.each(calls)('$name', async (call) => {
    expect(findFaults(call, await sendCall(server.url ?? '', call, subjects))).toEqual([]);
  });
});

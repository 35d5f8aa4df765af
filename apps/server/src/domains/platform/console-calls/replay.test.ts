import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCompany } from '@quarterdeck/testing';
import {
  CONSOLE_READS,
  CONSOLE_WRITES,
  findFaults,
  findSubjects,
  type Subjects,
  sendCall,
} from '@quarterdeck/testing/console-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RowApiServer, serveRowApi } from './serve-row-api.ts';

let db: Database;
let server: RowApiServer;
let subjects: Subjects;
beforeAll(async () => {
  db = await createTestDatabase();
  await insertCompany(db);
  subjects = await findSubjects(db);
  server = await serveRowApi(db);
});
afterAll(async () => {
  await server.close();
  await db.close();
});

describe.each(CONSOLE_READS)('console-calls §$section $title', ({ calls }) => {
  it.each(calls)('answers: $name', async (call) => {
    expect(findFaults(call, await sendCall(server.origin, call, subjects))).toEqual([]);
  });
});

describe.each(CONSOLE_WRITES)('console-calls §$section $title', ({ calls }) => {
  it.each(calls)('writes: $name', async (call) => {
    expect(findFaults(call, await sendCall(server.origin, call, subjects))).toEqual([]);
  });
});

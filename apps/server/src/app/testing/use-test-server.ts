import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll } from 'vitest';

export interface TestServerInUse<Server> {
  /** @throws {Error} before `beforeAll` */
  db(): Database;
  /** @throws {Error} before `beforeAll` */
  server(): Server;
}

/** One database, and one server on it, for all tests of the file or of the `describe` that calls this. */
export function useTestServer<Server extends { stop(): Promise<void> }>(
  start: (db: Database) => Promise<Server>,
): TestServerInUse<Server> {
  let db: Database | undefined;
  let server: Server | undefined;
  beforeAll(async () => {
    db = await createTestDatabase();
    server = await start(db);
  });
  afterAll(async () => {
    await server?.stop();
    await db?.close();
  });

  function there<Value>(value: Value | undefined): Value {
    if (value === undefined) throw new Error('database and server are there from beforeAll on');
    return value;
  }
  return { db: () => there(db), server: () => there(server) };
}

import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type IdentityTestServer, type PersonInput, startIdentityTestServer, type TestBrowser } from './identity-test-server.ts';

/** The password of people who sign in with `signIn`, unless they bring one. */
export const PASSWORD = 'correct horse battery';

export interface SignedInPerson {
  readonly id: string;
  readonly email: string;
  readonly browser: TestBrowser;
}

/** A server that the tests of a file share. What they write stays: each brings people of its own and looks only at theirs. */
export interface SharedIdentityServer extends Omit<IdentityTestServer, 'stop'> {
  readonly db: Database;
  /** Somebody new, signed in with a password. */
  signIn(person?: Partial<PersonInput>): Promise<SignedInPerson>;
  /** A further server on the same database with a clock of its own; it stops when the test ends. `args` as of `startIdentityTestServer` */
  startBeside(...args: readonly string[]): Promise<IdentityTestServer>;
}

let addresses = 0;

/** A mail address that no other test of the file has. */
export function newEmail(name = 'person'): string {
  addresses += 1;
  return `${name}${addresses}@example.com`;
}

/**
 * One database and one server for all tests of the file, or of the `describe`, that calls this. Every test begins with nobody blocked for failed
 * attempts.
 * @param args flags of `quarterdeck start`, asked for when the server starts
 */
export function useIdentityServer(args: () => readonly string[] = () => []): SharedIdentityServer {
  let db: Database | undefined;
  let server: IdentityTestServer | undefined;
  beforeAll(async () => {
    db = await createTestDatabase();
    server = await startIdentityTestServer(db, args());
  });
  beforeEach(() => database().query('DELETE FROM sign_in_limits'));
  afterAll(async () => {
    await server?.stop();
    await db?.close();
  });

  function database(): Database {
    if (db === undefined) throw new Error('the database is there from beforeAll on');
    return db;
  }

  function running(): IdentityTestServer {
    if (server === undefined) throw new Error('the server runs from beforeAll on');
    return server;
  }

  return {
    get db() {
      return database();
    },
    get url() {
      return running().url;
    },
    get clock() {
      return running().clock;
    },
    addPerson: (person) => running().addPerson(person),
    mails: (atLeast, recipient) => running().mails(atLeast, recipient),
    openBrowser: () => running().openBrowser(),
    async signIn({ email = newEmail(), password = PASSWORD, ...person } = {}) {
      const id = await running().addPerson({ ...person, email, password });
      const browser = running().openBrowser();
      await browser.signIn(email, password);
      return { id, email, browser };
    },
    async startBeside(...besideArgs) {
      const beside = await startIdentityTestServer(database(), besideArgs);
      onTestFinished(() => beside.stop());
      return beside;
    },
  };
}

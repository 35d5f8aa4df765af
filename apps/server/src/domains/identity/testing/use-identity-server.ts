import type { Database } from '@quarterdeck/database';
import { beforeEach, onTestFinished } from 'vitest';
import { useTestServer } from '../../../app/testing/use-test-server.ts';
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
  const { db, server } = useTestServer((opened) => startIdentityTestServer(opened, args()));
  beforeEach(() => db().query('DELETE FROM sign_in_limits'));
  return {
    get db() {
      return db();
    },
    get url() {
      return server().url;
    },
    get clock() {
      return server().clock;
    },
    addPerson: (person) => server().addPerson(person),
    mails: (atLeast, recipient) => server().mails(atLeast, recipient),
    openBrowser: () => server().openBrowser(),
    async signIn({ email = newEmail(), password = PASSWORD, ...person } = {}) {
      const id = await server().addPerson({ ...person, email, password });
      const browser = server().openBrowser();
      await browser.signIn(email, password);
      return { id, email, browser };
    },
    async startBeside(...besideArgs) {
      const beside = await startIdentityTestServer(db(), besideArgs);
      onTestFinished(() => beside.stop());
      return beside;
    },
  };
}

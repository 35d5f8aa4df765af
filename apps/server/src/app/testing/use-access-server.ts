import type { Database } from '@quarterdeck/database';
import { type AccessTestServer, startAccessTestServer } from './access-test-server.ts';
import { useTestServer } from './use-test-server.ts';

/** A server with sign-in that the tests of a file share. What they write stays: each brings people and rows of its own. */
export interface SharedAccessServer extends Omit<AccessTestServer, 'stop'> {
  readonly db: Database;
}

/**
 * One database and one server for all tests of the file, or of the `describe`, that calls this.
 * @param args flags of `quarterdeck start`
 */
export function useAccessServer(args: readonly string[] = []): SharedAccessServer {
  const { db, server } = useTestServer((opened) => startAccessTestServer(opened, args));
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
    get server() {
      return server().server;
    },
    get routes() {
      return server().routes;
    },
    signIn: (role, name) => server().signIn(role, name),
    send: (path, who, sent) => server().send(path, who, sent),
  };
}

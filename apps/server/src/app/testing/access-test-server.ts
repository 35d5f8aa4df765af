import { createHash, randomBytes } from 'node:crypto';
import type { AGENT_ROLE, Role } from '@quarterdeck/contract/access';
import type { Database } from '@quarterdeck/database';
import { FakeClock } from '@quarterdeck/testing';
import type { GuardedRoute } from '../../http/guard.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { type RunningServer, startServer } from '../start-server.ts';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly personId: string;
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AccessTestServer {
  readonly url: string;
  readonly clock: FakeClock;
  readonly server: RunningServer;
  readonly routes: readonly GuardedRoute[];
  /** A person of a role (or none), signed in with a session. */
  signIn(role?: Role | typeof AGENT_ROLE, name?: string): Promise<SignedIn>;
  /** A request of somebody, or of nobody. */
  send(path: string, who: SignedIn | undefined, sent?: Sent): Promise<{ status: number; headers: Headers; text: string }>;
  stop(): Promise<void>;
}

const SESSION_MS = 24 * 60 * 60 * 1000;

/** A server with sign-in on a free port, and people of all roles without the time that passwords take. */
export async function startAccessTestServer(db: Database, args: readonly string[] = []): Promise<AccessTestServer> {
  const clock = new FakeClock(new Date());
  const config = readConfig(
    [
      '--port',
      '0',
      '--no-examples',
      '--roles',
      'web',
      '--secret-key',
      'a key for tests of access',
      '--data-dir',
      '/nonexistent',
      ...args,
    ],
    {},
  );
  const server = await startServer(config, { db, clock, log: createLog('silent') });
  const url = server.url ?? '';
  let people = 0;
  return {
    url,
    clock,
    server,
    routes: server.routes,
    async signIn(role, name = 'Ada') {
      people += 1;
      const email = `${name.toLowerCase()}-${people}-${randomBytes(3).toString('hex')}@example.com`;
      const identity = await db.query<{ id: string }>('INSERT INTO identities (traits) VALUES ($1) RETURNING id', [
        JSON.stringify({ email, name: { first: name } }),
      ]);
      const personId = identity.rows[0]?.id ?? '';
      if (role !== undefined) await db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2)`, [personId, role]);
      const token = randomBytes(32).toString('base64url');
      const session = await db.query<{ id: string }>(
        'INSERT INTO sessions (identity_id, token_hash, expires_at) VALUES ($1, $2, $3) RETURNING id',
        [personId, createHash('sha256').update(token).digest('base64url'), new Date(clock.now().getTime() + SESSION_MS)],
      );
      return { personId, sessionId: session.rows[0]?.id ?? '', headers: { cookie: `ory_kratos_session=${token}` } };
    },
    async send(path, who, { method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...who?.headers,
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    stop: () => server.stop(),
  };
}

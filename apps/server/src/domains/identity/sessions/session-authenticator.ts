import { AGENT_ROLE, strongestRole } from '@quarterdeck/contract/access';
import type { Database } from '@quarterdeck/database';
import type { FastifyRequest } from 'fastify';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Authenticator, Caller } from '../../../http/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { sessionTokenOf } from './session-cookie.ts';
import { hashToken } from './session-store.ts';
import { createSharedLookup } from './shared-lookup.ts';

interface CallerRow {
  token_hash: string;
  session_id: string;
  person_id: string;
  name: string;
  email: string | null;
  aal: 'aal1' | 'aal2';
  has_second_factor: boolean;
  expires_at: Date;
  last_seen_at: Date;
  roles: string[];
}

const SELECT = `SELECT s.token_hash, s.id AS session_id, p.id AS person_id, p.name, p.email, s.aal, s.expires_at, s.last_seen_at,
    EXISTS (SELECT FROM identity_credentials c WHERE c.identity_id = i.id AND c.type IN ('totp', 'webauthn', 'lookup_secret')) AS has_second_factor,
    ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = p.id::text ORDER BY r.v1) AS roles
  FROM sessions s JOIN identities i ON i.id = s.identity_id JOIN people p ON p.id = i.id
  WHERE s.token_hash = ANY($1::text[]) AND s.revoked_at IS NULL AND i.state = 'active' AND p.deleted_at IS NULL`;
const STATEMENT = 'caller_of_session';
const SEEN_EVERY_MS = 60_000;

/**
 * The caller by the cookie of a session. Session, account and roles are read with every request: what is taken away is gone at once.
 * An account with a second factor counts only once the session proved it.
 */
export function createSessionAuthenticator({ db, clock }: { db: Database; clock: Clock }): Authenticator {
  const find = createSharedLookup(async (hashes) => {
    const { rows } = await db.query<CallerRow>(SELECT, [hashes], { name: STATEMENT });
    return new Map(rows.map((row) => [row.token_hash, row]));
  });
  return {
    async authenticate(request: FastifyRequest): Promise<Caller | undefined> {
      const token = sessionTokenOf(request);
      if (token === undefined) return undefined;
      const row = await find(hashToken(token));
      const now = clock.now();
      if (row === undefined || row.expires_at <= now) throw new AccessRefusal(401, 'Session Expired');
      if (row.has_second_factor && row.aal === 'aal1') throw new AccessRefusal(403, 'The second factor is missing');
      if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
        await db.query('UPDATE sessions SET last_seen_at = $2 WHERE id = $1', [row.session_id, now]);
      }
      return toCaller(row);
    },
  };
}

function toCaller(row: CallerRow): Caller {
  return {
    personId: row.person_id,
    name: row.name,
    email: row.email,
    role: strongestRole(row.roles),
    roles: row.roles,
    isAgent: row.roles.includes(AGENT_ROLE),
    via: 'session',
    sessionId: row.session_id,
    expiresAt: row.expires_at,
  };
}

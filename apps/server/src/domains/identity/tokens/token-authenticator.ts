import { AGENT_ROLE, strongestRole } from '@quarterdeck/contract/access';
import type { Database } from '@quarterdeck/database';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Authenticator } from '../../../http/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createSharedLookup } from '../sessions/shared-lookup.ts';
import { type Authorization, readAuthorization } from './authorization-header.ts';
import { createTokenHashes } from './token-hashes.ts';
import { noteTokenUse } from './token-store.ts';

interface CallerRow {
  value: string;
  token_id: string;
  expires_at: Date | null;
  last_used_at: Date | null;
  person_id: string;
  name: string;
  email: string | null;
  roles: string[];
}

/** Agents have no identity; whoever has one must be allowed to sign in. */
const SELECT = `SELECT t.value, t.id AS token_id, t.expires_at, t.last_used_at, p.id AS person_id, p.name, p.email,
    ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = p.id::text ORDER BY r.v1) AS roles
  FROM access_tokens t JOIN people p ON p.id = t.person_id LEFT JOIN identities i ON i.id = p.id
  WHERE t.value = ANY($1::text[]) AND p.deleted_at IS NULL AND coalesce(i.state, 'active') = 'active'`;
const STATEMENT = 'caller_of_token';
const USED_EVERY_MS = 60_000;
const BASIC_USER = 'token';

/**
 * The caller by an access token: Basic with the user `token`, or Bearer. Token, person and roles are read with every request: a token that is
 * revoked is refused at once. Source: automation-and-access §5.1, §5.9.
 */
export function createTokenAuthenticator({ db, clock }: { db: Database; clock: Clock }): Authenticator {
  const hashes = createTokenHashes({ clock });
  const find = createSharedLookup(async (values) => {
    const { rows } = await db.query<CallerRow>(SELECT, [values], { name: STATEMENT });
    return new Map(rows.map((row) => [row.value, row]));
  });
  return {
    async authenticate(request) {
      const text = tokenOf(readAuthorization(request.headers.authorization ?? ''));
      if (text === undefined) return undefined;
      const token = await hashes.of(text, request.ip);
      const row = await find(token.hash);
      if (row === undefined) throw new AccessRefusal(401, 'Authorization Error');
      token.confirm();
      const now = clock.now();
      if (row.expires_at !== null && row.expires_at <= now) throw new AccessRefusal(401, 'access token has expired');
      const unless = new Date(now.getTime() - USED_EVERY_MS);
      if (row.last_used_at === null || row.last_used_at < unless) {
        await noteTokenUse(db, row.token_id, { at: now, from: request.ip, unless });
      }
      return {
        personId: row.person_id,
        name: row.name,
        email: row.email,
        role: strongestRole(row.roles),
        roles: row.roles,
        isAgent: row.roles.includes(AGENT_ROLE),
        via: 'token',
        tokenId: row.token_id,
        ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
      };
    },
  };
}

/** A bearer text that has the form of a JWT is for another authenticator. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function tokenOf(authorization: Authorization | undefined): string | undefined {
  if (authorization?.scheme === 'basic') return authorization.user === BASIC_USER ? authorization.password : undefined;
  return authorization !== undefined && !JWT.test(authorization.text) ? authorization.text : undefined;
}

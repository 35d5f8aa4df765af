import { createHash, randomBytes } from 'node:crypto';
import { type Aal, type AuthenticationMethod, AuthenticationMethodSchema } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { z } from 'zod';

/** Somebody signed in somewhere. */
export interface SessionRecord {
  readonly id: string;
  readonly identityId: string;
  readonly aal: Aal;
  readonly methods: readonly AuthenticationMethod[];
  readonly authenticatedAt: Date;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

interface SessionRow {
  id: string;
  identity_id: string;
  aal: Aal;
  methods: unknown;
  authenticated_at: Date;
  issued_at: Date;
  expires_at: Date;
  last_seen_at: Date;
  ip_address: string | null;
  user_agent: string | null;
}

export interface SessionInput {
  readonly identityId: string;
  readonly aal: Aal;
  readonly methods: readonly AuthenticationMethod[];
  readonly at: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

const COLUMNS = `id, identity_id, aal, methods, authenticated_at, issued_at, expires_at, last_seen_at, ip_address, user_agent`;
const TOKEN_BYTES = 32;
const USER_AGENT_MOST = 512;

/** What of a token is kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** @returns the session and its token, which is nowhere else */
export async function insertSession(db: Queryable, input: SessionInput): Promise<{ session: SessionRecord; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { rows } = await db.query<SessionRow>(
    `INSERT INTO sessions (identity_id, token_hash, aal, methods, authenticated_at, issued_at, last_seen_at, expires_at, ip_address, user_agent)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [
      input.identityId,
      hashToken(token),
      input.aal,
      JSON.stringify(input.methods),
      input.at,
      input.expiresAt,
      input.ipAddress,
      input.userAgent.slice(0, USER_AGENT_MOST),
    ],
  );
  return { session: toSession(only(rows)), token };
}

/** Gives a session another token (the old one is dead at once) and, when it proved more, its new level and methods. */
export async function rotateSession(
  db: Queryable,
  id: string,
  change: { aal?: Aal; methods?: readonly AuthenticationMethod[]; authenticatedAt?: Date } = {},
): Promise<{ session: SessionRecord; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { rows } = await db.query<SessionRow>(
    `UPDATE sessions SET token_hash = $2, aal = coalesce($3, aal), methods = coalesce($4, methods),
       authenticated_at = coalesce($5, authenticated_at) WHERE id = $1 RETURNING ${COLUMNS}`,
    [
      id,
      hashToken(token),
      change.aal ?? null,
      change.methods === undefined ? null : JSON.stringify(change.methods),
      change.authenticatedAt ?? null,
    ],
  );
  return { session: toSession(only(rows)), token };
}

/** The session of a token that counts now. Whether its account is active is another question. */
export async function findSession(db: Queryable, token: string, now: Date): Promise<SessionRecord | undefined> {
  const { rows } = await db.query<SessionRow>(
    `SELECT ${COLUMNS} FROM sessions WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > $2`,
    [hashToken(token), now],
  );
  return rows[0] && toSession(rows[0]);
}

/** Sessions of an account that count now, newest first. */
export async function listSessions(db: Queryable, identityId: string, now: Date): Promise<SessionRecord[]> {
  const { rows } = await db.query<SessionRow>(
    `SELECT ${COLUMNS} FROM sessions WHERE identity_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY issued_at DESC, id`,
    [identityId, now],
  );
  return rows.map(toSession);
}

/** Ends one session of an account. @returns whether it counted until now */
export async function revokeSession(db: Queryable, identityId: string, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE sessions SET revoked_at = $3 WHERE identity_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > $3',
    [identityId, id, at],
  );
  return rowCount > 0;
}

/** Ends every session of an account, but for one. @returns how many */
export async function revokeSessions(db: Queryable, identityId: string, at: Date, exceptId?: string): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE sessions SET revoked_at = $2
     WHERE identity_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND id IS DISTINCT FROM $3::uuid`,
    [identityId, at, exceptId ?? null],
  );
  return rowCount;
}

function only(rows: readonly SessionRow[]): SessionRow {
  const [row] = rows;
  if (row === undefined) throw new Error('the session is not there any more');
  return row;
}

function toSession(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    identityId: row.identity_id,
    aal: row.aal,
    methods: z.array(AuthenticationMethodSchema).parse(row.methods),
    authenticatedAt: row.authenticated_at,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  };
}

import type { AccessToken } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';

interface TokenRow {
  id: string;
  name: string;
  person_id: string;
  person_name: string;
  email: string | null;
  type: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_used_from: string | null;
}

const SELECT = `SELECT t.id, t.name, t.created_at, t.expires_at, t.last_used_at, t.last_used_from,
    p.id AS person_id, p.name AS person_name, p.email, p.type
  FROM access_tokens t JOIN people p ON p.id = t.person_id`;

/** @param personId whose; undefined for those of everybody. Newest first. */
export async function listTokens(db: Queryable, personId: string | undefined): Promise<AccessToken[]> {
  const { rows } = await db.query<TokenRow>(
    `${SELECT} WHERE $1::uuid IS NULL OR t.person_id = $1::uuid ORDER BY t.created_at DESC, t.id DESC`,
    [personId ?? null],
  );
  return rows.map(toWire);
}

export async function findToken(db: Queryable, id: string): Promise<AccessToken | undefined> {
  const { rows } = await db.query<TokenRow>(`${SELECT} WHERE t.id = $1`, [id]);
  return rows[0] && toWire(rows[0]);
}

/**
 * Keeps the hash of a new token.
 * @returns its id; undefined when the person has a token of that name that still counts. One that expired gives its name free.
 */
export async function insertToken(
  db: Queryable,
  input: { name: string; personId: string; value: string; at: Date; expiresAt: Date | null },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO access_tokens (name, person_id, value, created_at, expires_at) VALUES ($1, $2, $3, $4::timestamptz, $5)
     ON CONFLICT (person_id, name) DO UPDATE
       SET id = excluded.id, value = excluded.value, created_at = excluded.created_at, expires_at = excluded.expires_at,
         last_used_at = NULL, last_used_from = NULL
       WHERE access_tokens.expires_at <= $4::timestamptz
     RETURNING id`,
    [input.name, input.personId, input.value, input.at, input.expiresAt],
  );
  return rows[0]?.id;
}

/** @returns whether there was one */
export async function deleteToken(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM access_tokens WHERE id = $1', [id]);
  return rowCount > 0;
}

/** Removes tokens that expired before a time. @returns how many */
export async function deleteExpiredTokens(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM access_tokens WHERE expires_at < $1', [before]);
  return rowCount;
}

/** Notes the use of a token, unless that was noted after `unless`. */
export async function noteTokenUse(db: Queryable, id: string, use: { at: Date; from: string; unless: Date }): Promise<void> {
  await db.query(
    'UPDATE access_tokens SET last_used_at = $2, last_used_from = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $4)',
    [id, use.at, use.from, use.unless],
  );
}

function toWire(row: TokenRow): AccessToken {
  return {
    id: row.id,
    name: row.name,
    person: { id: row.person_id, name: row.person_name, email: row.email, type: row.type },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_from: row.last_used_from,
  };
}

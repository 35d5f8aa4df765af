import type { Database, Transaction } from '@quarterdeck/database';
import type { ClerkClaims } from './session-claims.ts';

/** Somebody of the organisation, as kept here. */
export interface ClerkPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly roles: readonly string[];
}

const SELECT = `SELECT p.id, p.name, p.email, p.avatar,
    ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = p.id::text ORDER BY r.v1) AS roles
  FROM people p WHERE p.external_id = $1 AND p.deleted_at IS NULL ORDER BY p.created_at LIMIT 1`;
const STATEMENT = 'person_of_clerk';
/** Serializes the first requests of somebody new. */
const LOCK = 7316015;
const ADMINISTRATORS: readonly string[] = ['admin', 'org:admin'];

/**
 * The person that a session is of, with everything as the session says: made when there is none, changed when the claims differ. The role
 * `admin` makes an administrator; with any other role nobody is one, but a viewer at least. Source: automation-and-access §5.1.
 */
export async function followClerk(db: Database, claims: ClerkClaims, now: Date): Promise<ClerkPerson> {
  const { rows } = await db.query<ClerkPerson>(SELECT, [claims.user_id], { name: STATEMENT });
  const [known] = rows;
  if (known !== undefined && isAsClaimed(known, claims)) return known;
  return db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const id = (await findId(tx, claims)) ?? (await insert(tx));
    await tx.query(
      `UPDATE people SET external_id = $2, name = $3, avatar = $4, deleted_at = NULL, last_login = $5,
         email = CASE WHEN EXISTS (SELECT FROM people o WHERE lower(o.email) = lower($6) AND o.id <> $1 AND o.deleted_at IS NULL)
           THEN email ELSE $6 END
       WHERE id = $1`,
      [id, claims.user_id, nameOf(claims), claims.image_url ?? null, now, claims.email],
    );
    await followRole(tx, id, isAdministrator(claims));
    const { rows: changed } = await tx.query<ClerkPerson>(SELECT, [claims.user_id]);
    const [person] = changed;
    if (person === undefined) throw new Error('who signed in with Clerk is not there');
    return person;
  });
}

/** By the id at Clerk, also of somebody who was deleted; else a person with the address who is of no agent. */
async function findId(tx: Transaction, claims: ClerkClaims): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM people WHERE external_id = $1 OR (lower(email) = lower($2) AND deleted_at IS NULL AND type IS DISTINCT FROM 'agent')
     ORDER BY external_id IS NOT DISTINCT FROM $1 DESC, deleted_at IS NULL DESC, created_at LIMIT 1`,
    [claims.user_id, claims.email],
  );
  return rows[0]?.id;
}

async function insert(tx: Transaction): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(`INSERT INTO people (name) VALUES ('') RETURNING id`);
  return rows[0]?.id ?? '';
}

async function followRole(tx: Transaction, id: string, isAdmin: boolean): Promise<void> {
  if (!isAdmin) await tx.query(`DELETE FROM casbin_rule WHERE ptype = 'g' AND v0 = $1 AND v1 = 'admin'`, [id]);
  await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2) ON CONFLICT DO NOTHING`, [
    id,
    isAdmin ? 'admin' : 'viewer',
  ]);
}

function isAsClaimed({ name, email, avatar, roles }: ClerkPerson, claims: ClerkClaims): boolean {
  return (
    name === nameOf(claims) &&
    email?.toLowerCase() === claims.email.toLowerCase() &&
    avatar === (claims.image_url ?? null) &&
    (isAdministrator(claims) ? roles.includes('admin') : roles.includes('viewer') && !roles.includes('admin'))
  );
}

function isAdministrator({ role }: ClerkClaims): boolean {
  return role !== undefined && role !== null && ADMINISTRATORS.includes(role);
}

function nameOf({ name, email }: ClerkClaims): string {
  return name.trim() === '' ? email : name.trim();
}

import type { Database, Queryable } from '@quarterdeck/database';
import { insertAccount } from './account-store.ts';

const TRAITS = { email: 'admin@local', name: { first: 'Admin' } };
/** Serializes starts of several servers on one database. */
const LOCK = 7316013;

export interface Administrator {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Made just now. */
  readonly isNew: boolean;
}

const OLDEST = `SELECT p.id, p.name, p.email FROM people p JOIN casbin_rule r ON r.ptype = 'g' AND r.v0 = p.id::text AND r.v1 = 'admin'
  JOIN identities i ON i.id = p.id WHERE p.deleted_at IS NULL ORDER BY i.created_at, p.id LIMIT 1`;

/** The oldest administrator; a database without any gets one. Source: architecture §9, automation-and-access §5.1. */
export function firstAdministrator(db: Database): Promise<Administrator> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const found = await findOldest(tx);
    if (found !== undefined) return { ...found, isNew: false };
    const { id } = await insertAccount(tx, { traits: TRAITS });
    await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'admin')`, [id]);
    return { id, name: TRAITS.name.first, email: TRAITS.email, isNew: true };
  });
}

async function findOldest(tx: Queryable): Promise<{ id: string; name: string; email: string | null } | undefined> {
  const { rows } = await tx.query<{ id: string; name: string; email: string | null }>(OLDEST);
  return rows[0];
}

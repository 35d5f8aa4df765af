import { QuarterdeckError } from '@quarterdeck/contract';
import type { Queryable } from '@quarterdeck/database';

const LOCK = 7316014;

/** Lets one transaction at a time change who is administrator: two that leave one each would leave none together. */
export async function lockAdministrators(tx: Queryable): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

/** Whether somebody besides this person is administrator and may sign in. */
export async function hasOtherAdministrator(tx: Queryable, personId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM casbin_rule r JOIN people p ON p.id::text = r.v0 LEFT JOIN identities i ON i.id = p.id
     WHERE r.ptype = 'g' AND r.v1 = 'admin' AND r.v0 <> $1 AND p.deleted_at IS NULL AND coalesce(i.state, 'active') = 'active' LIMIT 1`,
    [personId],
  );
  return rows.length > 0;
}

/**
 * For changes after which the person is no administrator any more.
 * @throws {QuarterdeckError} CONFLICT when nobody would be left
 */
export async function refuseLastAdministrator(tx: Queryable, personId: string): Promise<void> {
  await lockAdministrators(tx);
  const { rows } = await tx.query(
    `SELECT FROM casbin_rule r JOIN identities i ON i.id::text = r.v0
     WHERE r.ptype = 'g' AND r.v1 = 'admin' AND r.v0 = $1 AND i.state = 'active'`,
    [personId],
  );
  if (rows.length === 0 || (await hasOtherAdministrator(tx, personId))) return;
  throw new QuarterdeckError('CONFLICT', 'this is the last active administrator', {
    hint: 'Make somebody else administrator first.',
  });
}

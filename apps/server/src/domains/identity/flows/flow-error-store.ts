import type { FlowError } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { hashCsrfSecret } from './csrf.ts';
import { isUuid } from './flow-store.ts';
import type { IdentityError } from './identity-error.ts';

/** A failure that a browser is sent to a page for. */
export interface FlowErrorRecord {
  readonly wire: FlowError;
  /** Hash of the anti-forgery cookie of the browser it happened to; null when that had none. */
  readonly csrfHash: string | null;
  readonly createdAt: Date;
}

/** @returns the id by which its page asks for it */
export async function keepFlowError(
  db: Queryable,
  error: IdentityError,
  csrfSecret: string | undefined,
  at: Date,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    'INSERT INTO flow_errors (error, csrf_hash, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING id',
    [JSON.stringify(error.toBody().error), csrfSecret === undefined ? null : hashCsrfSecret(csrfSecret), at],
  );
  return rows[0]?.id ?? '';
}

export async function findFlowError(db: Queryable, id: string): Promise<FlowErrorRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await db.query<{
    id: string;
    error: Record<string, unknown>;
    csrf_hash: string | null;
    created_at: Date;
    updated_at: Date;
  }>('SELECT id, error, csrf_hash, created_at, updated_at FROM flow_errors WHERE id = $1', [id]);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    wire: { id: row.id, error: row.error, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
    csrfHash: row.csrf_hash,
    createdAt: row.created_at,
  };
}

import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { MAILED_CODE_DIGITS } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** A code is typed in, a link is opened. */
export type ProofKind = 'code' | 'link';

export interface ProofInput {
  readonly flowId: string;
  readonly identityId: string;
  /** Where it is sent to. */
  readonly address: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Whose code it was, and the address that it was sent to. */
export interface Proof {
  readonly identityId: string;
  readonly address: string;
}

const TOKEN_BYTES = 32;

/** Gives out a code for a flow. Its hash is sealed besides, because so few digits are found from a hash alone. */
export async function issueCode(tx: Queryable, secrets: SecretBox, input: ProofInput): Promise<string> {
  const code = String(randomInt(10 ** MAILED_CODE_DIGITS)).padStart(MAILED_CODE_DIGITS, '0');
  await insert(tx, 'code', secrets.seal(hashOf(input.flowId, code)), input);
  return code;
}

/** Gives out the token of a link for a flow. */
export async function issueLinkToken(tx: Queryable, input: ProofInput): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await insert(tx, 'link', hashOf(input.flowId, token), input);
  return token;
}

/** Uses up a code or token of a flow, and with it all others of the flow. @returns undefined when it is wrong, too old or was used before */
export async function redeem(
  tx: Queryable,
  secrets: SecretBox,
  given: { readonly flowId: string; readonly kind: ProofKind; readonly secret: string; readonly now: Date },
): Promise<Proof | undefined> {
  const { rows } = await tx.query<{ id: string; identity_id: string; address: string; code_hash: string }>(
    `SELECT id, identity_id, address, code_hash FROM identity_codes
     WHERE flow_id = $1 AND kind = $2 AND used_at IS NULL AND expires_at > $3`,
    [given.flowId, given.kind, given.now],
  );
  const hash = hashOf(given.flowId, given.secret);
  const right = rows.find(({ code_hash }) => isSame(secrets.open(code_hash), hash));
  if (right === undefined) return undefined;
  const { rowCount } = await tx.query('UPDATE identity_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL', [
    right.id,
    given.now,
  ]);
  if (rowCount === 0) return undefined;
  await tx.query('UPDATE identity_codes SET used_at = $2 WHERE flow_id = $1 AND used_at IS NULL', [given.flowId, given.now]);
  return { identityId: right.identity_id, address: right.address };
}

/** Makes the codes and links of one flow worthless. */
export async function dropCodesOfFlow(tx: Queryable, flowId: string): Promise<void> {
  await tx.query('DELETE FROM identity_codes WHERE flow_id = $1 AND used_at IS NULL', [flowId]);
}

/** Makes all codes and links of an account worthless. */
export async function dropCodesOfAccount(tx: Queryable, identityId: string): Promise<void> {
  await tx.query('DELETE FROM identity_codes WHERE identity_id = $1 AND used_at IS NULL', [identityId]);
}

/**
 * Counts a code that was entered into a flow, before it is compared, so that many at once cannot slip through.
 * @returns which one it is, from 1
 */
export async function countAttempt(db: Queryable, flowId: string): Promise<number> {
  const { rows } = await db.query<{ attempts: number }>(
    'UPDATE self_service_flows SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts',
    [flowId],
  );
  return rows[0]?.attempts ?? Number.POSITIVE_INFINITY;
}

async function insert(tx: Queryable, kind: ProofKind, hash: string, input: ProofInput): Promise<void> {
  await tx.query(
    `INSERT INTO identity_codes (flow_id, identity_id, kind, address, code_hash, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [input.flowId, input.identityId, kind, input.address, hash, input.expiresAt, input.at],
  );
}

function hashOf(flowId: string, secret: string): string {
  return createHash('sha256').update(`${flowId}:${secret}`).digest('base64url');
}

function isSame(stored: string, given: string): boolean {
  const left = Buffer.from(stored);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}

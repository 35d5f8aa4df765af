import { type Identity, type Traits, TraitsSchema } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';

/** An account that can sign in. It has the id of its person. */
export interface Account {
  readonly id: string;
  readonly state: 'active' | 'inactive';
  readonly stateChangedAt: Date;
  readonly traits: Traits;
  readonly addresses: readonly Address[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface Address {
  readonly id: string;
  readonly value: string;
  readonly verifiedAt: Date | null;
}

interface AccountRow {
  id: string;
  state: Account['state'];
  state_changed_at: Date;
  traits: unknown;
  addresses: { id: string; value: string; verified_at: string | null }[];
  created_at: Date;
  updated_at: Date;
}

const SELECT = `SELECT i.id, i.state, i.state_changed_at, i.traits, i.created_at, i.updated_at,
  coalesce((SELECT json_agg(json_build_object('id', a.id, 'value', a.value, 'verified_at', a.verified_at) ORDER BY a.value)
    FROM identity_addresses a WHERE a.identity_id = i.id), '[]') AS addresses
  FROM identities i`;

/** How an address is compared and stored. */
export function normalAddress(address: string): string {
  return address.trim().toLowerCase();
}

export async function findAccount(db: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await db.query<AccountRow>(`${SELECT} WHERE i.id = $1`, [id]);
  return rows[0] && toAccount(rows[0]);
}

/** Makes other changes of the account, and uses of what can be used once, wait for the end of the transaction. */
export async function lockAccount(tx: Queryable, id: string): Promise<void> {
  await tx.query('SELECT FROM identities WHERE id = $1 FOR NO KEY UPDATE', [id]);
}

/** By the mail address of its traits. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  // The database has no text with it, and refuses to look for one.
  if (email.includes('\0')) return undefined;
  const { rows } = await db.query<AccountRow>(`${SELECT} WHERE lower(i.traits ->> 'email') = $1`, [normalAddress(email)]);
  return rows[0] && toAccount(rows[0]);
}

export async function listAccounts(db: Queryable): Promise<Account[]> {
  const { rows } = await db.query<AccountRow>(`${SELECT} ORDER BY i.created_at, i.id`);
  return rows.map(toAccount);
}

/**
 * Makes the account, its person (by trigger) and its address. Run it in a transaction with what else belongs to the account.
 * @throws the database's unique violation (23505) when the address is taken
 */
export async function insertAccount(tx: Queryable, input: { traits: Traits; verifiedAt?: Date }): Promise<Account> {
  const { rows } = await tx.query<{ id: string }>('INSERT INTO identities (traits) VALUES ($1) RETURNING id', [
    JSON.stringify(input.traits),
  ]);
  const id = rows[0]?.id ?? '';
  await followAddress(tx, id, input.traits.email, input.verifiedAt ?? null);
  const account = await findAccount(tx, id);
  if (account === undefined) throw new Error('the account that was just made is not there');
  return account;
}

/** Writes the traits; an address that changed has to be verified again. @throws 23505 when the address is taken */
export async function updateTraits(tx: Queryable, id: string, traits: Traits): Promise<void> {
  await tx.query('UPDATE identities SET traits = $2, updated_at = now() WHERE id = $1', [id, JSON.stringify(traits)]);
  await tx.query('DELETE FROM identity_addresses WHERE identity_id = $1 AND value <> $2', [id, normalAddress(traits.email)]);
  await followAddress(tx, id, traits.email, null);
}

export async function setState(db: Queryable, id: string, state: Account['state'], at: Date): Promise<void> {
  await db.query('UPDATE identities SET state = $2, state_changed_at = $3, updated_at = $3 WHERE id = $1 AND state <> $2', [
    id,
    state,
    at,
  ]);
}

export async function markVerified(db: Queryable, id: string, address: string, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO identity_addresses (identity_id, value, verified_at) VALUES ($1, $2, $3)
     ON CONFLICT (identity_id, value) DO UPDATE SET verified_at = coalesce(identity_addresses.verified_at, excluded.verified_at)`,
    [id, normalAddress(address), at],
  );
}

/** Takes the account away; its person stays, marked as deleted, without roles and tokens (by trigger). @returns whether there was one */
export async function deleteAccount(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM identities WHERE id = $1', [id]);
  return rowCount > 0;
}

async function followAddress(tx: Queryable, id: string, email: string, verifiedAt: Date | null): Promise<void> {
  await tx.query(
    'INSERT INTO identity_addresses (identity_id, value, verified_at) VALUES ($1, $2, $3) ON CONFLICT (identity_id, value) DO NOTHING',
    [id, normalAddress(email), verifiedAt],
  );
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    state: row.state,
    stateChangedAt: row.state_changed_at,
    traits: TraitsSchema.parse(row.traits),
    addresses: row.addresses.map(({ id, value, verified_at }) => ({
      id,
      value,
      verifiedAt: verified_at === null ? null : new Date(verified_at),
    })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The account as the wire has it. @param base public address of the identity service */
export function toIdentity(account: Account, base: string): Identity {
  return {
    id: account.id,
    schema_id: 'default',
    schema_url: `${base}/schemas/ZGVmYXVsdA`,
    state: account.state,
    state_changed_at: account.stateChangedAt.toISOString(),
    traits: account.traits,
    verifiable_addresses: account.addresses.map(({ id, value, verifiedAt }) => ({
      id,
      value,
      via: 'email',
      verified: verifiedAt !== null,
      status: verifiedAt === null ? 'pending' : 'completed',
      ...(verifiedAt === null ? {} : { verified_at: verifiedAt.toISOString() }),
    })),
    recovery_addresses: account.addresses.map(({ id, value }) => ({ id, value, via: 'email' })),
    metadata_public: null,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

import type { Aal } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import type { z } from 'zod';
import type { SecretBox } from '../../../platform/secret-box.ts';

export type CredentialType = 'password' | 'oidc' | 'totp' | 'webauthn' | 'passkey' | 'lookup_secret';

/** Types that prove a second factor. */
const SECOND_FACTORS: readonly CredentialType[] = ['totp', 'webauthn', 'lookup_secret'];

/** What identities sign in with, sealed at rest. Each type has its own shape, which its method parses. */
export interface CredentialStore {
  /** undefined when the identity has none of the type. */
  read<Shape extends z.ZodType>(
    db: Queryable,
    identityId: string,
    type: CredentialType,
    shape: Shape,
  ): Promise<z.output<Shape> | undefined>;
  /** Replaces what was there. @param identifiers by which the credential is found again (provider and subject, ids of keys) */
  write(tx: Queryable, identityId: string, type: CredentialType, config: unknown, identifiers?: readonly string[]): Promise<void>;
  remove(tx: Queryable, identityId: string, type: CredentialType): Promise<void>;
  /** The identity that a credential's identifier belongs to. */
  findOwner(db: Queryable, type: CredentialType, identifier: string): Promise<string | undefined>;
  types(db: Queryable, identityId: string): Promise<CredentialType[]>;
}

export function createCredentialStore(secrets: SecretBox): CredentialStore {
  return {
    async read(db, identityId, type, shape) {
      const { rows } = await db.query<{ config: string }>(
        'SELECT config FROM identity_credentials WHERE identity_id = $1 AND type = $2',
        [identityId, type],
      );
      return rows[0] === undefined ? undefined : shape.parse(JSON.parse(secrets.open(rows[0].config)));
    },
    async write(tx, identityId, type, config, identifiers = []) {
      const { rows } = await tx.query<{ id: string }>(
        `INSERT INTO identity_credentials (identity_id, type, config) VALUES ($1, $2, $3)
         ON CONFLICT (identity_id, type) DO UPDATE SET config = excluded.config, updated_at = now() RETURNING id`,
        [identityId, type, secrets.seal(JSON.stringify(config))],
      );
      const id = rows[0]?.id;
      await tx.query('DELETE FROM identity_credential_identifiers WHERE credential_id = $1', [id]);
      if (identifiers.length === 0) return;
      await tx.query(
        'INSERT INTO identity_credential_identifiers (type, identifier, credential_id) SELECT $1, unnest($2::text[]), $3',
        [type, identifiers, id],
      );
    },
    async remove(tx, identityId, type) {
      await tx.query('DELETE FROM identity_credentials WHERE identity_id = $1 AND type = $2', [identityId, type]);
    },
    async findOwner(db, type, identifier) {
      const { rows } = await db.query<{ identity_id: string }>(
        `SELECT c.identity_id FROM identity_credential_identifiers i JOIN identity_credentials c ON c.id = i.credential_id
         WHERE i.type = $1 AND i.identifier = $2`,
        [type, identifier],
      );
      return rows[0]?.identity_id;
    },
    async types(db, identityId) {
      const { rows } = await db.query<{ type: CredentialType }>('SELECT type FROM identity_credentials WHERE identity_id = $1', [
        identityId,
      ]);
      return rows.map(({ type }) => type);
    },
  };
}

/** Types that one signs in with at first. */
const FIRST_FACTORS: readonly CredentialType[] = ['password', 'oidc', 'passkey'];

/** Whether an identity with these credentials can still sign in once it has none of one type. */
export function canSignInWithout(types: readonly CredentialType[], removed: CredentialType): boolean {
  return types.some((type) => type !== removed && FIRST_FACTORS.includes(type));
}

/** The level that an identity with these credentials has to reach. */
export function availableAal(types: readonly CredentialType[]): Aal {
  return types.some((type) => SECOND_FACTORS.includes(type)) ? 'aal2' : 'aal1';
}

import type { Queryable } from '@quarterdeck/database';
import { z } from 'zod';
import type { CredentialStore } from '../../accounts/credential-store.ts';

export const KEYS_MOST = 20;

const KeySchema = z.object({
  /** Base64url, as browsers name it. */
  id: z.string(),
  /** COSE key, base64url. */
  public_key: z.string(),
  /** How often the key says it was used; keys that are synchronized stay at 0. */
  counter: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  added_at: z.iso.datetime(),
});
export type Key = z.infer<typeof KeySchema>;

/** What is kept of security keys, and the same of passkeys. */
export const KeysSchema = z.object({
  /** By which authenticators tell accounts apart; random, base64url. */
  user_handle: z.string(),
  keys: z.array(KeySchema),
});
export type Keys = z.infer<typeof KeysSchema>;

/** Security keys are a second factor, passkeys a first one. */
export type KeyKind = 'webauthn' | 'passkey';

export function readKeys(store: CredentialStore, db: Queryable, identityId: string, kind: KeyKind): Promise<Keys | undefined> {
  return store.read(db, identityId, kind, KeysSchema);
}

/** Keeps the keys, found again by their ids; without any, nothing is kept. */
export async function writeKeys(
  store: CredentialStore,
  tx: Queryable,
  identityId: string,
  kind: KeyKind,
  keys: Keys,
): Promise<void> {
  if (keys.keys.length === 0) return store.remove(tx, identityId, kind);
  const ids = keys.keys.map(({ id }) => id);
  return store.write(tx, identityId, kind, keys, ids);
}

/** The id of a key as forms name it when they remove it. */
export function hexId({ id }: Pick<Key, 'id'>): string {
  return Buffer.from(id, 'base64url').toString('hex');
}

import type { Transaction } from '@quarterdeck/database';
import type { CredentialStore } from '../../accounts/credential-store.ts';
import { PROBLEMS } from '../../flows/messages.ts';
import type { Refused } from '../method.ts';
import { KEYS_MOST, type Key, type KeyKind, readKeys, writeKeys } from './key-credential.ts';

/** Adds a key to those of the account. @param userHandle that the key was made with */
export async function saveNewKey(
  store: CredentialStore,
  tx: Transaction,
  identityId: string,
  kind: KeyKind,
  userHandle: string,
  key: Key,
): Promise<Refused | undefined> {
  const stored = await readKeys(store, tx, identityId, kind);
  // Another form gave the account its handle meanwhile: this key would be one of nobody.
  if (stored !== undefined && stored.user_handle !== userHandle) return { kind: 'refused', messages: [PROBLEMS.keyNotAdded] };
  const keys = stored?.keys ?? [];
  if (keys.length >= KEYS_MOST) return { kind: 'refused', messages: [PROBLEMS.tooManyKeys(KEYS_MOST)] };
  await writeKeys(store, tx, identityId, kind, { user_handle: userHandle, keys: [...keys, key] });
  return undefined;
}

import type { Transaction } from '@quarterdeck/database';
import { type CredentialStore, canSignInWithout } from '../../accounts/credential-store.ts';
import { PROBLEMS } from '../../flows/messages.ts';
import type { Refused } from '../method.ts';
import { hexId, type KeyKind, readKeys, writeKeys } from './key-credential.ts';

/** Removes a key, unless it is the last way to sign in. @param hex id of the key as the button has it */
export async function removeKey(
  store: CredentialStore,
  tx: Transaction,
  identityId: string,
  kind: KeyKind,
  hex: string,
): Promise<Refused | undefined> {
  const stored = await readKeys(store, tx, identityId, kind);
  const left = stored?.keys.filter((key) => hexId(key) !== hex) ?? [];
  if (stored === undefined || left.length === stored.keys.length) return { kind: 'refused', messages: [PROBLEMS.unknownKey] };
  const isLastPasskey = kind === 'passkey' && left.length === 0;
  if (isLastPasskey && !canSignInWithout(await store.types(tx, identityId), kind)) {
    return { kind: 'refused', messages: [PROBLEMS.lastWayToSignIn] };
  }
  await writeKeys(store, tx, identityId, kind, { ...stored, keys: left });
  return undefined;
}

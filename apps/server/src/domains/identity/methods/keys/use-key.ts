import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { AssertionAnswer } from './browser-answers.ts';
import type { Key, KeyKind, Keys } from './key-credential.ts';
import type { RelyingParty } from './relying-party.ts';

/** What the browser is asked to sign. @param keys those that may; with none, the person chooses among the passkeys of this server */
export function askForKey(kind: KeyKind, rp: RelyingParty, keys: readonly Key[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: kind === 'passkey' ? 'required' : 'discouraged',
    ...(keys.length === 0 ? {} : { allowCredentials: keys.map(({ id, transports }) => ({ id, transports })) }),
  });
}

/**
 * The keys after one of them was used, with its new count; undefined when the signature is not one of theirs over the challenge. A count that
 * does not grow is one of a copied key. Passkeys have to say that they verified the person.
 */
export async function useKey(
  kind: KeyKind,
  rp: RelyingParty,
  challenge: string,
  stored: Keys,
  answer: AssertionAnswer,
): Promise<Keys | undefined> {
  const key = stored.keys.find(({ id }) => id === answer.id);
  const { userHandle } = answer.response;
  if (key === undefined || (userHandle !== undefined && userHandle !== stored.user_handle)) return undefined;
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      counter: key.counter,
      transports: key.transports,
    },
    requireUserVerification: kind === 'passkey',
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { newCounter } = verified.authenticationInfo;
  return { ...stored, keys: stored.keys.map((one) => (one === key ? { ...key, counter: newCounter } : one)) };
}

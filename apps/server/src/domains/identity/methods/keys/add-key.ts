import { randomBytes } from 'node:crypto';
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Account } from '../../accounts/account-store.ts';
import { RegistrationAnswerSchema, readAnswer } from './browser-answers.ts';
import type { Key, KeyKind, Keys } from './key-credential.ts';
import type { RelyingParty } from './relying-party.ts';

/** What a flow remembers while a key is being added. */
export const PendingKeySchema = z.object({ challenge: z.string(), user_handle: z.string() });
export type PendingKey = z.infer<typeof PendingKeySchema>;

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators in use can do. */
const ALGORITHMS = [-8, -7, -257];
const USER_HANDLE_BYTES = 32;
const RELYING_PARTY_NAME = 'Quarterdeck';

/** What the browser is asked for. A device may be both a security key and a passkey, but neither twice. */
export async function askForNewKey(
  kind: KeyKind,
  rp: RelyingParty,
  account: Account,
  present: Keys | undefined,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; pending: PendingKey }> {
  const handle = present?.user_handle ?? randomBytes(USER_HANDLE_BYTES).toString('base64url');
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: rp.id,
    userName: account.traits.email,
    userDisplayName: [account.traits.name?.first, account.traits.name?.last].filter(Boolean).join(' ') || account.traits.email,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (present?.keys ?? []).map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection:
      kind === 'passkey'
        ? { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
        : { residentKey: 'discouraged', requireResidentKey: false, userVerification: 'discouraged' },
  });
  return { options, pending: { challenge: options.challenge, user_handle: handle } };
}

/** The key that the browser made, or undefined when its answer is not one to what was asked. */
export async function readNewKey(
  kind: KeyKind,
  rp: RelyingParty,
  pending: PendingKey,
  entered: string,
  about: { readonly name: string; readonly addedAt: Date },
): Promise<Key | undefined> {
  const answer = readAnswer(entered, RegistrationAnswerSchema);
  if (answer === undefined) return undefined;
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: pending.challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: kind === 'passkey',
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (verified?.registrationInfo === undefined) return undefined;
  const { credential } = verified.registrationInfo;
  return {
    id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: answer.response.transports ?? [],
    name: about.name,
    added_at: about.addedAt.toISOString(),
  };
}

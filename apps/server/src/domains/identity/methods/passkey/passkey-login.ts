import { z } from 'zod';
import { findAccount, lockAccount } from '../../accounts/account-store.ts';
import { textOf } from '../../flows/flow-request.ts';
import { LOGIN, PROBLEMS } from '../../flows/messages.ts';
import { hiddenNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { AssertionAnswerSchema, readAnswer } from '../keys/browser-answers.ts';
import { readKeys, writeKeys } from '../keys/key-credential.ts';
import { keyButton } from '../keys/key-nodes.ts';
import { keyScriptNode } from '../keys/key-script.ts';
import { relyingPartyOf } from '../keys/relying-party.ts';
import { askForKey, useKey } from '../keys/use-key.ts';
import type { LoginMethod } from '../method.ts';

const ChallengeSchema = z.object({ challenge: z.string() });

/**
 * A passkey in place of email and password: the browser offers those of this server, and the key says whose it is. It is a first factor, as in the
 * ecosystem: an account with a second one is asked for that too. Nothing can be guessed here, so attempts are not counted.
 */
export function createPasskeyLogin({ db, credentials }: Pick<IdentityContext, 'db' | 'credentials'>): LoginMethod {
  return {
    name: 'passkey',
    claims: (body) => textOf(body, 'passkey_login') !== '',
    async offer({ flow, request, account }) {
      const rp = relyingPartyOf(request.origin);
      if (flow.requestedAal === 'aal2' || flow.type === 'api' || rp === undefined) return undefined;
      const own = account === undefined ? undefined : await readKeys(credentials, db, account.id, 'passkey');
      if (account !== undefined && own === undefined) return undefined;
      const options = await askForKey('passkey', rp, own?.keys ?? []);
      return {
        internal: { challenge: options.challenge },
        nodes: [
          hiddenNode('passkey', 'passkey_challenge', JSON.stringify({ publicKey: options })),
          hiddenNode('passkey', 'passkey_login', ''),
          keyButton('passkey', 'passkey_login_trigger', 'oryPasskeyLogin', LOGIN.usePasskey),
          keyScriptNode(request.origin),
        ],
      };
    },
    async submit({ flow, request, account }, body) {
      const unknown = { kind: 'refused', messages: [PROBLEMS.unknownKey] } as const;
      const rp = relyingPartyOf(request.origin);
      const pending = ChallengeSchema.safeParse(flow.internal.passkey);
      const answer = readAnswer(textOf(body, 'passkey_login'), AssertionAnswerSchema);
      if (rp === undefined || !pending.success || answer === undefined) return unknown;
      return db.transaction(async (tx) => {
        const owner = await credentials.findOwner(tx, 'passkey', answer.id);
        if (owner === undefined || (account !== undefined && account.id !== owner)) return unknown;
        await lockAccount(tx, owner);
        const found = await findAccount(tx, owner);
        const stored = await readKeys(credentials, tx, owner, 'passkey');
        const used = stored && (await useKey('passkey', rp, pending.data.challenge, stored, answer));
        if (used === undefined || found?.state !== 'active') return unknown;
        await writeKeys(credentials, tx, owner, 'passkey', used);
        return { kind: 'passed', identityId: owner, method: 'passkey', aal: 'aal1' } as const;
      });
    },
  };
}

import { z } from 'zod';
import { textOf } from '../../flows/flow-request.ts';
import { LOGIN, PROBLEMS } from '../../flows/messages.ts';
import { hiddenNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { AssertionAnswerSchema, readAnswer } from '../keys/browser-answers.ts';
import { readKeys, writeKeys } from '../keys/key-credential.ts';
import { keyButton, keysNeedNameNode } from '../keys/key-nodes.ts';
import { keyScriptNode } from '../keys/key-script.ts';
import { relyingPartyOf } from '../keys/relying-party.ts';
import { askForKey, useKey } from '../keys/use-key.ts';
import type { LoginMethod } from '../method.ts';
import { judgeSecondFactor } from '../second-factor.ts';

const ChallengeSchema = z.object({ challenge: z.string() });

/** A security key as second factor. Source: automation-and-access §5.4. */
export function createWebauthnLogin(identity: Pick<IdentityContext, 'db' | 'credentials' | 'limits'>): LoginMethod {
  const { db, credentials } = identity;
  return {
    name: 'webauthn',
    claims: (body) => textOf(body, 'webauthn_login') !== '',
    async offer({ flow, request, account }) {
      if (flow.requestedAal !== 'aal2' || account === undefined) return undefined;
      const stored = await readKeys(credentials, db, account.id, 'webauthn');
      if (stored === undefined) return undefined;
      const rp = relyingPartyOf(request.origin);
      if (rp === undefined) return { nodes: [keysNeedNameNode('webauthn')] };
      const options = await askForKey('webauthn', rp, stored.keys);
      return {
        internal: { challenge: options.challenge },
        nodes: [
          hiddenNode('default', 'identifier', account.traits.email),
          hiddenNode('webauthn', 'webauthn_login', ''),
          keyButton('webauthn', 'webauthn_login_trigger', 'oryWebAuthnLogin', LOGIN.useWebauthn, options),
          keyScriptNode(request.origin),
        ],
      };
    },
    async submit(context, body) {
      const { flow, request } = context;
      const rp = relyingPartyOf(request.origin);
      const pending = ChallengeSchema.safeParse(flow.internal.webauthn);
      const answer = readAnswer(textOf(body, 'webauthn_login'), AssertionAnswerSchema);
      if (rp === undefined || !pending.success || answer === undefined) {
        return { kind: 'refused', messages: [PROBLEMS.unknownKey] };
      }
      return judgeSecondFactor(identity, context, async (tx, { id }) => {
        const stored = await readKeys(credentials, tx, id, 'webauthn');
        if (stored === undefined) return { kind: 'refused', messages: [PROBLEMS.noWebauthn] };
        const used = await useKey('webauthn', rp, pending.data.challenge, stored, answer);
        if (used === undefined) return { kind: 'refused', messages: [PROBLEMS.unknownKey] };
        await writeKeys(credentials, tx, id, 'webauthn', used);
        return { kind: 'passed', identityId: id, method: 'webauthn', aal: 'aal2' };
      });
    },
  };
}

import { textOf } from '../../flows/flow-request.ts';
import { LOGIN, PROBLEMS } from '../../flows/messages.ts';
import { inputNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { LoginMethod } from '../method.ts';
import { judgeSecondFactor } from '../second-factor.ts';
import { findTimeStep } from './totp-code.ts';
import { TotpCredentialSchema } from './totp-credential.ts';

/** The code of an authenticator app as second factor. A code is good once. Source: automation-and-access §5.4. */
export function createTotpLogin(identity: Pick<IdentityContext, 'db' | 'credentials' | 'limits'>): LoginMethod {
  const { db, credentials } = identity;
  return {
    name: 'totp',
    async offer({ flow, account }) {
      if (flow.requestedAal !== 'aal2' || account === undefined) return undefined;
      if ((await credentials.read(db, account.id, 'totp', TotpCredentialSchema)) === undefined) return undefined;
      return {
        nodes: [
          inputNode('totp', 'totp_code', 'text', { required: true, autocomplete: 'one-time-code', text: LOGIN.totpLabel }),
          submitNode('totp', 'method', 'totp', LOGIN.useTotp),
        ],
      };
    },
    async submit(context, body) {
      const entered = textOf(body, 'totp_code');
      if (entered.trim() === '') {
        return { kind: 'refused', messages: [], fields: { totp_code: [PROBLEMS.required('the authentication code')] } };
      }
      return judgeSecondFactor(identity, context, async (tx, { id }) => {
        const stored = await credentials.read(tx, id, 'totp', TotpCredentialSchema);
        if (stored === undefined) return { kind: 'refused', messages: [PROBLEMS.noTotp] };
        const step = await findTimeStep(stored.secret, entered, context.request.now, stored.last_step);
        if (step === undefined) return { kind: 'refused', messages: [PROBLEMS.wrongTotp] };
        await credentials.write(tx, id, 'totp', { ...stored, last_step: step });
        return { kind: 'passed', identityId: id, method: 'totp', aal: 'aal2' };
      });
    },
  };
}

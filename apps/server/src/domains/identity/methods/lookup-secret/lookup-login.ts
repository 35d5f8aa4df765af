import type { Transaction } from '@quarterdeck/database';
import { availableAal } from '../../accounts/credential-store.ts';
import { textOf } from '../../flows/flow-request.ts';
import { LOGIN, PROBLEMS } from '../../flows/messages.ts';
import { inputNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { LoginMethod } from '../method.ts';
import { judgeSecondFactor } from '../second-factor.ts';
import { findLookupCode, type LookupCode, LookupCredentialSchema } from './lookup-codes.ts';

/** A backup recovery code as second factor. A code is good once. Source: automation-and-access §5.4. */
export function createLookupLogin(identity: Pick<IdentityContext, 'db' | 'credentials' | 'limits'>): LoginMethod {
  const { db, credentials } = identity;

  /**
   * Who has nothing left but codes that are used could never sign in again: with the last one, when the account has no other second factor, the
   * codes go, and the password alone is asked for.
   */
  async function keep(tx: Transaction, id: string, codes: readonly LookupCode[]): Promise<void> {
    const others = (await credentials.types(tx, id)).filter((type) => type !== 'lookup_secret');
    const isSpent = codes.every(({ used_at }) => used_at !== undefined);
    if (isSpent && availableAal(others) === 'aal1') await credentials.remove(tx, id, 'lookup_secret');
    else await credentials.write(tx, id, 'lookup_secret', { codes });
  }

  return {
    name: 'lookup_secret',
    async offer({ flow, account }) {
      if (flow.requestedAal !== 'aal2' || account === undefined) return undefined;
      if ((await credentials.read(db, account.id, 'lookup_secret', LookupCredentialSchema)) === undefined) return undefined;
      return {
        nodes: [
          inputNode('lookup_secret', 'lookup_secret', 'text', { required: true, text: LOGIN.lookupLabel }),
          submitNode('lookup_secret', 'method', 'lookup_secret', LOGIN.useLookup),
        ],
      };
    },
    async submit(context, body) {
      const entered = textOf(body, 'lookup_secret');
      if (entered.trim() === '') {
        return { kind: 'refused', messages: [], fields: { lookup_secret: [PROBLEMS.required('the backup recovery code')] } };
      }
      return judgeSecondFactor(identity, context, async (tx, { id }) => {
        const stored = await credentials.read(tx, id, 'lookup_secret', LookupCredentialSchema);
        if (stored === undefined) return { kind: 'refused', messages: [PROBLEMS.noLookup] };
        const index = findLookupCode(stored.codes, entered);
        const found = index === undefined ? undefined : stored.codes[index];
        if (found === undefined) return { kind: 'refused', messages: [PROBLEMS.wrongLookup] };
        if (found.used_at !== undefined) {
          return { kind: 'refused', messages: [PROBLEMS.usedLookup] };
        }
        const used = { ...found, used_at: context.request.now.toISOString() };
        await keep(
          tx,
          id,
          stored.codes.map((code) => (code === found ? used : code)),
        );
        return { kind: 'passed', identityId: id, method: 'lookup_secret', aal: 'aal2' };
      });
    },
  };
}

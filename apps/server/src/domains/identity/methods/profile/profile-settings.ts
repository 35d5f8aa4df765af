import type { Transaction } from '@quarterdeck/database';
import { type Account, findAccountByEmail, normalAddress, updateTraits } from '../../accounts/account-store.ts';
import { readTraits, traitNodes } from '../../accounts/traits-form.ts';
import type { FlowRequest } from '../../flows/flow-request.ts';
import { LABELS, PROBLEMS } from '../../flows/messages.ts';
import { submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { SettingsMethod } from '../method.ts';

/** Mails a new address what proves that it is the person's. */
export type StartVerification = (
  tx: Transaction,
  account: Pick<Account, 'id' | 'traits'>,
  request: FlowRequest,
) => Promise<unknown>;

/**
 * Email and names. Another email is one to sign in and recover with: it needs a fresh sign-in, must be free and is verified again. Because it is
 * sent mail, only a few may be tried.
 */
export function createProfileSettings(
  { limits }: Pick<IdentityContext, 'limits'>,
  startVerification: StartVerification,
): SettingsMethod {
  return {
    name: 'profile',
    group: 'profile',
    isPrivileged: ({ account }, body) => {
      const entered = readTraits(body.traits);
      return 'traits' in entered && normalAddress(entered.traits.email) !== normalAddress(account.traits.email);
    },
    async offer({ account }) {
      return { nodes: [...traitNodes('profile', account.traits), submitNode('profile', 'method', 'profile', LABELS.save)] };
    },
    async submit({ account, request }, body) {
      const entered = readTraits(body.traits);
      if ('fields' in entered) return { kind: 'refused', messages: [], fields: entered.fields };
      const { traits } = entered;
      const isNewEmail = normalAddress(traits.email) !== normalAddress(account.traits.email);
      if (isNewEmail) {
        const attempt = await limits.attempt({ scope: 'mail', account: account.id, address: request.ip });
        if (attempt.waitMinutes !== undefined) return { kind: 'refused', messages: [PROBLEMS.tooMany(attempt.waitMinutes)] };
      }
      return {
        kind: 'saved',
        keepsToken: !isNewEmail,
        taken: PROBLEMS.duplicate,
        audit: { action: 'change_profile', details: { email_changed: isNewEmail } },
        async save(tx) {
          const owner = await findAccountByEmail(tx, traits.email);
          if (owner !== undefined && owner.id !== account.id) return { kind: 'refused', messages: [PROBLEMS.duplicate] };
          await updateTraits(tx, account.id, traits);
          if (isNewEmail) await startVerification(tx, { id: account.id, traits }, request);
          return undefined;
        },
      };
    },
  };
}

import { findAccountByEmail, normalAddress, updateTraits } from '../../accounts/account-store.ts';
import { readTraits, traitNodes } from '../../accounts/traits-form.ts';
import { LABELS, PROBLEMS } from '../../flows/messages.ts';
import { submitNode } from '../../flows/nodes.ts';
import type { SettingsMethod } from '../method.ts';

/** Email and names. Another email is one to sign in and recover with: it needs a fresh sign-in, must be free and is verified again. */
export function createProfileSettings(): SettingsMethod {
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
    async submit({ account }, body) {
      const entered = readTraits(body.traits);
      if ('fields' in entered) return { kind: 'refused', messages: [], fields: entered.fields };
      const { traits } = entered;
      const isNewEmail = normalAddress(traits.email) !== normalAddress(account.traits.email);
      return {
        kind: 'saved',
        keepsToken: !isNewEmail,
        taken: PROBLEMS.duplicate,
        audit: { action: 'change_profile', details: { email_changed: isNewEmail } },
        async save(tx) {
          const owner = await findAccountByEmail(tx, traits.email);
          if (owner !== undefined && owner.id !== account.id) return { kind: 'refused', messages: [PROBLEMS.duplicate] };
          await updateTraits(tx, account.id, traits);
          return undefined;
        },
      };
    },
  };
}

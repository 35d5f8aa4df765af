import { textOf } from '../../flows/flow-request.ts';
import { LABELS, PROBLEMS } from '../../flows/messages.ts';
import { inputNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { checkPassword } from '../../passwords/password-policy.ts';
import type { SettingsMethod } from '../method.ts';
import type { PasswordCredential } from './password-credential.ts';

/** Sets a password, or another one; every other session ends. Source: automation-and-access §5.4. */
export function createPasswordSettings({ credentials }: Pick<IdentityContext, 'credentials'>): SettingsMethod {
  return {
    name: 'password',
    group: 'password',
    isPrivileged: true,
    async offer() {
      return {
        nodes: [
          inputNode('password', 'password', 'password', { required: true, autocomplete: 'new-password', text: LABELS.password }),
          submitNode('password', 'method', 'password', LABELS.save),
        ],
      };
    },
    async submit({ account }, body) {
      const password = textOf(body, 'password');
      const problems = password === '' ? [PROBLEMS.required('password')] : checkPassword(password, account.traits);
      if (problems.length > 0) return { kind: 'refused', messages: [], fields: { password: problems } };
      const credential: PasswordCredential = { hash: await hashPassword(password) };
      return {
        kind: 'saved',
        endsOtherSessions: true,
        audit: { action: 'change_password' },
        async save(tx) {
          await credentials.write(tx, account.id, 'password', credential);
          return undefined;
        },
      };
    },
  };
}

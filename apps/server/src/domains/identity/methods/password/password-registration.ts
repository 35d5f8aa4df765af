import { readTraits, traitNodes } from '../../accounts/traits-form.ts';
import { textOf } from '../../flows/flow-request.ts';
import { LABELS, PROBLEMS, REGISTRATION } from '../../flows/messages.ts';
import { inputNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { checkPassword } from '../../passwords/password-policy.ts';
import type { RegistrationMethod } from '../method.ts';
import type { PasswordCredential } from './password-credential.ts';

/** An account with a password. Source: automation-and-access §5.4. */
export function createPasswordRegistration({ credentials }: IdentityContext): RegistrationMethod {
  return {
    name: 'password',
    async offer() {
      return {
        nodes: [
          ...traitNodes('default'),
          inputNode('password', 'password', 'password', {
            required: true,
            autocomplete: 'new-password',
            text: LABELS.password,
          }),
          submitNode('password', 'method', 'password', REGISTRATION.signUp),
        ],
      };
    },
    async submit(_context, body) {
      const entered = readTraits(body.traits);
      const password = textOf(body, 'password');
      const traits = 'traits' in entered ? entered.traits : { email: '' };
      const problems = password === '' ? [PROBLEMS.required('password')] : checkPassword(password, traits);
      if ('fields' in entered || problems.length > 0) {
        const fields = { ...('fields' in entered ? entered.fields : {}), ...(problems.length > 0 ? { password: problems } : {}) };
        return { kind: 'refused', messages: [], fields };
      }
      const credential: PasswordCredential = { hash: await hashPassword(password) };
      return {
        kind: 'passed',
        traits,
        method: 'password',
        saveCredentials: (tx, identityId) => credentials.write(tx, identityId, 'password', credential),
      };
    },
  };
}

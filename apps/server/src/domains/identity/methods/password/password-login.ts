import { findAccountByEmail } from '../../accounts/account-store.ts';
import { textOf } from '../../flows/flow-request.ts';
import { LABELS, LOGIN, PROBLEMS } from '../../flows/messages.ts';
import { inputNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { isPassword, spendPasswordTime } from '../../passwords/password-hash.ts';
import type { LoginMethod } from '../method.ts';
import { PasswordCredentialSchema } from './password-credential.ts';

/** Email and password. An unknown account takes as long and says the same as a wrong password. Source: automation-and-access §5.4. */
export function createPasswordLogin({ db, credentials, limits }: IdentityContext): LoginMethod {
  return {
    name: 'password',
    async offer({ flow, account }) {
      if (flow.requestedAal === 'aal2') return undefined;
      if (account !== undefined && !(await credentials.types(db, account.id)).includes('password')) return undefined;
      const identifier =
        account === undefined
          ? inputNode('default', 'identifier', 'text', { required: true, autocomplete: 'username', text: LABELS.id })
          : inputNode('default', 'identifier', 'hidden', { value: account.traits.email });
      return {
        nodes: [
          identifier,
          inputNode('password', 'password', 'password', {
            required: true,
            autocomplete: 'current-password',
            text: LABELS.password,
          }),
          submitNode('password', 'method', 'password', flow.refresh ? LOGIN.signIn : LOGIN.withPassword),
        ],
      };
    },
    async submit({ account, request }, body) {
      const password = textOf(body, 'password');
      const identifier = account?.traits.email ?? textOf(body, 'identifier');
      const fields = {
        ...(identifier === '' ? { identifier: [PROBLEMS.required('identifier')] } : {}),
        ...(password === '' ? { password: [PROBLEMS.required('password')] } : {}),
      };
      if (Object.keys(fields).length > 0) return { kind: 'refused', messages: [], fields };
      const attempt = await limits.attempt({ scope: 'password', account: identifier, address: request.ip });
      if (attempt.waitMinutes !== undefined) return { kind: 'refused', messages: [PROBLEMS.tooMany(attempt.waitMinutes)] };
      const found = account ?? (await findAccountByEmail(db, identifier));
      const stored = found && (await credentials.read(db, found.id, 'password', PasswordCredentialSchema));
      const isRight = stored === undefined ? await spendPasswordTime(password) : await isPassword(stored.hash, password);
      if (!isRight || found?.state !== 'active') return { kind: 'refused', messages: [PROBLEMS.wrongCredentials] };
      await attempt.passed();
      return { kind: 'passed', identityId: found.id, method: 'password', aal: 'aal1' };
    },
  };
}

import { type FlowBody, textOf } from '../../flows/flow-request.ts';
import { LOGIN, REGISTRATION } from '../../flows/messages.ts';
import { submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { LoginMethod, RegistrationMethod } from '../../methods/method.ts';
import { beginAtProvider } from './begin-at-provider.ts';
import { maySignUp } from './enter-by-provider.ts';
import type { SignInProviders } from './sign-in-providers.ts';

const isForProvider = (body: FlowBody) => textOf(body, 'provider') !== '';

/** Signing in with a provider: one button each. Source: automation-and-access §5.4. */
export function createOidcLogin(identity: IdentityContext, providers: SignInProviders): LoginMethod {
  return {
    name: 'oidc',
    claims: isForProvider,
    async offer({ flow, account }) {
      if (flow.requestedAal === 'aal2' || flow.type === 'api' || providers.clients.length === 0) return undefined;
      const linked = account === undefined ? undefined : await providers.links.list(identity.db, account.id);
      const onOffer = providers.clients.filter(
        ({ provider }) => linked === undefined || linked.some((link) => link.provider === provider.id),
      );
      return {
        nodes: onOffer.map(({ provider }) => submitNode('oidc', 'provider', provider.id, LOGIN.signInWith(provider.label))),
      };
    },
    submit: (context, body) => beginAtProvider(identity, providers, context, textOf(body, 'provider')),
  };
}

/** Creating an account with a provider that may. */
export function createOidcRegistration(identity: IdentityContext, providers: SignInProviders): RegistrationMethod {
  return {
    name: 'oidc',
    claims: isForProvider,
    async offer({ flow }) {
      if (flow.type === 'api') return undefined;
      const onOffer = providers.clients.filter(({ provider }) => maySignUp(identity, provider));
      if (onOffer.length === 0) return undefined;
      return {
        nodes: onOffer.map(({ provider }) =>
          submitNode('oidc', 'provider', provider.id, REGISTRATION.signUpWith(provider.label)),
        ),
      };
    },
    submit: (context, body) => beginAtProvider(identity, providers, context, textOf(body, 'provider')),
  };
}

import { type FlowBody, textOf } from '../../flows/flow-request.ts';
import { NO_METHOD, PROBLEMS, SETTINGS } from '../../flows/messages.ts';
import { submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { SettingsMethod } from '../../methods/method.ts';
import { beginAtProvider } from './begin-at-provider.ts';
import type { SignInProviders } from './sign-in-providers.ts';

/** Linking providers to the own account and taking them off again. Source: automation-and-access §5.4. */
export function createOidcSettings(identity: IdentityContext, providers: SignInProviders): SettingsMethod {
  const { db, credentials } = identity;
  return {
    name: 'oidc',
    group: 'oidc',
    isPrivileged: true,
    claims: (body: FlowBody) => textOf(body, 'link') !== '' || textOf(body, 'unlink') !== '',
    async offer({ account }) {
      const links = await providers.links.list(db, account.id);
      const isLinked = (id: string) => links.some(({ provider }) => provider === id);
      // A provider that is not on offer any more can still be taken off.
      const gone = links.filter(({ provider }) => providers.find(provider) === undefined).map(({ provider }) => provider);
      const nodes = [
        ...providers.clients.map(({ provider: { id, label } }) =>
          isLinked(id)
            ? submitNode('oidc', 'unlink', id, SETTINGS.unlink(label))
            : submitNode('oidc', 'link', id, SETTINGS.link(label)),
        ),
        ...gone.map((id) => submitNode('oidc', 'unlink', id, SETTINGS.unlink(id))),
      ];
      return nodes.length === 0 ? undefined : { nodes };
    },
    async submit(context, body) {
      const link = textOf(body, 'link');
      if (link !== '') return beginAtProvider(identity, providers, context, link);
      const provider = textOf(body, 'unlink');
      const { id } = context.account;
      return {
        kind: 'saved',
        audit: { action: 'unlink_provider', details: { provider } },
        async save(tx) {
          const linked = (await providers.links.list(tx, id)).map((link) => link.provider);
          if (!linked.includes(provider)) return { kind: 'refused', messages: [NO_METHOD.settings] };
          // Nobody signs in with a provider that is not on offer any more.
          const signsIn = (one: string) => providers.find(one) !== undefined;
          const hasOther = linked.some((one) => one !== provider && signsIn(one));
          const types = await credentials.types(tx, id);
          if (signsIn(provider) && !hasOther && !types.includes('password') && !types.includes('passkey')) {
            return { kind: 'refused', messages: [PROBLEMS.lastWayToSignIn] };
          }
          await providers.links.remove(tx, id, provider);
          return undefined;
        },
      };
    },
  };
}

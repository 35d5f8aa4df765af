import type { IdentityContext } from '../../identity-context.ts';
import { createLinkStore, type LinkStore } from './link-store.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { readProviderFile } from './provider-file.ts';

/** The providers on offer, and who is linked to them. */
export interface SignInProviders {
  readonly clients: readonly ProviderClient[];
  readonly onOffer: readonly { readonly id: string; readonly label: string }[];
  readonly links: LinkStore;
  find(id: string): ProviderClient | undefined;
  /** Address at which the provider sends the browser back. */
  redirectUri(origin: string, provider: string): string;
}

/** Reads the providers of the configuration. @throws {QuarterdeckError} CONFIG_INVALID */
export function createSignInProviders({
  clock,
  config,
  credentials,
}: Pick<IdentityContext, 'clock' | 'config' | 'credentials'>): SignInProviders {
  const file = config.auth === 'local' ? config.signInProviders : undefined;
  const providers = file === undefined ? [] : readProviderFile(file);
  const clients = providers.map((provider) => createProviderClient(provider, () => clock.now().getTime()));
  return {
    clients,
    onOffer: providers.map(({ id, label }) => ({ id, label })),
    links: createLinkStore(credentials),
    find: (id) => clients.find(({ provider }) => provider.id === id),
    redirectUri: (origin, provider) => `${origin}/api/.ory/self-service/methods/oidc/callback/${provider}`,
  };
}

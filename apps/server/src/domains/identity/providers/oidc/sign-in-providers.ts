import { QuarterdeckError } from '@quarterdeck/contract';
import { type ExpressionEngine, ExpressionError } from '@quarterdeck/expressions';
import type { IdentityContext } from '../../identity-context.ts';
import { createLinkStore, type LinkStore } from './link-store.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { readProviderFile, type SignInProvider } from './provider-file.ts';

/** The providers on offer, and who is linked to them. */
export interface SignInProviders {
  readonly clients: readonly ProviderClient[];
  readonly onOffer: readonly { readonly id: string; readonly label: string }[];
  readonly issuers: readonly string[];
  readonly links: LinkStore;
  /** @throws {QuarterdeckError} CONFIG_INVALID for an expression that cannot be read */
  check(): Promise<void>;
  find(id: string): ProviderClient | undefined;
  /** Address at which the provider sends the browser back. */
  redirectUri(origin: string, provider: string): string;
}

/** Reads the providers of the configuration. @throws {QuarterdeckError} CONFIG_INVALID */
export function createSignInProviders({
  clock,
  config,
  credentials,
  expressions,
}: Pick<IdentityContext, 'clock' | 'config' | 'credentials' | 'expressions'>): SignInProviders {
  const file = config.auth === 'local' ? config.signInProviders : undefined;
  const providers = file === undefined ? [] : readProviderFile(file);
  const clients = providers.map((provider) => createProviderClient(provider, () => clock.now().getTime()));
  return {
    clients,
    onOffer: providers.map(({ id, label }) => ({ id, label })),
    issuers: providers.map(({ issuer }) => issuer),
    links: createLinkStore(credentials),
    async check() {
      for (const provider of providers) await checkExpressions(provider, expressions);
    },
    find: (id) => clients.find(({ provider }) => provider.id === id),
    redirectUri: (origin, provider) => `${origin}/api/.ory/self-service/methods/oidc/callback/${provider}`,
  };
}

async function checkExpressions({ id, claims, roles }: SignInProvider, expressions: ExpressionEngine): Promise<void> {
  for (const [field, expression] of Object.entries({ ...claims, roles })) {
    if (expression === undefined) continue;
    await expressions.evaluate(expression, { claims: {}, identity: {} }).catch((error: unknown) => {
      if (!(error instanceof ExpressionError) || error.code !== 'EXPRESSION_INVALID') return;
      throw new QuarterdeckError('CONFIG_INVALID', `--sign-in-providers: ${field} of “${id}”: ${error.message}`, {
        hint: 'See docs/reference/sign-in.md.',
      });
    });
  }
}

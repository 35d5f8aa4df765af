import * as openid from 'openid-client';
import { z } from 'zod';
import type { SignInProvider } from './provider-file.ts';

/** What has to be known again when the provider sends the browser back. */
export const PendingSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
});
export type Pending = z.infer<typeof PendingSchema>;

export type Claims = Readonly<Record<string, unknown>>;

/** Why somebody who came back from a provider is not known: the person said no, the provider did, it does not answer, or not as it must. */
export type ProviderFailureReason = 'denied' | 'refused' | 'unreachable' | 'unverified';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly reason: ProviderFailureReason;

  constructor(reason: ProviderFailureReason, cause: unknown) {
    super(cause instanceof Error ? cause.message : reason, { cause });
    this.reason = reason;
  }
}

/** Talks to one provider: authorization code with PKCE, state and nonce. */
export interface ProviderClient {
  readonly provider: SignInProvider;
  /**
   * Where the browser goes to sign in. @param isAgain who is signed in already has to prove it again
   * @throws {ProviderFailure} unreachable
   */
  begin(state: string, redirectUri: string, isAgain: boolean): Promise<{ readonly url: string; readonly pending: Pending }>;
  /**
   * Claims of the person who came back, from the ID token and from the userinfo endpoint.
   * @param query of the address that the provider sent the browser to, with `?`
   * @throws {ProviderFailure}
   */
  finish(query: string, pending: Pending): Promise<Claims>;
}

const TIMEOUT_SECONDS = 10;
const METADATA_FRESH_MS = 60 * 60 * 1000;

/** @param now in milliseconds; the clock by which metadata grows old */
export function createProviderClient(provider: SignInProvider, now: () => number): ProviderClient {
  let known: { readonly configuration: Promise<openid.Configuration>; readonly at: number } | undefined;

  function configuration(): Promise<openid.Configuration> {
    if (known === undefined || now() - known.at > METADATA_FRESH_MS) {
      const discovered = discover(provider);
      known = { configuration: discovered, at: now() };
      discovered.catch(() => {
        known = undefined;
      });
    }
    return known.configuration;
  }

  return {
    provider,
    async begin(state, redirectUri, isAgain) {
      const found = await configuration();
      const codeVerifier = openid.randomPKCECodeVerifier();
      const nonce = openid.randomNonce();
      const url = openid.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isAgain ? { prompt: 'login' } : {}),
      });
      return { url: url.href, pending: { provider: provider.id, state, nonce, codeVerifier, redirectUri } };
    },
    async finish(query, pending) {
      const found = await configuration();
      try {
        const tokens = await openid.authorizationCodeGrant(found, new URL(query, pending.redirectUri), {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.codeVerifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (idToken === undefined) throw new Error('the answer has no ID token');
        const more =
          found.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await openid.fetchUserInfo(found, tokens.access_token, idToken.sub);
        return { ...more, ...idToken };
      } catch (error) {
        throw new ProviderFailure(reasonOf(error), error);
      }
    },
  };
}

async function discover(provider: SignInProvider): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const isPlain = issuer.startsWith('http:');
  try {
    const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      timeout: TIMEOUT_SECONDS,
      ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
    });
    const metadata = found.serverMetadata();
    const configuration = new openid.Configuration(
      metadata,
      clientId,
      undefined,
      authenticationOf(clientSecret, metadata.token_endpoint_auth_methods_supported),
    );
    configuration.timeout = TIMEOUT_SECONDS;
    openid.enableNonRepudiationChecks(configuration);
    if (isPlain) openid.allowInsecureRequests(configuration);
    return configuration;
  } catch (error) {
    throw new ProviderFailure('unreachable', error);
  }
}

/** As the provider takes the secret; without a list it takes Basic. */
function authenticationOf(secret: string | undefined, supported: readonly string[] = ['client_secret_basic']): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  return supported.includes('client_secret_basic') ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
}

const NO_ANSWER = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

function reasonOf(error: unknown): ProviderFailureReason {
  if (error instanceof openid.AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'refused';
  if (error instanceof openid.ClientError && error.code !== undefined && NO_ANSWER.includes(error.code)) return 'unreachable';
  // What `fetch` throws when nobody answers.
  if (error instanceof TypeError && error.message === 'fetch failed') return 'unreachable';
  return 'unverified';
}

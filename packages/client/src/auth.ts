import type { Whoami } from '@quarterdeck/contract/access';
import type { AuthConfig } from '@quarterdeck/contract/identity';
import { answerError } from './client-error.ts';
import type { Transport } from './transport.ts';

export interface AuthClient {
  /** How people sign in here; needs nobody signed in. */
  config(signal?: AbortSignal): Promise<AuthConfig>;
  /** Who is signed in and with which roles. */
  whoami(signal?: AbortSignal): Promise<Whoami>;
  /** A kubeconfig with an access token of its own, as YAML. Rejects with what the server said when it has no cluster. */
  kubeconfig(): Promise<string>;
}

export function createAuthClient({ call, send }: Transport): AuthClient {
  return {
    async config(signal) {
      return (await call<AuthConfig>('/api/auth/config', { signal })).body;
    },
    async whoami(signal) {
      return (await call<{ payload: Whoami }>('/api/auth/whoami', { signal })).body.payload;
    },
    async kubeconfig() {
      const { status, text, headers } = await send('/api/kubeconfig', {
        headers: { accept: 'application/yaml, application/json' },
      });
      if (status < 200 || status > 299) throw answerError(status, text, headers);
      return text;
    },
  };
}

import { type Whoami, WhoamiSchema } from '@quarterdeck/contract/access';
import { type AuthConfig, AuthConfigSchema } from '@quarterdeck/contract/identity';
import type { Transport } from './transport.ts';

export interface AuthClient {
  /** How people sign in here; needs nobody signed in. */
  config(signal?: AbortSignal): Promise<AuthConfig>;
  /** Who is signed in and with which roles. */
  whoami(signal?: AbortSignal): Promise<Whoami>;
}

export function createAuthClient({ call }: Transport): AuthClient {
  return {
    async config(signal) {
      return AuthConfigSchema.parse((await call<unknown>('/api/auth/config', { signal })).body);
    },
    async whoami(signal) {
      return WhoamiSchema.parse((await call<unknown>('/api/auth/whoami', { signal })).body).payload;
    },
  };
}

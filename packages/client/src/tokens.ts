import type { AccessToken, CreatedToken, CreateToken } from '@quarterdeck/contract/identity';
import type { Transport } from './transport.ts';

export interface TokenClient {
  /** Own access tokens, or with `all` those of everybody (administrators). Source: automation-and-access §5.9. */
  list(options?: { all?: boolean; signal?: AbortSignal }): Promise<AccessToken[]>;
  /** The answer is the only time that the token's text is told. */
  create(input: CreateToken): Promise<CreatedToken>;
  /** The token is refused from now on. @param id `current` for the one that the client carries */
  revoke(id: string): Promise<void>;
}

export function createTokenClient({ call }: Transport): TokenClient {
  return {
    async list({ all = false, signal } = {}) {
      const query = new URLSearchParams(all ? { all: 'true' } : {});
      return (await call<AccessToken[]>('/api/auth/tokens', { query, signal })).body;
    },
    async create(input) {
      return (await call<CreatedToken>('/api/auth/create_token', { method: 'POST', body: input })).body;
    },
    async revoke(id) {
      await call<unknown>(`/api/auth/token/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}

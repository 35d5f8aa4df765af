import { ClientError } from '@quarterdeck/client';
import { DEFAULT_STALE_MS } from '@quarterdeck/contract/health';
import { QueryClient } from '@tanstack/react-query';

const MOST_RETRIES = 3;

/** Only calls without an answer are tried again. Source: console-calls §0.3. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MOST_RETRIES && error instanceof ClientError && error.status === 0;
}

/** The one cache of the console. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: DEFAULT_STALE_MS, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

import { ClientError } from '@quarterdeck/client';
import { DEFAULT_STALE_MS } from '@quarterdeck/contract/health';
import { toast } from '@quarterdeck/ui';
import { QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** A call without an answer is nobody's business: it is made again by itself. */
      quiet?: boolean;
    };
  }
}

const MOST_RETRIES = 3;
/** Many calls fail together when a server is away; one toast tells it. */
const SAID_MS = 10_000;

/** Only calls without an answer are tried again. Source: console-calls §0.3. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MOST_RETRIES && error instanceof ClientError && error.status === 0;
}

let said = { text: '', atMs: Number.NEGATIVE_INFINITY };

/** Says that a call timed out, or that server or network are away. Source: spec 1 §8. */
function tellNoAnswer(error: Error): void {
  if (!(error instanceof ClientError) || error.status !== 0) return;
  const nowMs = performance.now();
  if (said.text === error.message && nowMs - said.atMs < SAID_MS) return;
  said = { text: error.message, atMs: nowMs };
  toast.error(error.message);
}

/** The one cache of the console. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { meta }) {
      if (meta?.quiet !== true) tellNoAnswer(error);
    },
  }),
  defaultOptions: {
    queries: { staleTime: DEFAULT_STALE_MS, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

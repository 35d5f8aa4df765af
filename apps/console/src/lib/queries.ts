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

/**
 * What a toast says of a failed read: that there was no answer, or that the server failed where `isShown` something older stays on the
 * screen. Screens tell everything else themselves. Source: spec 1 §8.
 */
export function failedReadText(error: Error, isShown: boolean): string | undefined {
  if (!(error instanceof ClientError)) return undefined;
  if (error.status === 0) return error.message;
  return isShown && error.status >= 500 ? `${error.message}. What is shown may be old.` : undefined;
}

function tell(text: string): void {
  const nowMs = performance.now();
  if (said.text === text && nowMs - said.atMs < SAID_MS) return;
  said = { text, atMs: nowMs };
  toast.error(text);
}

/** The one cache of the console. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { meta, state }) {
      if (meta?.quiet === true) return;
      const text = failedReadText(error, state.data !== undefined);
      if (text !== undefined) tell(text);
    },
  }),
  defaultOptions: {
    queries: { staleTime: DEFAULT_STALE_MS, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

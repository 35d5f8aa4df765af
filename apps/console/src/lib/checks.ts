import { DEFAULT_STALE_MS } from '@quarterdeck/contract/health';
import type { LiveChange } from '@quarterdeck/contract/platform';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { live } from './live.ts';
import { patchSummary, type SummaryData } from './summary-patch.ts';

/** Changes are gathered this long, so that a storm of them is one new list and not thousands. */
const GATHER_MS = 200;
/** Changes this much older than a summary are applied to it once more: they may have come while it was on its way. */
const OVERLAP_MS = 5_000;
const REMEMBER_MS = 60_000;
/** A summary is read again at most this often because of changes. */
const REREAD_MS = 2_000;

let recent: readonly LiveChange[] = [];

function remember(changes: readonly LiveChange[]) {
  const oldestMs = Date.now() + live.serverOffsetMs() - REMEMBER_MS;
  recent = [...recent, ...changes].filter(({ at }) => Date.parse(at) >= oldestMs);
}

/** Changes that a summary may not know yet, although it arrived after them. */
function changesSince(asOf: string): LiveChange[] {
  const sinceMs = Date.parse(asOf) - OVERLAP_MS;
  return recent.filter(({ at }) => Date.parse(at) >= sinceMs);
}

/** Every check of the server; the shell, the palette and the dashboard share it. */
export const summaryOptions = queryOptions({
  queryKey: ['checks', 'summary'],
  queryFn: async ({ signal }): Promise<SummaryData> => {
    const summary = await client.health.summary(signal);
    return patchSummary(summary, changesSince(summary.as_of)).summary;
  },
  staleTime: DEFAULT_STALE_MS,
});

/** Keeps the cached summary current from the live stream. Call once. */
export function followChecks(queries: QueryClient): () => void {
  let gathered: LiveChange[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let rereading: ReturnType<typeof setTimeout> | undefined;

  function reread() {
    rereading ??= setTimeout(() => {
      rereading = undefined;
      void queries.invalidateQueries({ queryKey: summaryOptions.queryKey });
    }, REREAD_MS);
  }

  function flush() {
    gathering = undefined;
    const changes = gathered;
    gathered = [];
    remember(changes);
    queries.setQueryData(summaryOptions.queryKey, (before) => {
      if (before === undefined) return before;
      const { summary, isIncomplete } = patchSummary(before, changes);
      if (isIncomplete) reread();
      return summary;
    });
  }

  const stopChanges = live.onChange((change) => {
    if (change.topic !== 'check') return;
    gathered.push(change);
    gathering ??= setTimeout(flush, GATHER_MS);
  });
  const stopResync = live.onResync(() => void queries.invalidateQueries());
  return () => {
    stopChanges();
    stopResync();
    clearTimeout(gathering);
    clearTimeout(rereading);
  };
}

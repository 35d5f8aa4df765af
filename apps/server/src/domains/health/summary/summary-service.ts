import type { HealthClock, HealthDatabase } from '../environment.ts';
import { SummaryAnswer, SummaryCache, summaryBody } from './summary-cache.ts';
import type { SummaryRequest } from './summary-request.ts';
import { readSummary } from './summary-store.ts';

/** Answers the dashboard: the whole list from the cache, filtered lists from the database. */
export class SummaryService {
  readonly cache: SummaryCache;
  private readonly options: { db: HealthDatabase; clock: HealthClock; runnerName: string };

  constructor(options: { db: HealthDatabase; clock: HealthClock; runnerName: string }) {
    this.options = options;
    this.cache = new SummaryCache({ ...options, read: () => readSummary(options.db) });
  }

  async answer({ filter, timeoutMs }: SummaryRequest): Promise<SummaryAnswer> {
    if (Object.keys(filter).length === 0) return this.cache.get();
    const { db, clock, runnerName } = this.options;
    const startedMs = clock.monotonicMs();
    const rows = await readSummary(db, { ...filter, signal: AbortSignal.timeout(timeoutMs) });
    return new SummaryAnswer(summaryBody(rows, runnerName, Math.round(clock.monotonicMs() - startedMs)), startedMs);
  }
}

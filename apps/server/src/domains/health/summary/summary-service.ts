import type { HealthClock, HealthDatabase } from '../environment.ts';
import { SummaryAnswer, SummaryCache, summaryBody } from './summary-cache.ts';
import type { SummaryRequest } from './summary-request.ts';
import { readFilteredSummary } from './summary-store.ts';
import { WholeSummary } from './whole-summary.ts';

/** Answers the dashboard: the whole list from the cache, filtered lists from the database. */
export class SummaryService {
  private readonly cache: SummaryCache;
  private readonly whole: WholeSummary;
  private readonly options: { db: HealthDatabase; clock: HealthClock; runnerName: string };

  constructor(options: { db: HealthDatabase; clock: HealthClock; runnerName: string }) {
    this.options = options;
    this.whole = new WholeSummary(options.db, options.clock);
    this.cache = new SummaryCache({ ...options, read: () => this.whole.read() });
  }

  /** Checks or canaries came, changed or went. */
  invalidate(): void {
    this.whole.invalidate();
    this.cache.invalidate();
  }

  /** A check changed its state. */
  noteTransition(): void {
    this.cache.noteTransition();
  }

  async answer({ filter, timeoutMs }: SummaryRequest): Promise<SummaryAnswer> {
    if (Object.keys(filter).length === 0) return this.cache.get();
    const { db, clock, runnerName } = this.options;
    const startedMs = clock.monotonicMs();
    const rows = await readFilteredSummary(db, { ...filter, signal: AbortSignal.timeout(timeoutMs) });
    return new SummaryAnswer(summaryBody(rows, runnerName, Math.round(clock.monotonicMs() - startedMs)), startedMs);
  }
}

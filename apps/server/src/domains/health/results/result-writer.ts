import { QuarterdeckError } from '@quarterdeck/contract';
import type { Cancel, HealthClock, HealthLog, Queries } from '../environment.ts';
import { isRefusedStatement } from './database-errors.ts';
import type { LeaseRelease, ResultRow } from './result-row.ts';
import { storeResults } from './result-store.ts';

const FLUSH_AFTER_MS = 200;
const FLUSH_AT_RESULTS = 500;
const MAX_PENDING_RESULTS = 100_000;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

/** What one run leaves to store: its results and, for scheduled runs, the lease to give back. They are stored together. */
export interface RunOutcome {
  results: readonly ResultRow[];
  release?: LeaseRelease;
}

interface Pending extends RunOutcome {
  settle?: { resolve(): void; reject(error: unknown): void };
}

export interface ResultWriterOptions {
  db: Queries;
  clock: HealthClock;
  log: HealthLog;
  /** Most results held in memory while the database is away. */
  maxPendingResults?: number;
  onStored?(count: number): void;
  onDropped?(count: number): void;
}

/**
 * Writes results of many checks together: at the latest 200 ms after the first or when 500 wait, one statement at a time.
 * While the database is away results wait in memory up to a bound; beyond it the oldest are dropped, with a log line and a count.
 */
export class ResultWriter {
  private readonly options: ResultWriterOptions;
  private readonly maxPendingResults: number;
  private queue: Pending[] = [];
  private pendingResults = 0;
  private timer: Cancel | undefined;
  private flushing: Promise<void> | undefined;
  private isStopping = false;

  constructor(options: ResultWriterOptions) {
    this.options = options;
    this.maxPendingResults = options.maxPendingResults ?? MAX_PENDING_RESULTS;
  }

  /** Results that are not stored yet. */
  get pending(): number {
    return this.pendingResults;
  }

  /** Hands over an outcome without waiting. */
  enqueue(outcome: RunOutcome): void {
    this.add(outcome);
  }

  /** Hands over an outcome; settles when it is stored. Rejects with INTERNAL when it was dropped. */
  write(outcome: RunOutcome): Promise<void> {
    return new Promise((resolve, reject) => this.add({ ...outcome, settle: { resolve, reject } }));
  }

  /** Stores everything that waits; settles when nothing is left or `stop` gave up. */
  async flush(): Promise<void> {
    this.timer?.();
    this.timer = undefined;
    this.flushing ??= this.drain().finally(() => {
      this.flushing = undefined;
      if (this.queue.length > 0 && !this.isStopping) this.schedule();
    });
    await this.flushing;
  }

  /** Stores what waits and gives up at the first failure. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.flush();
    if (this.pendingResults > 0) {
      this.options.log.error({ results: this.pendingResults }, 'stopping with results that the database did not take');
    }
  }

  private add(outcome: Pending): void {
    this.queue.push(outcome);
    this.pendingResults += outcome.results.length;
    this.dropBeyondBound();
    if (this.pendingResults >= FLUSH_AT_RESULTS && this.flushing === undefined) void this.flush();
    else this.schedule();
  }

  private schedule(): void {
    if (this.timer !== undefined || this.flushing !== undefined) return;
    this.timer = this.options.clock.setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
  }

  private dropBeyondBound(): void {
    let dropped = 0;
    while (this.pendingResults > this.maxPendingResults) {
      const oldest = this.queue.shift();
      if (oldest === undefined) break;
      this.pendingResults -= oldest.results.length;
      dropped += oldest.results.length;
      oldest.settle?.reject(
        new QuarterdeckError('DATABASE_UNAVAILABLE', 'the result was dropped: too many wait for the database'),
      );
    }
    if (dropped === 0) return;
    this.options.onDropped?.(dropped);
    this.options.log.error(
      { dropped, waiting: this.pendingResults },
      'dropped the oldest results: the database has been away for too long',
    );
  }

  private async drain(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (this.queue.length > 0) {
      const batch = this.takeBatch();
      try {
        await this.store(batch);
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        this.queue = [...batch, ...this.queue];
        this.pendingResults += countResults(batch);
        this.dropBeyondBound();
        this.options.log.warn({ err: error, waiting: this.pendingResults, retryMs }, 'results could not be stored; trying again');
        if (this.isStopping) return;
        await this.options.clock.sleep(retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  /** The longest front of the queue in which no check occurs twice, about as long as one statement should be. */
  private takeBatch(): Pending[] {
    const seen = new Set<string>();
    let length = 0;
    let results = 0;
    for (const outcome of this.queue) {
      if (results >= FLUSH_AT_RESULTS || length >= FLUSH_AT_RESULTS || outcome.results.some((row) => seen.has(row.checkId)))
        break;
      for (const row of outcome.results) seen.add(row.checkId);
      results += outcome.results.length;
      length += 1;
    }
    this.pendingResults -= results;
    return this.queue.splice(0, length);
  }

  private async store(batch: readonly Pending[]): Promise<void> {
    const rows = batch.flatMap((outcome) => outcome.results);
    const releases = batch.flatMap((outcome) => (outcome.release === undefined ? [] : [outcome.release]));
    try {
      const stored = await storeResults(this.options.db, rows, releases);
      this.options.onStored?.(stored);
      for (const outcome of batch) outcome.settle?.resolve();
    } catch (error) {
      if (!isRefusedStatement(error)) throw error;
      await this.storeApart(batch, error);
    }
  }

  /** One unusable result must not take the others with it: halves are tried until it stands alone, then without its texts. */
  private async storeApart(batch: readonly Pending[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      await this.store(batch.slice(0, middle));
      await this.store(batch.slice(middle));
      return;
    }
    const [outcome] = batch;
    if (outcome === undefined) return;
    const bare = outcome.results.map((row) => ({
      ...row,
      details: undefined,
      message: '',
      error: row.error === '' ? '' : 'unusable text',
    }));
    try {
      await storeResults(this.options.db, bare, outcome.release === undefined ? [] : [outcome.release]);
      this.options.log.error(
        { err: error, checks: bare.map((row) => row.checkId) },
        'stored a result without its texts: the database refused them',
      );
      outcome.settle?.resolve();
    } catch (second) {
      if (!isRefusedStatement(second)) throw second;
      this.options.onDropped?.(bare.length);
      this.options.log.error(
        { err: second, checks: bare.map((row) => row.checkId) },
        'dropped a result that the database refuses',
      );
      outcome.settle?.reject(second);
    }
  }
}

function countResults(batch: readonly Pending[]): number {
  return batch.reduce((sum, outcome) => sum + outcome.results.length, 0);
}

import type { Cancel, HealthClock, HealthDatabase, HealthLog } from '../environment.ts';
import type { LeaseRelease, ResultRow } from '../results/result-row.ts';
import type { ResultWriter } from '../results/result-writer.ts';
import { CanaryCache, type LoadedCanary } from './canary-cache.ts';
import {
  type ClaimedRun,
  claimDueRuns,
  findNextDue,
  releaseUnstarted,
  renewLeases,
  SCHEDULES_CHANNEL,
} from './schedule-store.ts';
import { isCostlyFailure, type NextRuntime, slowedDueAfterRun } from './slow-down.ts';

export const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/** Runs due within this time are claimed ahead and started on the dot. */
const CLAIM_AHEAD_MS = 1_000;
const LEAST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5_000;
const CLAIM_LIMIT = 500;
/** High, because canaries that wait for a slow host are held too and must not keep others from running. */
const MAX_RUNNING = 20_000;

export interface SchedulerOptions {
  db: HealthDatabase;
  clock: HealthClock;
  log: HealthLog;
  writer: Pick<ResultWriter, 'enqueue'>;
  /** Name of this worker, unique among all instances. */
  worker: string;
  /** Runs all checks of a canary that are to run; resolves with what is to be stored. */
  run(canary: LoadedCanary, signal: AbortSignal, nextRuntime: NextRuntime): Promise<readonly ResultRow[]>;
  /** Asked at every run: may times be spread? */
  usesJitter(): boolean;
  /** Asked before every claim: may canaries run at all? */
  isEnabled(): Promise<boolean>;
  maxRunning?: number;
  onStart?(latenessMs: number): void;
}

interface HeldRun {
  claim: ClaimedRun;
  controller: AbortController;
  cancelStart?: Cancel;
  startedAt?: Date;
}

/**
 * Claims due canaries and runs them, each at most once at a time over all workers.
 * A canary is held by a lease that is renewed while it runs; when a worker dies, another takes the canary over after the lease.
 */
export class CanaryScheduler {
  private readonly options: SchedulerOptions;
  private readonly cache = new CanaryCache();
  private readonly held = new Map<string, HeldRun>();
  private readonly waiters = new Set<() => void>();
  private isStopping = false;
  private isWoken = false;
  private wake: (() => void) | undefined;
  private stopListening: (() => Promise<void>) | undefined;
  private loops: Promise<unknown> = Promise.resolve();
  private readonly stopSignal = new AbortController();

  constructor(options: SchedulerOptions) {
    this.options = options;
  }

  /** Canaries that this worker holds. */
  get running(): number {
    return this.held.size;
  }

  async start(): Promise<void> {
    this.stopListening = await this.options.db.listen(SCHEDULES_CHANNEL, () => this.wakeUp());
    this.loops = Promise.all([this.claimLoop(), this.renewLoop()]);
  }

  /**
   * Claims what is due and starts it on time.
   * @returns how many canaries were claimed
   */
  async claimOnce(): Promise<number> {
    const { db, clock, worker } = this.options;
    const limit = Math.min(CLAIM_LIMIT, (this.options.maxRunning ?? MAX_RUNNING) - this.held.size);
    if (limit <= 0 || !(await this.options.isEnabled())) return 0;
    const nowMs = clock.now().getTime();
    const claims = await claimDueRuns(db, {
      worker,
      now: new Date(nowMs),
      dueUntil: new Date(nowMs + CLAIM_AHEAD_MS),
      leaseUntil: new Date(nowMs + LEASE_MS),
      limit,
    });
    if (claims.length === 0) return 0;
    const canaries = await this.cache.load(
      db,
      claims.map((claim) => ({ canaryId: claim.canary_id, definitionHash: claim.definition_hash })),
    );
    for (const claim of claims) this.plan(claim, canaries.get(claim.canary_id));
    return claims.length;
  }

  /** Renews the leases of everything held; gives up runs that another worker took over. */
  async renewOnce(): Promise<void> {
    if (this.held.size === 0) return;
    const { db, clock, worker, log } = this.options;
    const ids = [...this.held.keys()];
    const kept = await renewLeases(db, worker, ids, new Date(clock.now().getTime() + LEASE_MS));
    for (const id of ids) {
      const run = this.held.get(id);
      if (kept.has(id) || run === undefined) continue;
      log.warn({ canary: id }, 'the lease of a canary was lost; its run is given up');
      run.cancelStart?.();
      run.controller.abort(new Error('the lease was lost'));
      if (run.startedAt === undefined) this.drop(id);
    }
  }

  /** Settles when nothing is held. */
  async idle(): Promise<void> {
    while (this.held.size > 0) await new Promise<void>((resolve) => this.waiters.add(resolve));
  }

  /** Claims nothing more, gives back what did not start, waits for what runs; after the grace time the rest is aborted and stays due. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    this.stopSignal.abort();
    this.wakeUp();
    await this.stopListening?.();
    await this.loops;
    const unstarted = [...this.held].filter(([, run]) => run.startedAt === undefined).map(([id]) => id);
    for (const id of unstarted) {
      this.held.get(id)?.cancelStart?.();
      this.drop(id);
    }
    const cancel = this.options.clock.setTimeout(() => {
      for (const run of this.held.values()) run.controller.abort(new Error('the server stops'));
    }, graceMs);
    await this.idle();
    cancel();
    if (unstarted.length > 0) await releaseUnstarted(this.options.db, this.options.worker, unstarted);
  }

  private plan(claim: ClaimedRun, canary: LoadedCanary | undefined): void {
    const run: HeldRun = { claim, controller: new AbortController() };
    this.held.set(claim.canary_id, run);
    if (canary === undefined || this.isStopping) {
      this.giveBack(claim);
      return;
    }
    const waitMs = claim.due_at.getTime() - this.options.clock.now().getTime();
    if (waitMs <= 0) void this.execute(run, canary);
    else run.cancelStart = this.options.clock.setTimeout(() => void this.execute(run, canary), waitMs);
  }

  private giveBack(claim: ClaimedRun): void {
    this.drop(claim.canary_id);
    this.cache.forget(claim.canary_id);
    releaseUnstarted(this.options.db, this.options.worker, [claim.canary_id]).catch((error: unknown) => {
      this.options.log.warn({ err: error, canary: claim.canary_id }, 'a canary could not be given back; its lease will run out');
    });
  }

  private async execute(run: HeldRun, canary: LoadedCanary): Promise<void> {
    const { clock, log, writer, worker } = this.options;
    const startedAt = clock.now();
    run.startedAt = startedAt;
    this.options.onStart?.(startedAt.getTime() - run.claim.due_at.getTime());
    const failuresAfter = (ran: Parameters<NextRuntime>[0]) => (isCostlyFailure(ran) ? run.claim.costly_failures + 1 : 0);
    const nextRuntime: NextRuntime = (ran) =>
      slowedDueAfterRun(
        canary.definition.schedule,
        { startedAt, now: clock.now(), costlyFailures: failuresAfter(ran) },
        canary.id,
        { jitter: this.options.usesJitter() },
      );
    let results: readonly ResultRow[] = [];
    try {
      results = await this.options.run(canary, run.controller.signal, nextRuntime);
    } catch (error) {
      log.error({ err: error, canary: canary.id }, 'a canary could not be run');
      this.cache.forget(canary.id);
    }
    this.drop(canary.id);
    if (run.controller.signal.aborted) {
      this.giveBack(run.claim);
      return;
    }
    const release: LeaseRelease = {
      canaryId: canary.id,
      worker,
      startedAt,
      nextAt: nextRuntime(results),
      costlyFailures: failuresAfter(results),
      definitionHash: canary.definitionHash,
    };
    writer.enqueue({ results, release });
  }

  private drop(canaryId: string): void {
    this.held.delete(canaryId);
    if (this.held.size > 0) return;
    for (const resolve of this.waiters) resolve();
    this.waiters.clear();
  }

  private wakeUp(): void {
    this.isWoken = true;
    this.wake?.();
  }

  private async claimLoop(): Promise<void> {
    while (!this.isStopping) {
      let pauseMs = LEAST_PAUSE_MS;
      try {
        const claimed = await this.claimOnce();
        if (claimed === CLAIM_LIMIT) continue;
        pauseMs = await this.pauseUntilNextDue();
      } catch (error) {
        this.options.log.warn({ err: error }, 'due canaries could not be claimed; trying again');
        pauseMs = LONGEST_PAUSE_MS / 5;
      }
      await this.pause(pauseMs);
    }
  }

  private async pauseUntilNextDue(): Promise<number> {
    const next = await findNextDue(this.options.db);
    if (next === undefined) return LONGEST_PAUSE_MS;
    const aheadMs = next.getTime() - this.options.clock.now().getTime() - CLAIM_AHEAD_MS / 2;
    return Math.min(Math.max(aheadMs, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
  }

  private async pause(ms: number): Promise<void> {
    if (this.isWoken) {
      this.isWoken = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const cancel = this.options.clock.setTimeout(resolve, ms);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
    this.wake = undefined;
    this.isWoken = false;
  }

  private async renewLoop(): Promise<void> {
    while (!this.isStopping) {
      await this.options.clock.sleep(RENEW_EVERY_MS, this.stopSignal.signal).catch(() => undefined);
      if (this.isStopping) return;
      await this.renewOnce().catch((error: unknown) => {
        this.options.log.warn({ err: error }, 'leases could not be renewed');
      });
    }
  }
}

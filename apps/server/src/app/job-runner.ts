import { hostname } from 'node:os';
import { nextRun, parseSchedule, type Schedule } from '@quarterdeck/integrations/spec';
import type { AppContext, JobDefinition } from './context.ts';

type JobContext = Pick<AppContext, 'db' | 'clock' | 'log' | 'instanceId'>;

interface Job {
  readonly definition: JobDefinition;
  readonly schedule: Schedule;
}

interface Outcome {
  success: number;
  errors: string[];
}

const LEASE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 30_000;
const KEPT_ERRORS = 20;
/** Rows that stay per job: newest good ones and newest bad ones. Source: data-model §9, "Few". */
const KEPT_GOOD = 1;
const KEPT_BAD = 3;

/** Runs due jobs, one instance at a time each: `job_schedules` holds when and who. */
export class JobRunner {
  readonly #ctx: JobContext;
  readonly #jobs: readonly Job[];
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> = Promise.resolve();

  constructor(ctx: JobContext, definitions: readonly JobDefinition[]) {
    this.#ctx = ctx;
    this.#jobs = definitions.map((definition) => ({ definition, schedule: scheduleOf(definition) }));
  }

  async start(): Promise<void> {
    await this.#ctx.db.query(
      `INSERT INTO job_schedules (name, next_at) SELECT name, $2 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
      [this.#jobs.map(({ definition }) => definition.name), this.#ctx.clock.now()],
    );
    await this.#ctx.db.query('UPDATE job_schedules SET next_at = $2 WHERE name = ANY($1::text[]) AND next_at > $2', [
      this.#jobs.flatMap(({ definition }) => (definition.runsAtStart === true ? [definition.name] : [])),
      this.#ctx.clock.now(),
    ]);
    this.#loop = this.#run();
  }

  /** Aborts running jobs and waits for them. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await Promise.all(this.#running);
  }

  /** Runs every job that is due now and waits for them. */
  async runDue(): Promise<void> {
    const due = await this.#claim();
    await Promise.all(due.map((job) => this.#track(this.#runOne(job))));
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        for (const job of await this.#claim()) void this.#track(this.#runOne(job));
        await this.#ctx.clock.sleep(await this.#pauseMs(), this.#stop.signal);
      } catch (error) {
        this.#ctx.log.error({ err: error }, 'due jobs could not be read');
        await this.#ctx.clock.sleep(LONGEST_PAUSE_MS, this.#stop.signal);
      }
    }
  }

  async #claim(): Promise<Job[]> {
    const now = this.#ctx.clock.now();
    const { rows } = await this.#ctx.db.query<{ name: string }>(
      `UPDATE job_schedules SET lease_until = $2, worker = $3, last_started_at = $1
       WHERE name IN (
         SELECT name FROM job_schedules
         WHERE name = ANY($4::text[]) AND next_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
         FOR UPDATE SKIP LOCKED
       ) RETURNING name`,
      [now, new Date(now.getTime() + LEASE_MS), this.#ctx.instanceId, this.#jobs.map(({ definition }) => definition.name)],
    );
    return this.#jobs.filter(({ definition }) => rows.some(({ name }) => name === definition.name));
  }

  async #pauseMs(): Promise<number> {
    const { rows } = await this.#ctx.db.query<{ at: Date | null }>(
      `SELECT min(greatest(next_at, coalesce(lease_until, next_at))) AS at FROM job_schedules WHERE name = ANY($1::text[])`,
      [this.#jobs.map(({ definition }) => definition.name)],
    );
    const at = rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY;
    return Math.min(LONGEST_PAUSE_MS, Math.max(50, at - this.#ctx.clock.now().getTime()));
  }

  async #runOne({ definition, schedule }: Job): Promise<void> {
    const { clock, log } = this.#ctx;
    const startedAt = clock.now();
    const started = clock.monotonicMs();
    const outcome: Outcome = { success: 0, errors: [] };
    const historyId = await this.#begin(definition, startedAt);
    const renewal = setInterval(() => void this.#renew(definition.name), LEASE_MS / 3);
    try {
      await definition.run({
        signal: this.#stop.signal,
        clock,
        progress: ({ success = 0, errors = [] }) => {
          outcome.success += success;
          outcome.errors.push(...errors);
        },
      });
    } catch (error) {
      outcome.errors.push(error instanceof Error ? error.message : String(error));
      log.error({ err: error, job: definition.name }, 'job failed');
    } finally {
      clearInterval(renewal);
    }
    await this.#finish({ definition, schedule }, historyId, Math.round(clock.monotonicMs() - started), outcome);
  }

  /**
   * Records that the job runs. Runs that still say so belong to an instance that died: who holds the lease is alone.
   * @returns id of the row; undefined when it could not be written, which does not keep the job from running
   */
  async #begin({ name, resourceType }: JobDefinition, startedAt: Date): Promise<string | undefined> {
    try {
      const { rows } = await this.#ctx.db.query<{ id: string }>(
        `WITH dead AS (UPDATE job_history SET status = 'STALE' WHERE name = $1 AND resource_id IS NULL AND status = 'RUNNING')
         INSERT INTO job_history (name, hostname, resource_type, status, time_start) VALUES ($1, $2, $3, 'RUNNING', $4) RETURNING id`,
        [name, hostname(), resourceType ?? null, startedAt],
      );
      return rows[0]?.id;
    } catch (error) {
      this.#ctx.log.warn({ err: error, job: name }, 'start of a job could not be recorded');
      return undefined;
    }
  }

  async #renew(name: string): Promise<void> {
    const until = new Date(this.#ctx.clock.now().getTime() + LEASE_MS);
    await this.#ctx.db
      .query('UPDATE job_schedules SET lease_until = $1 WHERE name = $2 AND worker = $3', [until, name, this.#ctx.instanceId])
      .catch((error: unknown) => this.#ctx.log.warn({ err: error, job: name }, 'lease of a job could not be renewed'));
  }

  async #finish(
    { definition, schedule }: Job,
    historyId: string | undefined,
    durationMs: number,
    outcome: Outcome,
  ): Promise<void> {
    const { clock, db, instanceId, log } = this.#ctx;
    const now = clock.now();
    const status = outcome.errors.length === 0 ? 'SUCCESS' : outcome.success > 0 ? 'WARNING' : 'FAILED';
    try {
      await db.query(
        `WITH released AS (
           UPDATE job_schedules SET next_at = $2, lease_until = NULL, worker = NULL WHERE name = $1 AND worker = $3
         )
         UPDATE job_history SET success_count = $5, error_count = $6, details = $7, duration_millis = $8, status = $9, time_end = $10
         WHERE id = $4`,
        [
          definition.name,
          nextRun(schedule, now) ?? new Date(now.getTime() + LEASE_MS),
          instanceId,
          historyId ?? null,
          outcome.success,
          outcome.errors.length,
          JSON.stringify({ errors: outcome.errors.slice(0, KEPT_ERRORS) }),
          durationMs,
          status,
          now,
        ],
      );
      await this.#dropOldRows(definition);
    } catch (error) {
      log.error({ err: error, job: definition.name }, 'end of a job could not be recorded');
    }
  }

  /** Properties `jobs.<name>.retention.success` and `.failed` change how many rows stay. Source: automation-and-access §8. */
  async #dropOldRows({ name, keeps }: JobDefinition): Promise<void> {
    await this.#ctx.db.query(
      `WITH limits AS (
         SELECT max(value::int) FILTER (WHERE name = 'jobs.' || $1 || '.retention.success') AS good,
           max(value::int) FILTER (WHERE name = 'jobs.' || $1 || '.retention.failed') AS bad
         FROM properties WHERE deleted_at IS NULL AND value ~ '^\\d{1,6}$'
           AND name IN ('jobs.' || $1 || '.retention.success', 'jobs.' || $1 || '.retention.failed')
       )
       DELETE FROM job_history WHERE id IN (
         SELECT id FROM (
           SELECT id, status = 'SUCCESS' AS good,
             row_number() OVER (PARTITION BY status = 'SUCCESS' ORDER BY created_at DESC, id DESC) AS position
           FROM job_history WHERE name = $1 AND resource_id IS NULL AND status <> 'RUNNING'
         ) AS ranked, limits
         WHERE position > CASE WHEN ranked.good THEN coalesce(limits.good, $2::int) ELSE coalesce(limits.bad, $3::int) END
       )`,
      [name, keeps?.good ?? KEPT_GOOD, keeps?.bad ?? KEPT_BAD],
    );
  }

  #track(run: Promise<void>): Promise<void> {
    const tracked = run.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }
}

function scheduleOf(definition: JobDefinition): Schedule {
  const { schedule, problem } = parseSchedule(definition.schedule);
  if (problem !== undefined) throw new Error(`job ${definition.name}: ${problem}`);
  return schedule;
}

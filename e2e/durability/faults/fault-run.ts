import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DebianPostgres } from '../debian-postgres.ts';
import { HttpClient } from '../http-client.ts';
import { checkIntegrity } from '../integrity.ts';
import type { Random } from '../random.ts';
import { ServerProcess } from '../server-process.ts';
import { Subjects } from '../subject.ts';
import { freePort } from '../targets.ts';
import { findStrangers, verify } from '../verify.ts';
import { Writers } from '../writers.ts';
import type { CanaryIds } from '../writes.ts';
import { FaultPlan } from './fault-plan.ts';
import { FaultProxy } from './proxy.ts';
import { Readers } from './readers.ts';

/** What the server under test is told to wait for its database. */
const DATABASE_TIMEOUT_S = 2;
/** Waiting for a connection, for its set-up, a statement that the server gives up, and a busy machine. */
const ANSWER_WITHIN_MS = 15_000;
const RECOVERS_WITHIN_MS = 10_000;
/** Answers one after the other without a failure after which the server counts as recovered. */
const GOOD_ANSWERS = 30;
/** Share of the operations on the database that go wrong. */
const SHARE = 0.02;
const WRITERS = 6;
const READERS = 6;
/** Faults come in storms of this length, so that recovering is tried often. */
const STORM_MS = 5_000;

export interface FaultSummary {
  storms: number;
  faults: ReadonlyMap<string, number>;
  acknowledged: number;
  unknown: number;
  refused: number;
  reads: number;
  refusedReads: number;
  slowestMs: number;
  slowestRecoveryMs: number;
  complaints: string[];
}

/** A server behind a proxy that disturbs its connections to the database. */
export class FaultRun {
  readonly summary: FaultSummary;
  readonly #plan: FaultPlan;
  readonly #random: Random;
  readonly #subjects = new Subjects();
  readonly #ids: CanaryIds = new Map();
  readonly #postgres: DebianPostgres;
  readonly #port: number;
  #proxy: FaultProxy | undefined;
  #server: ServerProcess | undefined;
  #client = new HttpClient('http://127.0.0.1:9', ANSWER_WITHIN_MS);

  private constructor(random: Random, postgres: DebianPostgres, port: number) {
    this.#random = random;
    this.#postgres = postgres;
    this.#port = port;
    this.#plan = new FaultPlan(random.fork(), SHARE);
    this.summary = {
      storms: 0,
      faults: this.#plan.counts,
      acknowledged: 0,
      unknown: 0,
      refused: 0,
      reads: 0,
      refusedReads: 0,
      slowestMs: 0,
      slowestRecoveryMs: 0,
      complaints: [],
    };
  }

  static async start(random: Random, folder: string): Promise<FaultRun> {
    const port = await freePort();
    const run = new FaultRun(random, new DebianPostgres(join(folder, 'postgres'), port), port);
    await run.#start(folder);
    return run;
  }

  async #start(folder: string): Promise<void> {
    await this.#postgres.start();
    this.#proxy = await FaultProxy.start(this.#port, this.#plan);
    const url = this.#postgres.urlAt(this.#proxy.port);
    const limit = ['--database-timeout', String(DATABASE_TIMEOUT_S)];
    this.#server = new ServerProcess(['--database-url', url, '--data-dir', join(folder, 'unused'), ...limit]);
    this.#client = new HttpClient(await this.#server.ready(), ANSWER_WITHIN_MS);
  }

  /** Faults under load, then calm: the server has to recover, and everything has to be there. */
  async storm(): Promise<void> {
    const { summary } = this;
    const writers = new Writers(this.#subjects, this.#ids);
    const readers = new Readers();
    writers.start(this.#client, this.#random, WRITERS);
    readers.start(this.#client, this.#random, READERS);
    this.#plan.active = true;
    await sleep(STORM_MS);
    this.#plan.active = false;
    await this.#recover();
    await Promise.all([writers.stop(), readers.stop()]);
    summary.storms += 1;
    summary.acknowledged += writers.counts.acknowledged;
    summary.unknown += writers.counts.unknown;
    summary.refused += writers.counts.refused;
    summary.reads += readers.counts.answered;
    summary.refusedReads += readers.counts.refused;
    summary.slowestMs = Math.max(summary.slowestMs, readers.slowestMs);
    this.#complain([...writers.complaints, ...readers.complaints]);
    this.#complain(await verify(this.#client, this.#subjects.all, this.#ids));
    this.#complain(await findStrangers(this.#client, this.#subjects.all));
    this.#subjects.forgetGone();
  }

  async finish(): Promise<void> {
    this.#complain(await checkIntegrity(this.#postgres.url, true));
    if (this.#server?.isRunning !== true) this.#complain(['the server ended by itself']);
    await this.close();
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.#server?.stop();
    await this.#proxy?.stop();
    await this.#postgres.stop();
  }

  #complain(complaints: readonly string[]): void {
    for (const complaint of complaints) this.summary.complaints.push(`storm ${this.summary.storms}: ${complaint}`);
  }

  async #recover(): Promise<void> {
    const startedMs = performance.now();
    let good = 0;
    let lastBadMs = startedMs;
    while (good < GOOD_ANSWERS) {
      const { status } = await this.#client
        .send({ method: 'GET', path: '/api/db/agents?select=id' })
        .catch(() => ({ status: 0 }));
      good = status === 200 ? good + 1 : 0;
      if (status !== 200) lastBadMs = performance.now();
      if (performance.now() - startedMs > RECOVERS_WITHIN_MS) {
        this.#complain([`not recovered ${RECOVERS_WITHIN_MS} ms after the last fault`]);
        break;
      }
      await sleep(10);
    }
    this.summary.slowestRecoveryMs = Math.max(this.summary.slowestRecoveryMs, lastBadMs - startedMs);
  }
}

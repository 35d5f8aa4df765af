import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from './http-client.ts';
import { checkIntegrity } from './integrity.ts';
import type { Random } from './random.ts';
import { ServerProcess } from './server-process.ts';
import { type Subject, Subjects } from './subject.ts';
import type { Target } from './targets.ts';
import { findStrangers, verify } from './verify.ts';
import { Writers } from './writers.ts';
import type { CanaryIds } from './writes.ts';

/** What is killed in a round. */
const VICTIMS = ['server', 'server and database', 'database', 'starting server'] as const;
type Victim = (typeof VICTIMS)[number];

const WRITERS = 8;
const ANSWER_WITHIN_MS = 30_000;
/** Every so many rounds everything is read, not only what was written in the round. */
const FULL_CHECK_EVERY = 20;
const STORAGE_CHECK_EVERY = 100;
const RECOVERS_WITHIN_MS = 60_000;

export interface KillSummary {
  rounds: number;
  kills: Record<Victim, number>;
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Slowest start of the server after a kill. */
  slowestStartMs: number;
  faults: string[];
}

/** One server on one target, killed again and again under writes. */
export class KillRounds {
  readonly summary: KillSummary = {
    rounds: 0,
    kills: { server: 0, 'server and database': 0, database: 0, 'starting server': 0 },
    acknowledged: 0,
    refused: 0,
    unknown: 0,
    slowestStartMs: 0,
    faults: [],
  };
  readonly #target: Target;
  readonly #random: Random;
  readonly #subjects = new Subjects();
  readonly #ids: CanaryIds = new Map();
  #server: ServerProcess | undefined;
  #client = new HttpClient('http://127.0.0.1:9', ANSWER_WITHIN_MS);

  constructor(target: Target, random: Random) {
    this.#target = target;
    this.#random = random;
  }

  /** Kill, restart, compare. */
  async round(): Promise<void> {
    const { summary } = this;
    if (this.#server === undefined) await this.#start();
    const victim = this.#chooseVictim();
    const before = new Set(this.#subjects.all);
    const writers = new Writers(this.#subjects, this.#ids);
    const touched = new Set<Subject>();
    const versions = new Map([...before].map((subject) => [subject, subject.possible]));
    writers.start(this.#client, this.#random, WRITERS);
    await sleep(this.#random.between(40, 400));
    await this.#kill(victim, writers);
    for (const subject of this.#subjects.all) if (versions.get(subject) !== subject.possible) touched.add(subject);
    summary.acknowledged += writers.counts.acknowledged;
    summary.refused += writers.counts.refused;
    summary.unknown += writers.counts.unknown;
    this.#fault(writers.complaints);
    const isFull = summary.rounds % FULL_CHECK_EVERY === FULL_CHECK_EVERY - 1;
    await this.#compare(isFull ? this.#subjects.all : [...touched]);
    if (isFull) await this.#checkWhole(summary.rounds % STORAGE_CHECK_EVERY === STORAGE_CHECK_EVERY - 1);
    this.#subjects.forgetGone();
    summary.kills[victim] += 1;
    summary.rounds += 1;
  }

  /** Compares everything once more, stops the server in order and closes the target. */
  async finish(): Promise<void> {
    if (this.#server === undefined) await this.#start();
    await this.#compare(this.#subjects.all);
    await this.#checkWhole(true);
    this.#client.close();
    await this.#server?.stop();
    this.#fault(await this.#target.close());
  }

  /** Ends what still runs after a failure of the test itself. */
  async abandon(): Promise<void> {
    this.#client.close();
    await this.#server?.kill();
    await this.#target.close();
  }

  #fault(faults: readonly string[]): void {
    for (const fault of faults) this.summary.faults.push(`round ${this.summary.rounds + 1}: ${fault}`);
  }

  #chooseVictim(): Victim {
    const withDatabase = this.#target.killDatabase === undefined ? 0 : 1;
    return this.#random.choose<Victim>([
      [60, 'server'],
      [25 * withDatabase, 'server and database'],
      [10 * withDatabase, 'database'],
      [5, 'starting server'],
    ]);
  }

  async #kill(victim: Victim, writers: Writers): Promise<void> {
    const server = this.#server;
    if (victim === 'database') {
      await this.#target.killDatabase?.();
      await this.#target.revive();
      // The server stays; it has to find its database again by itself.
      await this.#waitUntilReady();
      await writers.stop();
      return;
    }
    const gone = [server?.kill()];
    if (victim === 'server and database') gone.push(this.#target.killDatabase?.());
    await Promise.all(gone);
    await writers.stop();
    this.#client.close();
    await this.#target.revive();
    if (victim === 'starting server') {
      const early = new ServerProcess(this.#target.args);
      await sleep(this.#random.between(50, 1_500));
      await early.kill();
    }
    await this.#start();
  }

  async #start(): Promise<void> {
    const startedMs = performance.now();
    this.#server = new ServerProcess(this.#target.args);
    const url = await this.#server.ready();
    this.#client = new HttpClient(url, ANSWER_WITHIN_MS);
    if (this.summary.rounds > 0) {
      this.summary.slowestStartMs = Math.max(this.summary.slowestStartMs, performance.now() - startedMs);
    }
  }

  async #waitUntilReady(): Promise<void> {
    const until = performance.now() + RECOVERS_WITHIN_MS;
    for (;;) {
      const answer = await this.#client.send({ method: 'GET', path: '/readyz' });
      if (answer.status === 200) return;
      if (performance.now() > until) throw new Error(`the server did not find its database again: ${answer.text}`);
      await sleep(50);
    }
  }

  async #compare(subjects: readonly Subject[]): Promise<void> {
    this.#fault(await verify(this.#client, subjects, this.#ids));
  }

  async #checkWhole(storage: boolean): Promise<void> {
    this.#fault(await findStrangers(this.#client, this.#subjects.all));
    if (this.#target.databaseUrl !== undefined) this.#fault(await checkIntegrity(this.#target.databaseUrl, storage));
  }
}

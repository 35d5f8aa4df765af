import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpClient, NoAnswerError } from './http-client.ts';
import { judge } from './judge.ts';
import type { Random } from './random.ts';
import type { State, Subject, Subjects } from './subject.ts';
import { type CanaryIds, callFor } from './writes.ts';

/** A client that got no good answer waits a moment before its next request. */
const PAUSE_MS = 20;
/** How many subjects there are before deleting becomes more likely than creating. */
const ENOUGH_SUBJECTS = 400;

export interface WriteCounts {
  acknowledged: number;
  refused: number;
  unknown: number;
}

/** Some writers that go on until they are told to stop; after that every subject knows its possible states. */
export class Writers {
  readonly counts: WriteCounts = { acknowledged: 0, refused: 0, unknown: 0 };
  /** Answers that are not what a client can work with. */
  readonly complaints: string[] = [];
  readonly #subjects: Subjects;
  readonly #ids: CanaryIds;
  #version = 0;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(subjects: Subjects, ids: CanaryIds) {
    this.#subjects = subjects;
    this.#ids = ids;
  }

  start(client: HttpClient, random: Random, writers: number): void {
    this.#stopped = false;
    const loops = Array.from({ length: writers }, () => this.#loop(client, random.fork()));
    this.#running = Promise.all(loops);
  }

  /** Settles when the last request has ended, one way or the other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #loop(client: HttpClient, random: Random): Promise<void> {
    while (!this.#stopped) await this.#write(client, random);
  }

  #next(random: Random): { subject: Subject; next: State } {
    const existing = this.#subjects.all.length;
    const act = random.choose([
      [40, 'create'],
      [40, 'change'],
      [existing > ENOUGH_SUBJECTS ? 80 : 15, 'delete'],
    ] as const);
    const picked = act === 'create' ? undefined : this.#subjects.pick(random);
    this.#version += 1;
    if (picked === undefined) return { subject: this.#subjects.create(random), next: this.#version };
    return { subject: picked, next: act === 'delete' ? undefined : this.#version };
  }

  async #write(client: HttpClient, random: Random): Promise<void> {
    const { subject, next } = this.#next(random);
    const [now] = subject.possible;
    subject.busy = true;
    try {
      const answer = await client.send(callFor(subject, now, next, this.#ids));
      const { verdict, complaint } = judge(answer);
      if (complaint !== undefined) this.complaints.push(`${subject.kind}: ${complaint}`);
      if (verdict === 'done') {
        this.counts.acknowledged += 1;
        subject.possible = [next];
        if (subject.kind === 'canary' && now === undefined) this.#ids.set(subject.key, idOf(answer.text));
      } else if (verdict === 'unknown') this.#doubt(subject, now, next);
      else {
        this.counts.refused += 1;
        await sleep(PAUSE_MS);
      }
    } catch (error) {
      if (error instanceof NoAnswerError) this.complaints.push(error.message);
      this.#doubt(subject, now, next);
      await sleep(PAUSE_MS);
    } finally {
      subject.busy = false;
    }
  }

  #doubt(subject: Subject, now: State, next: State): void {
    this.counts.unknown += 1;
    subject.possible = [now, next];
  }
}

function idOf(text: string): string {
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpClient, NoAnswerError } from '../http-client.ts';
import { judge } from '../judge.ts';
import type { Random } from '../random.ts';
import { ITEM_TYPE } from '../writes.ts';

const READS = [
  '/api/db/agents?select=id,name',
  `/api/db/config_items?type=eq.${ITEM_TYPE}&select=id,name,agents(id,name)&order=name&limit=20`,
  `/api/db/configs?type=eq.${ITEM_TYPE}&health.filter=healthy,warning&limit=20`,
  '/api/db/checks?select=id,name,canaries(id,name)&limit=10',
  '/api/db/properties?select=name&limit=5',
  '/api/canary/api/summary',
  '/api/health/strips?ids=00000000-0000-0000-0000-000000000001',
  '/readyz',
] as const;
const PAUSE_MS = 5;

export interface ReadCounts {
  answered: number;
  refused: number;
}

/** Readers that go on until they are told to stop. */
export class Readers {
  readonly counts: ReadCounts = { answered: 0, refused: 0 };
  readonly complaints: string[] = [];
  slowestMs = 0;
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();

  start(client: HttpClient, random: Random, readers: number): void {
    this.#running = Promise.all(Array.from({ length: readers }, () => this.#loop(client, random.fork())));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #loop(client: HttpClient, random: Random): Promise<void> {
    while (!this.#stopped) {
      await this.#read(client, READS[random.between(0, READS.length - 1)] ?? READS[0], random.next() < 0.5);
      await sleep(PAUSE_MS);
    }
  }

  async #read(client: HttpClient, path: string, counted: boolean): Promise<void> {
    const startedMs = performance.now();
    try {
      const answer = await client.send({ method: 'GET', path, ...(counted ? { prefer: 'count=exact' } : {}) });
      if (path === '/readyz') return;
      const { verdict, complaint } = judge(answer);
      if (complaint !== undefined) this.complaints.push(`${path}: ${complaint}`);
      if (verdict === 'unknown') this.complaints.push(`${path}: a read answered that a change is in doubt`);
      if (verdict === 'done') this.counts.answered += 1;
      else this.counts.refused += 1;
    } catch (error) {
      const reason = error instanceof NoAnswerError ? 'no answer in time' : String(error);
      this.complaints.push(`${path}: ${reason}`);
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedMs);
    }
  }
}

/** The load: keeps a number of connections busy for some seconds, each with one request at a time, and tells how it went. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { percentile } from '../health/percentile.ts';
import type { Figures } from './figures.ts';
import { withKey } from './scenarios.ts';

/** What the generator is asked for. */
export interface Load {
  port: number;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  connections: number;
  warmUpMs: number;
  durationMs: number;
  /** Keys that paths are filled with; new ones when there are none. */
  keys: readonly string[];
}

function requestText(load: Load): string {
  const key = load.keys[Math.floor(Math.random() * load.keys.length)] ?? randomUUID();
  const body = load.body === undefined ? '' : withKey(load.body, key);
  const lines = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}\r\n`);
  return `${load.method} ${withKey(load.path, key)} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`;
}

interface Answer {
  status: number;
  bytes: number;
}

/** Reads answers with a content-length, or in chunks; nothing is kept but their size. */
class AnswerReader {
  #head = '';
  #status = 0;
  #missing = -1;
  #size = 0;
  #chunked = false;

  /** @returns the answer that ends with this chunk */
  read(chunk: Buffer): Answer | undefined {
    let rest = chunk;
    if (this.#missing < 0 && !this.#chunked) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      const head = this.#head.slice(0, end).toLowerCase();
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
      this.#chunked = length === undefined && head.includes('\r\ntransfer-encoding: chunked');
      this.#size = Number(length ?? 0);
      this.#missing = this.#size;
      rest = Buffer.from(this.#head.slice(end + 4), 'latin1');
    }
    if (this.#chunked) {
      this.#size += rest.length;
      return rest.subarray(-5).equals(Buffer.from('0\r\n\r\n')) ? this.#finish() : undefined;
    }
    this.#missing -= rest.length;
    return this.#missing <= 0 ? this.#finish() : undefined;
  }

  #finish(): Answer {
    const answer = { status: this.#status, bytes: this.#size };
    this.#head = '';
    this.#missing = -1;
    this.#chunked = false;
    return answer;
  }
}

async function run(load: Load): Promise<Figures> {
  const startedMs = performance.now();
  const measureFromMs = startedMs + load.warmUpMs;
  const endMs = measureFromMs + load.durationMs;
  const times: number[] = [];
  let failed = 0;
  let total = 0;
  let bytes = 0;
  const keepBusy = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect(load.port, '127.0.0.1');
      socket.setNoDelay(true);
      const reader = new AnswerReader();
      let sentMs = 0;
      const send = () => {
        sentMs = performance.now();
        socket.write(requestText(load));
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        const answer = reader.read(chunk);
        if (answer === undefined) return;
        const nowMs = performance.now();
        if (sentMs >= measureFromMs) {
          times.push(nowMs - sentMs);
          if (answer.status < 200 || answer.status >= 300) failed += 1;
        }
        total += 1;
        bytes = answer.bytes;
        if (nowMs < endMs) return send();
        socket.end();
        resolve();
      });
    });
  await Promise.all(Array.from({ length: load.connections }, keepBusy));
  const seconds = (performance.now() - measureFromMs) / 1000;
  return {
    perSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    failed,
    total,
    bytes,
  };
}

process.on('message', async (load: Load) => {
  process.send?.(await run(load));
});
process.once('disconnect', () => process.exit(0));

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HealthClock } from '../environment.ts';
import type { SummaryRows } from './summary-store.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type SummaryEncoding = 'br' | 'gzip' | 'identity';

/** A finished answer, kept in the encodings that were asked for. */
export class SummaryAnswer {
  readonly etag: string;
  readonly builtAtMs: number;
  private readonly body: Buffer;
  private readonly encoded = new Map<SummaryEncoding, Promise<Buffer>>();

  constructor(body: Buffer, builtAtMs: number) {
    this.body = body;
    this.builtAtMs = builtAtMs;
    this.etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  }

  /** The encodings that were asked for. */
  get encodings(): SummaryEncoding[] {
    return [...this.encoded.keys()];
  }

  bytes(encoding: SummaryEncoding): Promise<Buffer> {
    const known = this.encoded.get(encoding);
    if (known !== undefined) return known;
    const made = this.encode(encoding);
    this.encoded.set(encoding, made);
    return made;
  }

  private encode(encoding: SummaryEncoding): Promise<Buffer> {
    if (encoding === 'br') {
      return brotli(this.body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length },
      });
    }
    return encoding === 'gzip' ? gzipped(this.body, { level: 3 }) : Promise.resolve(this.body);
  }
}

/** The body of GET /api/summary. Source: health-checks §6.1; `as_of` and `cursor` are ours. */
export function summaryBody(rows: SummaryRows, runnerName: string, durationMs: number): Buffer {
  const head = JSON.stringify({
    ...(durationMs > 0 ? { duration: durationMs } : {}),
    runnerName,
    as_of: rows.asOf.toISOString(),
    ...(rows.cursor === '' ? {} : { cursor: rows.cursor }),
  });
  return Buffer.from(rows.json === '' ? head : `${head.slice(0, -1)},"checks_summary":[${rows.json}]}`);
}

export interface SummaryCacheOptions {
  clock: HealthClock;
  runnerName: string;
  read(): Promise<SummaryRows>;
}

/** Longest age of an answer when nothing is known to have changed. */
const MAX_AGE_MS = 5_000;
/** Longest age of an answer after a check changed its state: open pages learn of it from the live stream at once. */
const MAX_AGE_AFTER_TRANSITION_MS = 1_000;

/**
 * The unfiltered summary, built once for all who ask at the same time.
 * An answer is used for five seconds; for one after a transition; not at all after checks or canaries came, changed or went.
 * From half that time on the next one is made in the background.
 */
export class SummaryCache {
  private readonly options: SummaryCacheOptions;
  private answer: SummaryAnswer | undefined;
  private building: Promise<SummaryAnswer> | undefined;
  private encodings: readonly SummaryEncoding[] = [];
  private hasTransitions = false;
  private generation = 0;

  constructor(options: SummaryCacheOptions) {
    this.options = options;
  }

  /** Checks or canaries came, changed or went. */
  invalidate(): void {
    this.generation += 1;
    this.answer = undefined;
    this.building = undefined;
  }

  /** A check changed its state. */
  noteTransition(): void {
    this.hasTransitions = true;
  }

  get(): Promise<SummaryAnswer> {
    const { answer } = this;
    const freshness = answer === undefined ? 'old' : this.freshnessOf(answer);
    if (answer !== undefined && freshness !== 'old') {
      // The next one is made while this one still serves, so that those who ask often never wait.
      if (freshness === 'ageing') this.rebuild().catch(() => undefined);
      return Promise.resolve(answer);
    }
    return this.rebuild();
  }

  private rebuild(): Promise<SummaryAnswer> {
    if (this.building !== undefined) return this.building;
    const building = this.build().finally(() => {
      if (this.building === building) this.building = undefined;
    });
    this.building = building;
    return building;
  }

  private freshnessOf(answer: SummaryAnswer): 'fresh' | 'ageing' | 'old' {
    const ageMs = this.options.clock.monotonicMs() - answer.builtAtMs;
    const maxAgeMs = this.hasTransitions ? MAX_AGE_AFTER_TRANSITION_MS : MAX_AGE_MS;
    if (ageMs >= maxAgeMs) return 'old';
    return ageMs >= maxAgeMs / 2 ? 'ageing' : 'fresh';
  }

  private async build(): Promise<SummaryAnswer> {
    const { generation } = this;
    this.encodings = this.answer?.encodings ?? this.encodings;
    const startedMs = this.options.clock.monotonicMs();
    this.hasTransitions = false;
    const rows = await this.options.read();
    const durationMs = Math.round(this.options.clock.monotonicMs() - startedMs);
    const answer = new SummaryAnswer(summaryBody(rows, this.options.runnerName, durationMs), startedMs);
    // What was asked of the answer before will be asked of this one: nobody waits for it then.
    await Promise.all(this.encodings.map((encoding) => answer.bytes(encoding)));
    if (generation === this.generation) this.answer = answer;
    return answer;
  }
}

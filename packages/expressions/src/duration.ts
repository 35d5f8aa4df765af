import { ExpressionError } from './expression-error.ts';

const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;
const NANOS_PER_MINUTE = 60n * NANOS_PER_SECOND;
const NANOS_PER_HOUR = 60n * NANOS_PER_MINUTE;
const MAX_NANOS = 9_223_372_036_854_775_807n;

const UNIT_NANOS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: NANOS_PER_MILLI,
  s: NANOS_PER_SECOND,
  m: NANOS_PER_MINUTE,
  h: NANOS_PER_HOUR,
  d: 24n * NANOS_PER_HOUR,
  w: 7n * 24n * NANOS_PER_HOUR,
  y: 365n * 24n * NANOS_PER_HOUR,
};

const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h|d|w|y)/y;

/** A span of time with Go's range (±292 years) and precision (nanoseconds). Immutable. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }

  static fromMillis(ms: number): Duration {
    return new Duration(BigInt(Math.round(ms * 1e6)));
  }

  /**
   * Reads Go's syntax (`1h30m`, `-1.5s`, `300ms`, `0`) plus the units d (24 h), w (7 d) and y (365 d).
   * Throws ExpressionError EXPRESSION_FAILED on anything else.
   */
  static parse(text: string): Duration {
    const nanos = parseNanos(text);
    if (nanos === undefined) {
      throw new ExpressionError('EXPRESSION_FAILED', `invalid duration ${JSON.stringify(text.slice(0, 100))}`, {
        expression: '',
      });
    }
    return new Duration(nanos);
  }

  toMillis(): number {
    return Number(this.nanos) / 1e6;
  }

  /** Go's format: `1h0m0s`, `1.5s`, `250ms`, `0s`. */
  toString(): string {
    const negative = this.nanos < 0n;
    const size = negative ? -this.nanos : this.nanos;
    const text = size < NANOS_PER_SECOND ? formatSubSecond(size) : formatClock(size);
    return negative ? `-${text}` : text;
  }

  toJSON(): string {
    return this.toString();
  }
}

function parseNanos(text: string): bigint | undefined {
  const negative = text.startsWith('-');
  const body = negative || text.startsWith('+') ? text.slice(1) : text;
  if (body === '0') return 0n;
  if (body === '' || body.length > 100) return undefined;
  let total = 0n;
  PART.lastIndex = 0;
  while (PART.lastIndex < body.length) {
    const match = PART.exec(body);
    if (match === null) return undefined;
    const whole = match[1] ?? '';
    const fraction = (match[2] ?? '').slice(0, 18);
    const unit = UNIT_NANOS[match[3] ?? ''];
    if (unit === undefined || (whole === '' && fraction === '')) return undefined;
    total += BigInt(whole === '' ? '0' : whole) * unit;
    if (fraction !== '') total += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
    if (total > MAX_NANOS) return undefined;
  }
  return negative ? -total : total;
}

function formatSubSecond(nanos: bigint): string {
  if (nanos === 0n) return '0s';
  if (nanos < 1_000n) return `${nanos}ns`;
  if (nanos < NANOS_PER_MILLI) return `${withFraction(nanos, 3)}µs`;
  return `${withFraction(nanos, 6)}ms`;
}

function formatClock(nanos: bigint): string {
  const hours = nanos / NANOS_PER_HOUR;
  const minutes = (nanos / NANOS_PER_MINUTE) % 60n;
  const seconds = `${withFraction(nanos % NANOS_PER_MINUTE, 9)}s`;
  if (hours > 0n) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${minutes}m${seconds}` : seconds;
}

/** value / 10^digits without trailing zeros. */
function withFraction(value: bigint, digits: number): string {
  const padded = value.toString().padStart(digits + 1, '0');
  const fraction = padded.slice(-digits).replace(/0+$/, '');
  const whole = padded.slice(0, -digits);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Structural view of the CEL library's own duration (floor seconds plus nanoseconds). */
interface SecondsAndNanos {
  readonly seconds: bigint;
  readonly nanos: number;
}

function isSecondsAndNanos(value: object): value is SecondsAndNanos {
  return 'seconds' in value && typeof value.seconds === 'bigint' && 'nanos' in value && typeof value.nanos === 'number';
}

/** The value as Duration, when it is one of ours or one of the CEL library's; else undefined. */
export function asDuration(value: unknown): Duration | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Duration) return value;
  if (!Object.hasOwn(value, 'seconds') && Object.getPrototypeOf(value) !== Object.prototype && isSecondsAndNanos(value)) {
    return new Duration(value.seconds * NANOS_PER_SECOND + BigInt(value.nanos));
  }
  return undefined;
}

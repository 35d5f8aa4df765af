import { assertTextLength, charge, MAX_VALUE_DEPTH } from './budget.ts';
import { asDuration } from './duration.ts';
import { EvaluationFault } from './expression-error.ts';
import { compareKeys, entriesOf, isRecord } from './values.ts';

/** Go's %g with the shortest digits switches to the exponent form at this power of ten. */
const SHORTEST_PRECISION = 6;

/**
 * Go's `fmt` verb %v: `true`, `1`, `0.9`, `1e+06`, `[a b]`, `map[k:v]` with sorted keys, `1h0m0s`, `<nil>`,
 * timestamps as `2023-09-26 00:00:00 +0000 UTC`. A JS number is a Go float64, a bigint an int.
 */
export function goFormat(value: unknown): string {
  if (typeof value === 'string') return value;
  return format(value, 0);
}

function format(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'number':
      return formatFloat(value);
    case 'object':
      return value === null ? '<nil>' : formatObject(value, depth);
    default:
      return '<nil>';
  }
}

function formatObject(value: object, depth: number): string {
  if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('value is nested too deeply', 'EXPRESSION_LIMIT');
  charge(1);
  if (Array.isArray(value)) return joinParts('[', value, (item) => format(item, depth + 1));
  if (value instanceof Uint8Array) return `[${value.join(' ')}]`;
  if (value instanceof Date) return formatTimeValue(value);
  const duration = asDuration(value);
  if (duration !== undefined) return duration.toString();
  if (isRecord(value)) {
    const entries = entriesOf(value).sort(([a], [b]) => compareKeys(a, b));
    return joinParts('map[', entries, ([key, item]) => `${format(key, depth + 1)}:${format(item, depth + 1)}`);
  }
  return String(value);
}

function joinParts<T>(open: string, items: readonly T[], text: (item: T) => string): string {
  let out = open;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (i > 0) out += ' ';
    if (item === undefined) out += '<nil>';
    else out += text(item);
    assertTextLength(out.length);
  }
  return `${out}]`;
}

/** Go's %v of a float64: the shortest digits that read back the same, in exponent form below 1e-4 and from 1e6 (`1e+06`). */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= SHORTEST_PRECISION) {
    const digits = Math.abs(exponent).toString().padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  return plainDecimal(value);
}

/** All digits without an exponent, for 1e-6 ≤ |value| < 1e21 the same as String(value). */
export function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponentText = '0'] = text.split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? mantissa.slice(1) : mantissa).split('.');
  const exponent = Number(exponentText);
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const body =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${body}` : body;
}

function formatTimeValue(time: Date): string {
  const iso = time.toISOString();
  const millis = iso.slice(19, -1).replace(/\.?0+$/, '');
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${millis} +0000 UTC`;
}

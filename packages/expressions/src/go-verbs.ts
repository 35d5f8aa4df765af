import { asDuration } from './duration.ts';
import { formatFloat, goFormat } from './go-format.ts';
import { goQuote, goQuoteAscii, goQuoteRune } from './go-quote.ts';
import { compareKeys, entriesOf, isNumeric, isRecord } from './values.ts';

/** One `%` of a format with everything that belongs to it. */
export interface Directive {
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly verb: string;
}

/** A value as one directive shows it, with Go's marks for a verb that does not fit. */
export function formatDirective(directive: Directive, value: unknown): string {
  const { verb } = directive;
  const hasItems = verb !== 'T' && verb !== 'p' && !(verb === 'v' && directive.flags.includes('#'));
  if (hasItems && Array.isArray(value)) return `[${value.map((item) => formatDirective(directive, item)).join(' ')}]`;
  if (hasItems && isRecord(value)) {
    const entries = entriesOf(value).sort(([a], [b]) => compareKeys(a, b));
    return `map[${entries.map((entry) => entry.map((part) => formatDirective(directive, part)).join(':')).join(' ')}]`;
  }
  const body = formatVerb(directive, value);
  if (body === undefined) {
    const shown = value === null || value === undefined ? '<nil>' : `${typeName(value)}=${goFormat(value)}`;
    return `%!${directive.verb}(${shown})`;
  }
  return pad(body, directive, isNumeric(value));
}

function formatVerb(directive: Directive, value: unknown): string | undefined {
  const { verb, flags } = directive;
  if (verb === 'v') {
    if (flags.includes('#')) return goSyntax(value);
    if (typeof value === 'number' && directive.precision !== undefined)
      return formatFloatVerb({ ...directive, verb: 'g' }, value);
    return withSign(goFormat(value), value, flags);
  }
  if (verb === 'T') return typeName(value);
  if (typeof value === 'string' || value instanceof Uint8Array) return formatTextVerb(directive, value);
  if (typeof value === 'boolean') return verb === 't' ? String(value) : undefined;
  if (typeof value === 'number') return formatFloatVerb(directive, value);
  const duration = asDuration(value);
  if (duration !== undefined) return verb === 's' ? duration.toString() : formatIntVerb(directive, duration.nanos);
  if (typeof value === 'bigint') return formatIntVerb(directive, value);
  if (verb === 's' && value instanceof Date) return goFormat(value);
  return undefined;
}

function formatTextVerb({ verb, flags, precision }: Directive, value: string | Uint8Array): string | undefined {
  const text = typeof value === 'string' ? value : Buffer.from(value).toString('utf8');
  switch (verb) {
    case 's':
      return precision === undefined ? text : [...text].slice(0, precision).join('');
    case 'q':
      if (flags.includes('#') && !/[`\p{Cc}]/u.test(text)) return `\`${text}\``;
      return flags.includes('+') ? goQuoteAscii(text) : goQuote(text);
    case 'x':
    case 'X': {
      const bytes = Buffer.from(value).subarray(0, precision);
      const hex = hexText(bytes, flags);
      return verb === 'x' ? hex : hex.toUpperCase();
    }
    default:
      return undefined;
  }
}

/** Bytes as hexadecimal digits; a space separates them, and `#` puts 0x before all or, with a space, before each. */
function hexText(bytes: Buffer, flags: string): string {
  const prefix = flags.includes('#') ? '0x' : '';
  if (!flags.includes(' ')) return bytes.length === 0 ? '' : prefix + bytes.toString('hex');
  return [...bytes].map((byte) => prefix + byte.toString(16).padStart(2, '0')).join(' ');
}

const RADIX: Readonly<Record<string, { radix: number; prefix: string }>> = {
  d: { radix: 10, prefix: '' },
  b: { radix: 2, prefix: '0b' },
  o: { radix: 8, prefix: '0' },
  O: { radix: 8, prefix: '' },
  x: { radix: 16, prefix: '0x' },
  X: { radix: 16, prefix: '0X' },
};

function formatIntVerb(directive: Directive, value: bigint): string | undefined {
  const { verb, flags } = directive;
  const format = RADIX[verb];
  const size = value < 0n ? -value : value;
  if (format !== undefined) {
    let digits = size.toString(format.radix).padStart(leastDigits(directive, value), '0');
    if (verb === 'X') digits = digits.toUpperCase();
    const prefix = verb === 'O' ? '0o' : flags.includes('#') ? format.prefix : '';
    return signOf(value < 0n, flags) + prefix + digits;
  }
  const isRune = size <= 0x10ffffn && value >= 0n;
  if (verb === 'c') return isRune ? String.fromCodePoint(Number(value)) : '\uFFFD';
  if (verb === 'q') return goQuoteRune(isRune ? String.fromCodePoint(Number(value)) : '\uFFFD');
  if (verb === 'U') {
    const code = `U+${size.toString(16).toUpperCase().padStart(4, '0')}`;
    return flags.includes('#') && isRune ? `${code} '${String.fromCodePoint(Number(value))}'` : code;
  }
  return undefined;
}

/** A precision, or the width when it is filled with zeros: a sign counts, a prefix such as 0x does not. */
function leastDigits({ flags, width, precision }: Directive, value: bigint): number {
  if (precision !== undefined) return precision;
  if (width === undefined || !flags.includes('0') || flags.includes('-')) return 0;
  return value < 0n || flags.includes('+') || flags.includes(' ') ? width - 1 : width;
}

function formatFloatVerb({ verb, flags, precision }: Directive, value: number): string | undefined {
  if (!/^[eEfFgG]$/.test(verb)) return undefined;
  if (!Number.isFinite(value)) return withSign(formatFloat(value).replace('+', ''), value, flags);
  const size = Math.abs(value);
  const sign = signOf(value < 0 || Object.is(value, -0), flags);
  switch (verb) {
    case 'e':
    case 'E': {
      const text = goExponent(size.toExponential(Math.min(precision ?? 6, 100)));
      return sign + (verb === 'E' ? text.toUpperCase() : text);
    }
    case 'f':
    case 'F':
      return sign + fixed(size, Math.min(precision ?? 6, 100));
    default: {
      const text = precision === undefined ? formatFloat(size) : significant(size, Math.max(1, Math.min(precision, 100)));
      return sign + (verb === 'G' ? text.toUpperCase() : text);
    }
  }
}

/** Digits after the point, where an exact half goes to the even neighbour as in Go. */
function fixed(size: number, digits: number): string {
  if (size < 1e21) return isExactHalf(size, digits) ? halfToEven(size, digits) : size.toFixed(digits);
  return BigInt(size).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
}

function isExactHalf(size: number, digits: number): boolean {
  if (digits > 30) return false;
  const tail = size.toFixed(100).slice(-(100 - digits));
  return tail[0] === '5' && /^50*$/.test(tail);
}

function halfToEven(size: number, digits: number): string {
  const all = size.toFixed(digits + 1);
  const cut = BigInt(all.slice(0, -1).replace('.', ''));
  const rounded = (cut % 2n === 0n ? cut : cut + 1n).toString().padStart(digits + 1, '0');
  return digits === 0 ? rounded : `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}`;
}

function significant(size: number, digits: number): string {
  if (size === 0) return '0';
  const exponent = Number(size.toExponential(digits - 1).split('e')[1]);
  if (exponent < -4 || exponent >= digits) {
    return goExponent(size.toExponential(digits - 1).replace(/\.?0+e/, 'e'));
  }
  const text = size.toPrecision(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function goExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function signOf(negative: boolean, flags: string): string {
  if (negative) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

function withSign(text: string, value: unknown, flags: string): string {
  return isNumeric(value) && flags.includes('+') && !/^[-+]/.test(text) ? `+${text}` : text;
}

function pad(text: string, { flags, width }: Directive, numeric: boolean): string {
  if (width === undefined) return text;
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0') || !numeric) return ' '.repeat(missing) + text;
  const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}

function goSyntax(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (isRecord(value) && !(value instanceof Map)) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `map[string]interface {}{${entries.map(([key, item]) => `${goQuote(key)}:${goSyntax(item)}`).join(', ')}}`;
  }
  return goFormat(value);
}

/** Go's name of a value's type, as %T prints it. */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    default:
  }
  if (Array.isArray(value)) return '[]interface {}';
  if (value instanceof Uint8Array) return '[]uint8';
  if (value instanceof Date) return 'time.Time';
  if (asDuration(value) !== undefined) return 'time.Duration';
  return isRecord(value) ? 'map[string]interface {}' : '<nil>';
}

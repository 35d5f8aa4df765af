import { assertTextLength, charge } from '../budget.ts';
import { toCount, toText } from '../coerce.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { goFormat } from '../go-format.ts';
import { goPrintf } from '../go-printf.ts';
import { typeName } from '../go-verbs.ts';
import { compareTexts, isEqualValue, isNumeric, isRecord, ownValue, sizeOf } from '../values.ts';
import type { TemplateFunction } from './access.ts';
import { isTrue } from './truth.ts';

const IMPLEMENTATIONS = {
  not: (value) => !isTrue(value),
  len: lengthOf,
  index,
  slice,
  print: (...args) => print(args),
  println: (...args) => `${args.map(printed).join(' ')}\n`,
  printf: (format, ...args) => goPrintf(toText(format), args.map(nilWhenMissing)),
  html: (...args) => escapeHtml(print(args)),
  js: (...args) => escapeJs(print(args)),
  urlquery: (...args) =>
    encodeURIComponent(print(args))
      .replaceAll('%20', '+')
      .replace(/[!'()*]/g, percentEncode),
  call: (callee, ...args) => {
    if (typeof callee !== 'function') throw new EvaluationFault(`call of non-function ${typeName(callee)}`);
    return Reflect.apply(callee, undefined, args);
  },
  eq: (first, ...others) => {
    if (others.length === 0) throw new EvaluationFault('missing argument for comparison');
    return others.some((other) => isEqualOperand(first, other));
  },
  ne: (a, b) => !isEqualOperand(a, b),
  lt: (a, b) => order(a, b) < 0,
  le: (a, b) => order(a, b) <= 0,
  gt: (a, b) => order(a, b) > 0,
  ge: (a, b) => order(a, b) >= 0,
} satisfies Readonly<Record<string, TemplateFunction>>;

/** Numbers of arguments that Go's functions take: least and most. */
const ARGUMENT_COUNTS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  not: [1, 1],
  len: [1, 1],
  index: [1, Number.POSITIVE_INFINITY],
  slice: [1, Number.POSITIVE_INFINITY],
  printf: [1, Number.POSITIVE_INFINITY],
  call: [1, Number.POSITIVE_INFINITY],
  eq: [1, Number.POSITIVE_INFINITY],
  ne: [2, 2],
  lt: [2, 2],
  le: [2, 2],
  gt: [2, 2],
  ge: [2, 2],
};

function counted(name: string, run: TemplateFunction): TemplateFunction {
  const [least, most] = ARGUMENT_COUNTS[name] ?? [0, Number.POSITIVE_INFINITY];
  const wanted = least === most ? String(least) : `at least ${least}`;
  return (...args) => {
    if (args.length < least || args.length > most) {
      throw new EvaluationFault(`wrong number of args for ${name}: want ${wanted} got ${args.length}`);
    }
    return run(...args);
  };
}

/** The functions that Go's text/template predefines, except `and` and `or`, which the interpreter evaluates itself. */
export const BUILTINS: Readonly<Record<string, TemplateFunction>> = Object.fromEntries(
  Object.entries(IMPLEMENTATIONS).map(([name, run]) => [name, counted(name, run)]),
);

function nilWhenMissing(value: unknown): unknown {
  return value === undefined ? null : value;
}

function printed(value: unknown): string {
  return goFormat(nilWhenMissing(value));
}

/** fmt.Sprint: a space between operands when neither is a text. */
function print(args: readonly unknown[]): string {
  let out = '';
  for (const [index, arg] of args.entries()) {
    if (index > 0 && typeof arg !== 'string' && typeof args[index - 1] !== 'string') out += ' ';
    out += printed(arg);
    assertTextLength(out.length);
  }
  return out;
}

function lengthOf(value: unknown): bigint {
  if (typeof value === 'string') return BigInt(Buffer.byteLength(value));
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length);
  if (isRecord(value)) return BigInt(sizeOf(value));
  throw new EvaluationFault(value === undefined || value === null ? 'len of nil pointer' : `len of type ${typeName(value)}`);
}

function index(value: unknown, ...keys: unknown[]): unknown {
  let item = value;
  for (const key of keys) {
    charge(1);
    if (item === undefined || item === null) throw new EvaluationFault('index of untyped nil');
    if (isRecord(item)) item = ownValue(item, key);
    else if (Array.isArray(item)) item = item[position(key, item.length)];
    else if (typeof item === 'string') item = BigInt(Buffer.from(item)[position(key, Buffer.byteLength(item))] ?? 0);
    else if (item instanceof Uint8Array) item = BigInt(item[position(key, item.length)] ?? 0);
    else throw new EvaluationFault(`can't index item of type ${typeName(item)}`);
  }
  return item;
}

function position(key: unknown, length: number): number {
  if (!isNumeric(key)) throw new EvaluationFault(`cannot index slice/array with type ${typeName(key)}`);
  const at = Number(key);
  if (!Number.isInteger(at) || at < 0 || at >= length) throw new EvaluationFault(`index out of range: ${at}`);
  return at;
}

/** Go's slice: part of a list or of a text's bytes. */
export function slice(value: unknown, ...bounds: unknown[]): unknown {
  const source = typeof value === 'string' ? Buffer.from(value) : value;
  if (!Array.isArray(source) && !(source instanceof Uint8Array))
    throw new EvaluationFault(`can't slice item of type ${typeName(value)}`);
  const [from = 0, to = source.length] = bounds.map((bound) => toCount(bound, 'slice'));
  if (from < 0 || to > source.length || from > to) throw new EvaluationFault(`slice index out of range: ${from}:${to}`);
  charge(to - from);
  const part = source.slice(from, to);
  return typeof value === 'string' ? Buffer.from(Uint8Array.from(part)).toString('utf8') : part;
}

type BasicKind = 'number' | 'text' | 'bool' | 'nil' | 'other';

function basicKind(value: unknown): BasicKind {
  if (value === undefined || value === null) return 'nil';
  if (isNumeric(value) || asDuration(value) !== undefined) return 'number';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'bool' : 'other';
}

function comparable(value: unknown): unknown {
  return asDuration(value)?.nanos ?? value;
}

function isEqualOperand(a: unknown, b: unknown): boolean {
  const kind = basicKind(a);
  const other = basicKind(b);
  if (kind === 'nil' || other === 'nil') return kind === other;
  if (kind !== other) throw new EvaluationFault(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);
  if (kind === 'other' && !(a instanceof Date)) throw new EvaluationFault(`non-comparable type ${typeName(a)}`);
  const left = comparable(a);
  const right = comparable(b);
  return kind === 'number' && isNumeric(left) && isNumeric(right) ? Number(left) === Number(right) : isEqualValue(left, right);
}

function order(a: unknown, b: unknown): number {
  const left = comparable(a);
  const right = comparable(b);
  if (isNumeric(left) && isNumeric(right)) return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  if (basicKind(a) !== basicKind(b))
    throw new EvaluationFault(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);
  throw new EvaluationFault(`invalid type for comparison: ${typeName(a)}`);
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\0]/g, (char) => HTML_ESCAPES[char] ?? char);
}

const JS_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
};

function escapeJs(text: string): string {
  return text.replace(/[\\'"<>&=\p{Cc}]/gu, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return JS_ESCAPES[char] ?? `\\u${code}`;
  });
}

function percentEncode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

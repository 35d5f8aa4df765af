import { assertListLength, assertTextLength, charge } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { LruCache } from '../lru-cache.ts';
import { translateGoRegexp } from './go-regexp-syntax.ts';

interface CompiledRegexp {
  readonly regexp: RegExp;
  /** Power of the text's length that bounds the number of steps of one match attempt; Infinity when there is no useful bound. */
  readonly power: number;
}

const cache = new LruCache<CompiledRegexp>(500);
const MAX_PATTERN_LENGTH = 10_000;

function compile(pattern: string): CompiledRegexp {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached;
  if (pattern.length > MAX_PATTERN_LENGTH) throw new EvaluationFault('regular expression is too long', 'EXPRESSION_LIMIT');
  const { source, power } = translateGoRegexp(pattern);
  let regexp: RegExp;
  try {
    regexp = new RegExp(source, 'gu');
  } catch {
    throw new EvaluationFault(`invalid regular expression: ${pattern.slice(0, 200)}`);
  }
  const compiled = { regexp, power };
  cache.set(pattern, compiled);
  return compiled;
}

/** The regular expression, after taking the steps that it may need on a text in the worst case. */
function prepared(pattern: string, text: string): RegExp {
  const { regexp, power } = compile(pattern);
  // At least 2, since 1 to an infinite power is not a number.
  charge(1 + (text.length + 2) ** power / 16);
  regexp.lastIndex = 0;
  return regexp;
}

/** Go's regexp: does the pattern match anywhere in the text? */
export function regexpMatches(pattern: string, text: string): boolean {
  return prepared(pattern, text).test(text);
}

export function regexpFind(pattern: string, text: string): string {
  return prepared(pattern, text).exec(text)?.[0] ?? '';
}

/** All matches, at most `limit` when it is not negative. */
export function regexpFindAll(pattern: string, text: string, limit = -1): string[] {
  const matches = text.match(prepared(pattern, text)) ?? [];
  assertListLength(matches.length);
  return limit < 0 ? matches : matches.slice(0, limit);
}

/** Replaces matches; `$1` and `${name}` in the replacement stand for groups. */
export function regexpReplace(pattern: string, replacement: string, text: string): string {
  const out = text.replace(prepared(pattern, text), (...args: unknown[]) => expand(replacement, args));
  assertTextLength(out.length);
  return out;
}

export function regexpReplaceLiteral(pattern: string, replacement: string, text: string): string {
  const out = text.replace(prepared(pattern, text), () => replacement);
  assertTextLength(out.length);
  return out;
}

export function regexpSplit(pattern: string, text: string, limit = -1): string[] {
  if (limit === 0) return [];
  const parts: string[] = [];
  let last = 0;
  for (const match of text.matchAll(prepared(pattern, text))) {
    if (limit > 0 && parts.length === limit - 1) break;
    const end = match.index + match[0].length;
    if (end === 0 || (match[0] === '' && match.index >= text.length)) continue;
    parts.push(text.slice(last, match.index));
    last = end;
  }
  parts.push(text.slice(last));
  assertListLength(parts.length);
  return parts;
}

export function quoteRegexp(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

const GROUP_REFERENCE = /\$(?:\$|\{(\w+)\}|(\w+))/g;

function expand(replacement: string, args: readonly unknown[]): string {
  const last = args.at(-1);
  const groups =
    typeof last === 'object' && last !== null ? new Map<string, unknown>(Object.entries(last)) : new Map<string, unknown>();
  const captureCount = args.findIndex((arg) => typeof arg === 'number');
  return replacement.replace(GROUP_REFERENCE, (whole, braced: string | undefined, bare: string | undefined) => {
    if (whole === '$$') return '$';
    const name = braced ?? bare ?? '';
    const value = /^\d+$/.test(name) && Number(name) < captureCount ? args[Number(name)] : groups.get(name);
    return typeof value === 'string' ? value : '';
  });
}

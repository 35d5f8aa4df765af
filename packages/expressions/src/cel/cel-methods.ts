import { chargeText } from '../budget.ts';
import { requireCount, requireList, requireText, toBytes, toCount, toText } from '../coerce.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { regexpFind, regexpFindAll, regexpMatches } from '../functions/go-regexp.ts';
import { base64Encode } from '../functions/identifiers.ts';
import { parseJson, parseJsonArray, toJson } from '../functions/json.ts';
import * as lists from '../functions/lists.ts';
import * as maps from '../functions/maps.ts';
import { parseUrl, queryParts } from '../functions/paths-and-urls.ts';
import * as text from '../functions/text.ts';
import { wallClock } from '../functions/time-zone.ts';
import { goQuote } from '../go-quote.ts';
import { isRecord, kindOf } from '../values.ts';
import { celFormat } from './cel-format.ts';
import { type CelFunction, type CelFunctions, fn, onCelValues } from './cel-function.ts';
import { sizeOfValue } from './cel-globals.ts';

function textMethod(
  name: string,
  run: (receiver: string, ...args: unknown[]) => unknown,
  arity: number | readonly number[] = 1,
): CelFunction {
  return fn(arity, 'string', (receiver, ...args) => run(requireText(receiver, name), ...args));
}

const STRING_METHODS: CelFunctions = {
  abbrev: textMethod(
    'abbrev',
    (s, a, b) =>
      b === undefined
        ? text.abbreviate(s, 0, toCount(a, 'abbrev'))
        : text.abbreviate(s, toCount(a, 'abbrev'), toCount(b, 'abbrev')),
    [2, 3],
  ),
  camelCase: textMethod('camelCase', text.camelCase),
  kebabCase: textMethod('kebabCase', text.kebabCase),
  snakeCase: textMethod('snakeCase', text.snakeCase),
  slug: textMethod('slug', text.slug),
  title: textMethod('title', text.titleCase),
  toLower: textMethod('toLower', (s) => s.toLowerCase()),
  toUpper: textMethod('toUpper', (s) => s.toUpperCase()),
  lowerAscii: textMethod('lowerAscii', (s) => s.replace(/[A-Z]+/g, (part) => part.toLowerCase())),
  upperAscii: textMethod('upperAscii', (s) => s.replace(/[a-z]+/g, (part) => part.toUpperCase())),
  trim: textMethod('trim', text.trimSpace),
  trimSpace: textMethod('trimSpace', text.trimSpace),
  trimPrefix: textMethod('trimPrefix', (s, prefix) => text.trimPrefix(s, toText(prefix)), 2),
  trimSuffix: textMethod('trimSuffix', (s, suffix) => text.trimSuffix(s, toText(suffix)), 2),
  trunc: textMethod('trunc', (s, length) => text.truncate(s, toCount(length, 'trunc')), 2),
  indent: textMethod('indent', (s, a, b) => indentMethod(s, a, b), [1, 2, 3]),
  quote: textMethod('quote', goQuote),
  squote: textMethod('squote', text.singleQuote),
  shellQuote: fn(1, 'string', text.shellQuote),
  repeat: textMethod('repeat', (s, count) => text.repeat(s, toCount(count, 'repeat')), 2),
  replace: textMethod(
    'replace',
    (s, from, to, count) =>
      text.replaceText(
        s,
        requireText(from, 'replace'),
        requireText(to, 'replace'),
        count === undefined ? -1 : requireCount(count, 'replace'),
      ),
    [3, 4],
  ),
  replaceAll: textMethod('replaceAll', (s, from, to) => text.replaceText(s, toText(from), toText(to)), 3),
  wordWrap: textMethod(
    'wordWrap',
    (s, width, separator) => text.wordWrap(s, toCount(width ?? 80n, 'wordWrap'), toText(separator)),
    [1, 2, 3],
  ),
  find: textMethod('find', (s, pattern) => regexpFind(toText(pattern), s), 2),
  charAt: textMethod('charAt', charAt, 2),
  format: onCelValues(textMethod('format', (s, args) => celFormat(s, requireList(args, 'format')), 2)),
  substring: textMethod('substring', substring, [2, 3]),
  runeCount: fn(1, 'int', (s) => BigInt(text.codePoints(requireText(s, 'runeCount')).length)),
  matches: fn(2, 'bool', (s, pattern) => regexpMatches(requireText(pattern, 'matches'), requireText(s, 'matches'))),
  startsWith: fn(2, 'bool', (s, prefix) => requireText(s, 'startsWith').startsWith(requireText(prefix, 'startsWith'))),
  endsWith: fn(2, 'bool', (s, suffix) => requireText(s, 'endsWith').endsWith(requireText(suffix, 'endsWith'))),
  contains: fn(2, 'bool', contains),
  findAll: fn([2, 3], 'list', (s, pattern, limit) =>
    regexpFindAll(toText(pattern), toText(s), limit === undefined ? -1 : toCount(limit, 'findAll')),
  ),
  split: fn([2, 3], 'list', (s, separator, limit) =>
    text.splitText(
      requireText(s, 'split'),
      requireText(separator, 'split'),
      limit === undefined ? -1 : requireCount(limit, 'split'),
    ),
  ),
};

function indentMethod(s: string, a: unknown, b: unknown): string {
  if (b !== undefined) return text.indent(s, toCount(a, 'indent'), toText(b));
  return typeof a === 'string' ? text.indent(s, 1, a) : text.indent(s, a === undefined ? 1 : toCount(a, 'indent'), ' ');
}

function contains(receiver: unknown, wanted: unknown): boolean {
  if (Array.isArray(receiver) || isRecord(receiver)) return maps.has(receiver, wanted);
  const haystack = requireText(receiver, 'contains');
  chargeText(haystack);
  return haystack.includes(requireText(wanted, 'contains'));
}

function charAt(s: string, at: unknown): string {
  const points = text.codePoints(s);
  const index = requireCount(at, 'charAt');
  if (index < 0 || index > points.length) throw new EvaluationFault(`charAt: index out of range: ${index}`);
  return points[index] ?? '';
}

function substring(s: string, from: unknown, to: unknown): string {
  const points = text.codePoints(s);
  const start = requireCount(from, 'substring');
  const end = to === undefined ? points.length : requireCount(to, 'substring');
  if (start < 0 || end > points.length || start > end)
    throw new EvaluationFault(`substring: range ${start}..${end} out of range`);
  chargeText(s);
  return typeof points === 'string' ? points.slice(start, end) : points.slice(start, end).join('');
}

function indexOf(receiver: unknown, wanted: unknown, offset?: unknown): bigint {
  if (Array.isArray(receiver)) return lists.indexIn(receiver, wanted);
  const s = requireText(receiver, 'indexOf');
  chargeText(s);
  const from = offset === undefined ? 0 : requireCount(offset, 'indexOf');
  if (from < 0 || from > s.length) throw new EvaluationFault(`indexOf: offset out of range: ${from}`);
  return positionIn(s, s.indexOf(requireText(wanted, 'indexOf'), from));
}

function lastIndexOf(receiver: unknown, wanted: unknown, offset?: unknown): bigint {
  if (Array.isArray(receiver)) return lists.lastIndexIn(receiver, wanted);
  const s = requireText(receiver, 'lastIndexOf');
  chargeText(s);
  const from = offset === undefined ? s.length : requireCount(offset, 'lastIndexOf');
  if (from < 0 || from > s.length) throw new EvaluationFault(`lastIndexOf: offset out of range: ${from}`);
  return positionIn(s, s.lastIndexOf(requireText(wanted, 'lastIndexOf'), from));
}

/** Position in code points of a position in UTF-16 units. */
function positionIn(s: string, at: number): bigint {
  return BigInt(at <= 0 ? at : text.codePoints(s.slice(0, at)).length);
}

const COLLECTION_METHODS: CelFunctions = {
  size: fn(1, 'int', sizeOfValue),
  keys: fn(1, 'list', maps.keysOf),
  values: fn(1, 'list', maps.valuesOf),
  merge: fn(2, 'dyn', (left, right) => maps.merge(left, right), true),
  omit: fn(2, 'dyn', maps.omit, true),
  pick: fn(2, 'dyn', maps.pick, true),
  sort: fn(1, 'dyn', (value) => (typeof value === 'string' ? [...value].sort().join('') : lists.sorted(value))),
  sortBy: fn(2, 'list', (list, key) => lists.sortedBy(list, toText(key))),
  uniq: fn(1, 'list', lists.unique),
  reverse: fn(1, 'dyn', (value) => (typeof value === 'string' ? text.reverseText(value) : lists.reversed(value))),
  flatten: fn([1, 2], 'list', (list, depth) => lists.flatten(list, depth === undefined ? -1 : toCount(depth, 'flatten'))),
  isSorted: fn(1, 'bool', lists.isSorted),
  sum: fn(1, 'dyn', lists.sum),
  min: fn(1, 'dyn', (list) => lists.extreme(list, -1)),
  max: fn(1, 'dyn', (list) => lists.extreme(list, 1)),
  distinct: fn(1, 'list', lists.unique),
  first: fn(1, 'dyn', (list) => requireList(list, 'first')[0] ?? null),
  last: fn(1, 'dyn', (list) => requireList(list, 'last').at(-1) ?? null),
  indexOf: fn([2, 3], 'int', indexOf),
  lastIndexOf: fn([2, 3], 'int', lastIndexOf),
  join: fn([1, 2], 'string', (list, separator) => lists.joinList(list, toText(separator))),
  slice: fn(3, 'list', (list, from, to) => lists.sliceList(list, toCount(from, 'slice'), toCount(to, 'slice'))),
  toJSON: fn(1, 'string', (value) => toJson(value)),
  toJSONPretty: fn([1, 2], 'string', (value, indent) =>
    toJson(
      value,
      indent === undefined
        ? '  '
        : typeof indent === 'string'
          ? indent
          : ' '.repeat(Math.min(20, toCount(indent, 'toJSONPretty'))),
    ),
  ),
  JSON: fn(1, 'dyn', parseJson, true),
  JSONArray: fn(1, 'dyn', parseJsonArray, true),
};

type Clock = (clock: Date) => number;

function timeGetter(name: string, read: Clock): CelFunction {
  return fn([1, 2], 'int', (receiver, zone) => {
    if (!(receiver instanceof Date)) throw new EvaluationFault(`${name}: expected a timestamp, got ${kindOf(receiver)}`);
    return BigInt(read(zone === undefined ? receiver : wallClock(receiver, requireText(zone, name))));
  });
}

/** Getters that timestamps and durations share; a duration's is its whole length in that unit. */
function clockGetter(name: string, read: Clock, unitNanos: bigint): CelFunction {
  const ofTime = timeGetter(name, read);
  return fn([1, 2], 'int', (receiver, ...zone) => {
    const duration = asDuration(receiver);
    return duration === undefined ? ofTime.run([receiver, ...zone]) : duration.nanos / unitNanos;
  });
}

const DAY_MS = 86_400_000;

const TIME_METHODS: CelFunctions = {
  getFullYear: timeGetter('getFullYear', (t) => t.getUTCFullYear()),
  getMonth: timeGetter('getMonth', (t) => t.getUTCMonth()),
  getDate: timeGetter('getDate', (t) => t.getUTCDate()),
  getDayOfMonth: timeGetter('getDayOfMonth', (t) => t.getUTCDate() - 1),
  getDayOfWeek: timeGetter('getDayOfWeek', (t) => t.getUTCDay()),
  getDayOfYear: timeGetter('getDayOfYear', (t) => Math.floor((t.getTime() - Date.UTC(t.getUTCFullYear(), 0, 1)) / DAY_MS)),
  getHours: clockGetter('getHours', (t) => t.getUTCHours(), 3_600_000_000_000n),
  getMinutes: clockGetter('getMinutes', (t) => t.getUTCMinutes(), 60_000_000_000n),
  getSeconds: clockGetter('getSeconds', (t) => t.getUTCSeconds(), 1_000_000_000n),
  getMilliseconds: clockGetter('getMilliseconds', (t) => t.getUTCMilliseconds(), 1_000_000n),
};

function urlPart(read: (url: URL) => string): CelFunction {
  return fn(1, 'string', (value) => read(parseUrl(requireText(value, 'url'))));
}

/** Methods of a url(), which is the checked text of the URL. */
const URL_METHODS: CelFunctions = {
  getHost: urlPart((url) => url.host),
  getHostname: urlPart((url) => url.hostname),
  getPort: urlPart((url) => url.port),
  getScheme: urlPart((url) => url.protocol.slice(0, -1)),
  getEscapedPath: urlPart((url) => url.pathname),
  getQuery: fn(1, 'map', (value) => queryParts(parseUrl(requireText(value, 'url'))), true),
};

const BYTES_METHODS: CelFunctions = {
  hex: fn(1, 'string', (value) => Buffer.from(toBytes(value)).toString('hex')),
  base64: fn(1, 'string', base64Encode),
  string: fn(1, 'string', toText),
  json: fn(1, 'dyn', parseJson, true),
};

/** Our methods for CEL by name; they replace the library's methods of the same name. */
export const CEL_METHODS: CelFunctions = {
  ...STRING_METHODS,
  ...COLLECTION_METHODS,
  ...TIME_METHODS,
  ...URL_METHODS,
  ...BYTES_METHODS,
};

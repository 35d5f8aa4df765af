import { requireList, toCount, toNumber, toText } from '../coerce.ts';
import type { Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import * as formats from '../functions/data-formats.ts';
import * as regexp from '../functions/go-regexp.ts';
import { parseGoTime } from '../functions/go-time-layout.ts';
import * as ids from '../functions/identifiers.ts';
import * as kubernetes from '../functions/kubernetes.ts';
import * as lists from '../functions/lists.ts';
import * as math from '../functions/math.ts';
import * as paths from '../functions/paths-and-urls.ts';
import { cpuAsMillicores, memoryAsBytes } from '../functions/quantities.ts';
import * as time from '../functions/time.ts';
import { goQuote } from '../go-quote.ts';
import { isTrue } from '../template/truth.ts';
import { kindOf } from '../values.ts';
import { type CelFunctions, fn, onCelValues, variadic } from './cel-function.ts';
import { MATH_EXTENSION } from './math-extension.ts';
import { ofNonZeroValue } from './optional-functions.ts';

const UNIT_NANOS = {
  Hour: 3_600_000_000_000n,
  Minute: 60_000_000_000n,
  Second: 1_000_000_000n,
  Millisecond: 1_000_000n,
  Microsecond: 1_000n,
  Nanosecond: 1n,
} as const;

const units: CelFunctions = Object.fromEntries(
  Object.entries(UNIT_NANOS).map(([name, nanos]) => [name, fn(1, 'duration', (value) => time.span(value, nanos))]),
);

const hashes: CelFunctions = Object.fromEntries(
  ids.HASH_NAMES.flatMap((name) => [
    [name, fn(1, 'string', (value) => ids.hashHex(name, value))],
    [`${name}Bytes`, fn(1, 'bytes', (value) => ids.hashBytes(name, value))],
  ]),
);

const integerPart = (round: (value: number) => number) => fn(1, 'double', (value) => round(toNumber(value, 'math')));

function assertTrue(condition: unknown, message?: unknown): string {
  if (isTrue(condition)) return '';
  throw new EvaluationFault(message === undefined ? 'assertion failed' : `assertion failed: ${toText(message)}`);
}

function required(message: unknown, value: unknown): unknown {
  if (value !== null && value !== undefined && value !== '') return value;
  throw new EvaluationFault(toText(message) || 'can not render template: a required value was not set');
}

/** Functions with a dotted name for CEL, such as `time.Now()`. */
export const CEL_NAMESPACES: Readonly<Record<string, CelFunctions>> = {
  time: {
    ...units,
    Now: fn(0, 'time', time.now),
    Since: fn(1, 'duration', time.since),
    Until: fn(1, 'duration', time.until),
    Parse: fn(2, 'time', (layout, text) => parseGoTime(toText(layout), toText(text))),
    ParseLocal: fn(2, 'time', (layout, text) => time.parseLocal(toText(layout), toText(text))),
    ParseInLocation: fn(3, 'time', (layout, zone, text) => parseGoTime(toText(layout), toText(text), toText(zone))),
    ParseDuration: fn(1, 'duration', time.durationOf),
    Unix: fn(1, 'time', time.fromUnix),
    ZoneName: fn(0, 'string', time.zoneName),
    ZoneOffset: fn(0, 'int', time.zoneOffset),
    InTimeRange: fn(3, 'bool', (value, from, to) => time.inTimeRange(value, toText(from), toText(to))),
  },
  crypto: hashes,
  uuid: {
    Nil: fn(0, 'string', () => ids.NIL_UUID),
    V1: fn(0, 'string', ids.uuidV1),
    V4: fn(0, 'string', ids.uuidV4),
    IsValid: fn(1, 'bool', ids.isUuid),
    Parse: fn(1, 'string', ids.parseUuid),
  },
  math: {
    IsInt: fn(1, 'bool', math.isInt),
    IsFloat: fn(1, 'bool', math.isFloat),
    IsNum: fn(1, 'bool', (value) => math.isInt(value) || math.isFloat(value)),
    containsFloat: variadic('bool', (values) => values.some(math.isFloat)),
    Abs: fn(1, 'dyn', math.absolute),
    Add: variadic('dyn', math.add),
    Mul: variadic('dyn', math.multiply),
    Sub: fn(2, 'dyn', math.subtract),
    Div: fn(2, 'double', math.divide),
    Rem: fn(2, 'int', math.remainder),
    Pow: fn(2, 'dyn', math.power),
    Seq: variadic('list', math.sequence),
    Ceil: integerPart(Math.ceil),
    Floor: integerPart(Math.floor),
    Round: fn(1, 'double', math.round),
    ...MATH_EXTENSION,
  },
  regexp: {
    Find: fn(2, 'string', (pattern, text) => regexp.regexpFind(toText(pattern), toText(text))),
    FindAll: fn([2, 3], 'list', (pattern, a, b) =>
      b === undefined
        ? regexp.regexpFindAll(toText(pattern), toText(a))
        : regexp.regexpFindAll(toText(pattern), toText(b), toCount(a, 'regexp.FindAll')),
    ),
    Match: fn(2, 'bool', (pattern, text) => regexp.regexpMatches(toText(pattern), toText(text))),
    QuoteMeta: fn(1, 'string', (text) => regexp.quoteRegexp(toText(text))),
    Replace: fn(3, 'string', (pattern, replacement, text) =>
      regexp.regexpReplace(toText(pattern), toText(replacement), toText(text)),
    ),
    ReplaceLiteral: fn(3, 'string', (pattern, replacement, text) =>
      regexp.regexpReplaceLiteral(toText(pattern), toText(replacement), toText(text)),
    ),
    Split: fn([2, 3], 'list', (pattern, a, b) =>
      b === undefined
        ? regexp.regexpSplit(toText(pattern), toText(a))
        : regexp.regexpSplit(toText(pattern), toText(b), toCount(a, 'regexp.Split')),
    ),
  },
  filepath: {
    Base: fn(1, 'string', (path) => paths.basePath(toText(path))),
    Clean: fn(1, 'string', (path) => paths.cleanPath(toText(path))),
    Dir: fn(1, 'string', (path) => paths.dirPath(toText(path))),
    Ext: fn(1, 'string', (path) => paths.extPath(toText(path))),
    FromSlash: fn(1, 'string', toText),
    ToSlash: fn(1, 'string', toText),
    VolumeName: fn(1, 'string', () => ''),
    IsAbs: fn(1, 'bool', (path) => toText(path).startsWith('/')),
    Join: variadic('string', paths.joinPath),
    Match: fn(2, 'bool', (pattern, name) => paths.matchPath(toText(pattern), toText(name))),
    Rel: fn(2, 'string', (base, target) => paths.relPath(toText(base), toText(target))),
    Split: fn(1, 'list', (path) => paths.splitPath(toText(path))),
  },
  random: {
    ASCII: fn(1, 'string', (length) => ids.randomText(toCount(length, 'random.ASCII'), ids.ALPHABETS.ascii)),
    Alpha: fn(1, 'string', (length) => ids.randomText(toCount(length, 'random.Alpha'), ids.ALPHABETS.alpha)),
    AlphaNum: fn(1, 'string', (length) => ids.randomText(toCount(length, 'random.AlphaNum'), ids.ALPHABETS.alphaNumeric)),
    String: fn([1, 2], 'string', (length, bounds) => randomString(toCount(length, 'random.String'), bounds)),
    Item: fn(1, 'dyn', (items) => randomItem(requireList(items, 'random.Item'))),
    Number: variadic('int', (bounds) => randomInteger(bounds)),
    Float: variadic('double', (bounds) => randomFloat(bounds)),
  },
  test: {
    Assert: fn([1, 2], 'string', (a, b) => (b === undefined ? assertTrue(a) : assertTrue(b, a))),
    Fail: fn([0, 1], 'string', (message) => {
      throw new EvaluationFault(`template generation failed${message === undefined ? '' : `: ${toText(message)}`}`);
    }),
    Kind: fn(1, 'string', kindOf),
    IsKind: fn(2, 'bool', isKind),
    Required: fn([1, 2], 'dyn', (a, b) => (b === undefined ? required('', a) : required(a, b))),
    Ternary: fn(3, 'dyn', (whenTrue, whenFalse, condition) => (isTrue(condition) ? whenTrue : whenFalse)),
  },
  base64: {
    encode: fn(1, 'string', ids.base64Encode),
    decode: fn(1, 'bytes', ids.base64Decode),
  },
  sets: {
    contains: fn(2, 'bool', lists.containsAll),
    equivalent: fn(2, 'bool', (a, b) => lists.containsAll(a, b) && lists.containsAll(b, a)),
    intersects: fn(2, 'bool', lists.intersects),
  },
  optional: { ofNonZeroValue: onCelValues(fn(1, 'dyn', ofNonZeroValue)) },
  strings: { quote: fn(1, 'string', (text) => goQuote(toText(text))) },
  data: {
    CSVByRow: fn(
      [1, 2],
      'list',
      (text, delimiter) => formats.csvByRow(text, delimiter === undefined ? ',' : toText(delimiter)),
      true,
    ),
    CSVByColumn: fn(
      [1, 2],
      'map',
      (text, delimiter) => formats.csvByColumn(text, delimiter === undefined ? ',' : toText(delimiter)),
      true,
    ),
  },
  aws: {
    fromAWSMap: fn(1, 'map', paths.fromAwsMap, true),
    arnToMap: fn(1, 'map', (text) => paths.arnToMap(toText(text)), true),
  },
  k8s: {
    isHealthy: fn(1, 'bool', kubernetes.isHealthy),
    IsHealthy: fn(1, 'bool', kubernetes.isHealthy),
    is_healthy: fn(1, 'bool', kubernetes.isHealthy),
    isReady: fn(1, 'bool', kubernetes.isReady),
    is_ready: fn(1, 'bool', kubernetes.isReady),
    getHealth: fn(1, 'map', kubernetes.getHealth),
    get_health: fn(1, 'map', kubernetes.getHealth),
    health: fn(1, 'map', kubernetes.getHealth),
    getStatus: fn(1, 'string', kubernetes.getStatus),
    get_status: fn(1, 'string', kubernetes.getStatus),
    neat: fn([1, 2], 'string', kubernetes.neat),
    labels: fn(1, 'map', kubernetes.objectLabels, true),
    podProperties: fn(1, 'list', kubernetes.podProperties),
    nodeProperties: fn(1, 'list', kubernetes.nodeProperties),
    getResourcesLimit: fn(2, 'int', kubernetes.resourcesLimit),
    getResourcesRequests: fn(2, 'int', kubernetes.resourcesRequests),
    podMaxCPUMillicores: fn(1, 'int', (pod) => kubernetes.resourcesLimit(pod, 'cpu')),
    podMaxMemoryBytes: fn(1, 'int', (pod) => kubernetes.resourcesLimit(pod, 'memory')),
    cpuAsMillicores: fn(1, 'int', (text) => cpuAsMillicores(toText(text))),
    memoryAsBytes: fn(1, 'int', (text) => memoryAsBytes(toText(text))),
  },
};

export function isKind(kind: unknown, value: unknown): boolean {
  const actual = kindOf(value);
  return (
    kind === actual ||
    (kind === 'number' && (actual === 'int64' || actual === 'float64')) ||
    (kind === 'int' && actual === 'int64')
  );
}

export function randomString(length: number, bounds: unknown): string {
  if (!Array.isArray(bounds) || bounds.length === 0)
    return ids.randomText(length, typeof bounds === 'string' && bounds !== '' ? bounds : ids.ALPHABETS.default);
  const alphabet = bounds.length === 2 ? ids.alphabetBetween(toText(bounds[0]), toText(bounds[1])) : bounds.map(toText).join('');
  return ids.randomText(length, alphabet);
}

export function randomItem(items: readonly unknown[]): unknown {
  if (items.length === 0) throw new EvaluationFault('random.Item: list is empty');
  return items[Number(ids.randomNumber(0, items.length - 1))];
}

export function randomInteger(bounds: readonly unknown[]): bigint {
  const numbers = bounds.map((bound) => toCount(bound, 'random.Number'));
  const [from = 0, to = 100] = numbers.length === 1 ? [0, numbers[0]] : numbers;
  return ids.randomNumber(from, to);
}

export function randomFloat(bounds: readonly unknown[]): number {
  const numbers = bounds.map((bound) => toNumber(bound, 'random.Float'));
  const [from = 0, to = 1] = numbers.length === 1 ? [0, numbers[0]] : numbers;
  return from + Math.random() * (to - from);
}

/** Duration of a number of units, for templates. */
export function unitDuration(name: keyof typeof UNIT_NANOS, value: unknown): Duration {
  return time.span(value, UNIT_NANOS[name]);
}

export const UNIT_NAMES: readonly (keyof typeof UNIT_NANOS)[] = [
  'Hour',
  'Minute',
  'Second',
  'Millisecond',
  'Microsecond',
  'Nanosecond',
];

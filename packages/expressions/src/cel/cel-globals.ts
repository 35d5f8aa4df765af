import { isUtf8 } from 'node:buffer';
import { chargeText } from '../budget.ts';
import { requireText, toBytes, toCount, toText } from '../coerce.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import * as formats from '../functions/data-formats.ts';
import { regexpMatches } from '../functions/go-regexp.ts';
import { humanDuration, humanSize, semverMap, semverMatches } from '../functions/human.ts';
import { toJson } from '../functions/json.ts';
import * as kubernetes from '../functions/kubernetes.ts';
import * as lists from '../functions/lists.ts';
import * as maps from '../functions/maps.ts';
import { arnToMap, fromAwsMap, parseUrl, urlDecode, urlEncode } from '../functions/paths-and-urls.ts';
import { codePoints, splitText } from '../functions/text.ts';
import { durationOf, since, timestampOf, timestampText } from '../functions/time.ts';
import { formatFloat, goFormat, plainDecimal } from '../go-format.ts';
import { jq } from '../jq/jq.ts';
import { isRecord, kindOf, sizeOf } from '../values.ts';
import { type CelFunctions, fn } from './cel-function.ts';

/** CEL's string(): a duration in seconds (`1800s`), a timestamp as RFC 3339, a double in Go's shortest form. */
function celString(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      return formatFloat(value);
    default:
  }
  if (value instanceof Date) return timestampText(value);
  if (value instanceof Uint8Array) {
    if (!isUtf8(value)) throw new EvaluationFault('string: invalid UTF-8 in bytes');
    return Buffer.from(value).toString('utf8');
  }
  const duration = asDuration(value);
  if (duration !== undefined) return `${plainDecimal(Number(duration.nanos) / 1e9)}s`;
  if (value === null || value === undefined) return 'null';
  return goFormat(value);
}

/** CEL's size(): code points of a text, bytes, items or entries. */
export function sizeOfValue(value: unknown): bigint {
  if (typeof value === 'string') return BigInt(codePoints(value).length);
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length);
  if (isRecord(value)) return BigInt(sizeOf(value));
  throw new EvaluationFault(`size: expected a text, bytes, a list or a map, got ${kindOf(value)}`);
}

const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
]);

function celDouble(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') {
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) return Number(value);
    const special = SPECIAL_DOUBLES.get(value.slice(0, 10).toLowerCase());
    if (special !== undefined) return special;
    throw new EvaluationFault(`double: cannot convert ${JSON.stringify(value.slice(0, 60))}`);
  }
  throw new EvaluationFault(`double: cannot convert a value of kind ${kindOf(value)}`);
}

const MAX_INT = 2n ** 63n - 1n;

function celInt(value: unknown): bigint {
  if (typeof value === 'bigint') return inRange(value);
  if (value instanceof Date) return BigInt(Math.floor(value.getTime() / 1000));
  const duration = asDuration(value);
  if (duration !== undefined) return duration.nanos;
  if (typeof value === 'string') {
    if (!/^[+-]?\d{1,19}$/.test(value)) throw new EvaluationFault(`int: cannot convert ${JSON.stringify(value.slice(0, 60))}`);
    return inRange(BigInt(value.replace('+', '')));
  }
  // The two ends of the range are no doubles that convert back, and are refused as in the original.
  if (typeof value === 'number' && Math.abs(value) < 2 ** 63) return BigInt(Math.trunc(value));
  throw new EvaluationFault(`int: cannot convert a value of kind ${kindOf(value)}`);
}

function inRange(value: bigint): bigint {
  if (value > MAX_INT || value < -MAX_INT - 1n) throw new EvaluationFault('int: number out of range');
  return value;
}

/** Our global functions for CEL by name; they replace the library's functions of the same name. */
export const CEL_GLOBALS: CelFunctions = {
  size: fn(1, 'int', sizeOfValue),
  double: fn(1, 'double', celDouble),
  bytes: fn(1, 'bytes', (value) => toBytes(value)),
  string: fn(1, 'string', celString),
  int: fn(1, 'int', celInt),
  timestamp: fn(1, 'time', timestampOf),
  duration: fn(1, 'duration', durationOf),
  Duration: fn(1, 'duration', durationOf),
  Age: fn(1, 'duration', since),
  age: fn(1, 'duration', since),
  HumanDuration: fn(1, 'string', humanDuration),
  HumanSize: fn(1, 'string', humanSize),
  Semver: fn(1, 'map', semverMap, true),
  SemverCompare: fn(2, 'bool', semverMatches),
  matches: fn(2, 'bool', (s, pattern) => regexpMatches(requireText(pattern, 'matches'), requireText(s, 'matches'))),
  YAML: fn(1, 'dyn', formats.parseYaml, true),
  YAMLArray: fn(1, 'dyn', formats.parseYamlArray, true),
  toYAML: fn(1, 'string', formats.toYaml),
  TOML: fn(1, 'dyn', formats.parseToml, true),
  toTOML: fn(1, 'string', formats.toToml),
  jq: fn(2, 'dyn', jq, true),
  CSV: fn([1, 2], 'list', (text, delimiter) => formats.parseCsv(text, delimiterOf(delimiter)), true),
  toCSV: fn([1, 2], 'string', (rows, delimiter) => formats.toCsv(rows, delimiterOf(delimiter))),
  toJSON: fn(1, 'string', (value) => toJson(value)),
  Dict: fn(1, 'map', (items) => maps.dict(Array.isArray(items) ? items : [items]), true),
  Has: fn(2, 'bool', maps.has),
  Append: fn(2, 'list', (item, list) => lists.appended(list, item)),
  Prepend: fn(2, 'list', (item, list) => lists.prepended(list, item)),
  Contains: fn(2, 'bool', (wanted, collection) =>
    typeof collection === 'string' ? containsText(collection, wanted) : maps.has(collection, wanted),
  ),
  Sort: fn(1, 'dyn', (value) => (typeof value === 'string' ? [...value].sort().join('') : lists.sorted(value))),
  SplitN: fn(3, 'list', (separator, count, text) => splitText(toText(text), toText(separator), toCount(count, 'SplitN'))),
  keyValToMap: fn(1, 'map', (text) => maps.keyValToMap(toText(text)), true),
  mapToKeyVal: fn(1, 'string', maps.mapToKeyVal),
  matchLabel: fn(3, 'bool', (labels, name, patterns) => maps.matchLabel(labels, toText(name), toText(patterns))),
  urlencode: fn(1, 'string', (text) => urlEncode(toText(text))),
  urldecode: fn(1, 'string', (text) => urlDecode(toText(text))),
  url: fn(1, 'string', (text) => parseUrl(toText(text)).href),
  fromAWSMap: fn(1, 'map', fromAwsMap, true),
  arnToMap: fn(1, 'map', (text) => arnToMap(toText(text)), true),
  IsHealthy: fn(1, 'bool', kubernetes.isHealthy),
  GetHealth: fn(1, 'map', kubernetes.getHealth),
  GetStatus: fn(1, 'string', kubernetes.getStatus),
};

function delimiterOf(value: unknown): string {
  return value === undefined ? ',' : toText(value).slice(0, 1) || ',';
}

function containsText(text: string, wanted: unknown): boolean {
  chargeText(text);
  return text.includes(toText(wanted));
}

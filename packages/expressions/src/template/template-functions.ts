import { isKind, randomFloat, randomInteger, randomItem, randomString, UNIT_NAMES, unitDuration } from '../cel/cel-namespaces.ts';
import { requireList, toCount, toNumber, toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';
import * as formats from '../functions/data-formats.ts';
import * as regexp from '../functions/go-regexp.ts';
import { GO_LAYOUTS, parseGoTime } from '../functions/go-time-layout.ts';
import { humanDuration, humanSize, parseSemver, semverMatches } from '../functions/human.ts';
import * as ids from '../functions/identifiers.ts';
import { parseJson, parseJsonArray, toJson } from '../functions/json.ts';
import * as kubernetes from '../functions/kubernetes.ts';
import * as lists from '../functions/lists.ts';
import * as maps from '../functions/maps.ts';
import * as math from '../functions/math.ts';
import * as paths from '../functions/paths-and-urls.ts';
import { cpuAsMillicores, memoryAsBytes } from '../functions/quantities.ts';
import * as text from '../functions/text.ts';
import * as time from '../functions/time.ts';
import { jq } from '../jq/jq.ts';
import { isRecord, kindOf, toRecord } from '../values.ts';
import { FunctionNamespace, type TemplateFunction } from './access.ts';
import { BUILTINS, slice as cut } from './builtins.ts';
import { conversions, toBool } from './conversion-functions.ts';
import { stringFunctions } from './string-functions.ts';
import { isTrue } from './truth.ts';

type Functions = Readonly<Record<string, TemplateFunction>>;

const delimited =
  (run: (value: unknown, delimiter: string) => unknown): TemplateFunction =>
  (a, b) =>
    b === undefined ? run(a, ',') : run(b, toText(a));

const data: Functions = {
  json: parseJson,
  jsonArray: parseJsonArray,
  yaml: formats.parseYaml,
  yamlArray: formats.parseYamlArray,
  csv: delimited(formats.parseCsv),
  csvByRow: delimited(formats.csvByRow),
  csvByColumn: delimited(formats.csvByColumn),
  toJSON: (value) => toJson(value),
  toJSONPretty: (indent, value) => toJson(value, toText(indent)),
  toYAML: formats.toYaml,
  toml: formats.parseToml,
  toTOML: formats.toToml,
  toCSV: delimited(formats.toCsv),
};

const collections: Functions = {
  has: maps.has,
  slice: sliceOrList,
  dict: (...items) => maps.dict(items),
  keys: maps.keysOf,
  values: maps.valuesOf,
  append: (item, list) => lists.appended(list, item),
  prepend: (item, list) => lists.prepended(list, item),
  uniq: lists.unique,
  reverse: lists.reversed,
  merge: maps.merge,
  sort: (a, b) => (b === undefined ? lists.sorted(a) : toText(a) === '' ? lists.sorted(b) : lists.sortedBy(b, toText(a))),
  jq,
  flatten: (a, b) => (b === undefined ? lists.flatten(a) : lists.flatten(b, toCount(a, 'flatten'))),
  pick: (...args) => maps.pick(args.at(-1), args.slice(0, -1).flat()),
  omit: (...args) => maps.omit(args.at(-1), args.slice(0, -1).flat()),
};

/** `slice list 1 2` cuts, as Go's built-in does; any other arguments become a list, as gomplate's function does. */
function sliceOrList(first: unknown, ...bounds: unknown[]): unknown {
  const isSource = typeof first === 'string' || Array.isArray(first) || first instanceof Uint8Array;
  return isSource && bounds.length > 0 && bounds.every((bound) => typeof bound === 'bigint')
    ? cut(first, ...bounds)
    : [first, ...bounds];
}

const arithmetic: Functions = {
  add: (...values) => math.add(values),
  sub: math.subtract,
  mul: (...values) => math.multiply(values),
  div: math.divide,
  rem: math.remainder,
  pow: math.power,
  seq: (...values) => math.sequence(values),
};

const tests: Functions = {
  assert: (a, b) => assertTrue(b === undefined ? [a] : [b, a]),
  fail: (message) => {
    throw new EvaluationFault(`template generation failed${message === undefined ? '' : `: ${toText(message)}`}`);
  },
  required: (a, b) => required(b === undefined ? ['', a] : [a, b]),
  ternary: (whenTrue, whenFalse, condition) => (isTrue(condition) ? whenTrue : whenFalse),
  kind: kindOf,
  isKind,
};

function assertTrue([condition, message]: readonly unknown[]): string {
  if (isTrue(condition)) return '';
  throw new EvaluationFault(message === undefined ? 'assertion failed' : `assertion failed: ${toText(message)}`);
}

function required([message, value]: readonly unknown[]): unknown {
  if (value !== null && value !== undefined && value !== '') return value;
  throw new EvaluationFault(toText(message) || 'can not render template: a required value was not set');
}

const times: Readonly<Record<string, unknown>> = {
  ...GO_LAYOUTS,
  ...Object.fromEntries(UNIT_NAMES.map((name) => [name, (value: unknown) => unitDuration(name, value)])),
  Now: time.now,
  Since: time.since,
  Until: time.until,
  Parse: (layout: unknown, value: unknown) => parseGoTime(toText(layout), toText(value)),
  ParseLocal: (layout: unknown, value: unknown) => time.parseLocal(toText(layout), toText(value)),
  ParseInLocation: (layout: unknown, zone: unknown, value: unknown) => parseGoTime(toText(layout), toText(value), toText(zone)),
  ParseDuration: time.durationOf,
  Unix: time.fromUnix,
  ZoneName: time.zoneName,
  ZoneOffset: time.zoneOffset,
};

const regexps: Functions = {
  Find: (pattern, value) => regexp.regexpFind(toText(pattern), toText(value)),
  FindAll: (pattern, a, b) =>
    b === undefined
      ? regexp.regexpFindAll(toText(pattern), toText(a))
      : regexp.regexpFindAll(toText(pattern), toText(b), toCount(a, 'regexp.FindAll')),
  Match: (pattern, value) => regexp.regexpMatches(toText(pattern), toText(value)),
  QuoteMeta: (value) => regexp.quoteRegexp(toText(value)),
  Replace: (pattern, replacement, value) => regexp.regexpReplace(toText(pattern), toText(replacement), toText(value)),
  ReplaceLiteral: (pattern, replacement, value) =>
    regexp.regexpReplaceLiteral(toText(pattern), toText(replacement), toText(value)),
  Split: (pattern, a, b) =>
    b === undefined
      ? regexp.regexpSplit(toText(pattern), toText(a))
      : regexp.regexpSplit(toText(pattern), toText(b), toCount(a, 'regexp.Split')),
};

const files: Functions = {
  Base: (path) => paths.basePath(toText(path)),
  Clean: (path) => paths.cleanPath(toText(path)),
  Dir: (path) => paths.dirPath(toText(path)),
  Ext: (path) => paths.extPath(toText(path)),
  FromSlash: toText,
  ToSlash: toText,
  VolumeName: () => '',
  IsAbs: (path) => toText(path).startsWith('/'),
  Join: (...parts) => paths.joinPath(parts),
  Match: (pattern, name) => paths.matchPath(toText(pattern), toText(name)),
  Rel: (base, target) => paths.relPath(toText(base), toText(target)),
  Split: (path) => paths.splitPath(toText(path)),
};

const maths: Functions = {
  Abs: math.absolute,
  Add: (...values) => math.add(values),
  Ceil: (value) => Math.ceil(toNumber(value, 'math.Ceil')),
  Div: math.divide,
  Floor: (value) => Math.floor(toNumber(value, 'math.Floor')),
  IsFloat: math.isFloat,
  IsInt: math.isInt,
  IsNum: (value) => math.isInt(value) || math.isFloat(value),
  Max: (...values) => math.extremeOf(values, 1),
  Min: (...values) => math.extremeOf(values, -1),
  Mul: (...values) => math.multiply(values),
  Pow: math.power,
  Rem: math.remainder,
  Round: math.round,
  Seq: (...values) => math.sequence(values),
  Sub: math.subtract,
};

const hashes: Functions = Object.fromEntries(
  ids.HASH_NAMES.flatMap((name): [string, TemplateFunction][] => [
    [name, (value) => ids.hashHex(name, value)],
    [`${name}Bytes`, (value) => ids.hashBytes(name, value)],
  ]),
);

/** `neat object`, or `neat "yaml" object` so that an object can be piped in. */
const neat: TemplateFunction = (a, b) =>
  b !== undefined && (a === 'json' || a === 'yaml' || a === 'same') ? kubernetes.neat(b, a) : kubernetes.neat(a, b);

const kubernetesNames: Functions = {
  isHealthy: kubernetes.isHealthy,
  IsHealthy: kubernetes.isHealthy,
  is_healthy: kubernetes.isHealthy,
  isReady: kubernetes.isReady,
  getHealth: kubernetes.getHealth,
  health: kubernetes.getHealth,
  getStatus: kubernetes.getStatus,
  neat,
  labels: kubernetes.objectLabels,
  podProperties: kubernetes.podProperties,
  nodeProperties: kubernetes.nodeProperties,
  getResourcesLimit: kubernetes.resourcesLimit,
  getResourcesRequests: kubernetes.resourcesRequests,
};

const namespaces: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  data: {
    JSON: parseJson,
    JSONArray: parseJsonArray,
    YAML: formats.parseYaml,
    YAMLArray: formats.parseYamlArray,
    CSV: data.csv,
    CSVByRow: data.csvByRow,
    CSVByColumn: data.csvByColumn,
    ToJSON: data.toJSON,
    ToJSONPretty: data.toJSONPretty,
    ToYAML: data.toYAML,
    TOML: data.toml,
    ToTOML: data.toTOML,
    ToCSV: data.toCSV,
  },
  coll: {
    Has: maps.has,
    Slice: (...items: unknown[]) => items,
    Dict: collections.dict,
    Keys: maps.keysOf,
    Values: maps.valuesOf,
    Append: collections.append,
    Prepend: collections.prepend,
    Uniq: lists.unique,
    Reverse: lists.reversed,
    Merge: maps.merge,
    Sort: collections.sort,
    Flatten: collections.flatten,
    Pick: collections.pick,
    Omit: collections.omit,
    JQ: jq,
  },
  conv: conversions,
  strings: stringFunctions,
  regexp: regexps,
  base64: {
    Encode: ids.base64Encode,
    Decode: (value: unknown) => toText(ids.base64Decode(value)),
    DecodeBytes: ids.base64Decode,
  },
  time: times,
  math: maths,
  crypto: hashes,
  filepath: files,
  path: files,
  test: {
    Assert: tests.assert,
    Fail: tests.fail,
    Required: tests.required,
    Ternary: tests.ternary,
    Kind: tests.kind,
    IsKind: tests.isKind,
  },
  uuid: { Nil: () => ids.NIL_UUID, V1: ids.uuidV1, V4: ids.uuidV4, IsValid: ids.isUuid, Parse: ids.parseUuid },
  random: {
    ASCII: (length: unknown) => ids.randomText(toCount(length, 'random.ASCII'), ids.ALPHABETS.ascii),
    Alpha: (length: unknown) => ids.randomText(toCount(length, 'random.Alpha'), ids.ALPHABETS.alpha),
    AlphaNum: (length: unknown) => ids.randomText(toCount(length, 'random.AlphaNum'), ids.ALPHABETS.alphaNumeric),
    String: (length: unknown, ...bounds: unknown[]) =>
      randomString(toCount(length, 'random.String'), bounds.length === 1 ? bounds[0] : bounds),
    Item: (items: unknown) => randomItem(requireList(items, 'random.Item')),
    Number: (...bounds: unknown[]) => randomInteger(bounds),
    Float: (...bounds: unknown[]) => randomFloat(bounds),
  },
  k8s: {
    ...kubernetesNames,
    cpuAsMillicores: (value: unknown) => cpuAsMillicores(toText(value)),
    memoryAsBytes: (value: unknown) => memoryAsBytes(toText(value)),
  },
};

const plain: Functions = {
  ...BUILTINS,
  ...data,
  ...collections,
  ...arithmetic,
  ...tests,
  bool: toBool,
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  join: (list, separator) => lists.joinList(list, toText(separator)),
  replaceAll: (from, to, value) => text.replaceText(toText(value), toText(from), toText(to)),
  title: (value) => text.titleCase(toText(value)),
  toUpper: (value) => toText(value).toUpperCase(),
  toLower: (value) => toText(value).toLowerCase(),
  trim: (value, set) => (set === undefined ? toText(value).trim() : text.trimCharacters(toText(value), toText(set))),
  trimSpace: (value) => toText(value).trim(),
  indent: stringFunctions.Indent,
  quote: stringFunctions.Quote,
  squote: stringFunctions.Squote,
  shellQuote: text.shellQuote,
  contains: (value, part) =>
    isRecord(value) || Array.isArray(value) ? maps.has(value, part) : toText(value).includes(toText(part)),
  hasPrefix: (value, prefix) => toText(value).startsWith(toText(prefix)),
  hasSuffix: (value, suffix) => toText(value).endsWith(toText(suffix)),
  startsWith: (value, prefix) => toText(value).startsWith(toText(prefix)),
  endsWith: (value, suffix) => toText(value).endsWith(toText(suffix)),
  split: (value, separator) => text.splitText(toText(value), toText(separator)),
  splitN: (value, separator, count) => text.splitText(toText(value), toText(separator), toCount(count, 'splitN')),
  humanDuration,
  humanSize,
  humanizeTime: (value) => time.timestampText(time.timeOf(value)),
  humanizeBytes: humanSize,
  semver: (value) => {
    const parts = parseSemver(value);
    return toRecord(
      Object.entries({
        Major: parts.major,
        Minor: parts.minor,
        Patch: parts.patch,
        Prerelease: parts.prerelease,
        Metadata: parts.metadata,
        Original: parts.original,
      }),
    );
  },
  semverCompare: semverMatches,
  urlParse: (value) => paths.urlParts(toText(value)),
  urlencode: (value) => paths.urlEncode(toText(value)),
  urldecode: (value) => paths.urlDecode(toText(value)),
  keyValToMap: (value) => maps.keyValToMap(toText(value)),
  mapToKeyVal: maps.mapToKeyVal,
  matchLabel: (labels, name, ...patterns) => maps.matchLabel(labels, toText(name), patterns.map(toText).join(',')),
  parseDateTime: time.timeOf,
  age: time.since,
  fromAWSMap: paths.fromAwsMap,
  arnToMap: (value) => paths.arnToMap(toText(value)),
  isHealthy: kubernetes.isHealthy,
  isReady: kubernetes.isReady,
  getHealth: kubernetes.getHealth,
  getStatus: kubernetes.getStatus,
  neat,
};

function allFunctions(): ReadonlyMap<string, TemplateFunction> {
  const functions = new Map<string, TemplateFunction>(Object.entries(plain));
  for (const [name, members] of Object.entries(namespaces)) {
    const namespace = new FunctionNamespace(members);
    functions.set(name, () => namespace);
  }
  return functions;
}

/** Functions of Go templates by name; a name with members, such as `strings`, gives a FunctionNamespace. */
export const TEMPLATE_FUNCTIONS: ReadonlyMap<string, TemplateFunction> = allFunctions();

import { Optional } from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { asDuration, Duration } from '../../duration.ts';
import { timestampText } from '../../functions/time.ts';
import { compareTexts, entriesOf, isRecord } from '../../values.ts';

type Json = unknown;

function member(value: Json, name: string): Json {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function itemsOf(value: Json): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Thrown for values of the data that the engine has no counterpart of. */
export class ForeignValue extends Error {}

const WELL_KNOWN = 'type.googleapis.com/google.protobuf.';

/** A value of the conformance data (`cel.expr.Value` as protobuf JSON) in the engine's value model. */
export function readValue(value: Json): unknown {
  const [kind, content] = Object.entries(typeof value === 'object' && value !== null ? value : {})[0] ?? [];
  switch (kind) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return content;
    case 'int64Value':
      return BigInt(String(content));
    case 'uint64Value':
      return new UnsignedInt(BigInt(String(content)));
    case 'doubleValue':
      return Number(content);
    case 'bytesValue':
      return new Uint8Array(Buffer.from(String(content), 'base64'));
    case 'listValue':
      return itemsOf(member(content, 'values')).map(readValue);
    case 'mapValue':
      return readMap(content);
    case 'objectValue':
      return readMessage(content);
    default:
      throw new ForeignValue(kind);
  }
}

function readMap(content: Json): unknown {
  const entries = itemsOf(member(content, 'entries')).map((entry): [unknown, unknown] => [
    readValue(member(entry, 'key')),
    readValue(member(entry, 'value')),
  ]);
  return entries.every(([key]) => typeof key === 'string') ? Object.fromEntries(entries) : new Map(entries);
}

function readMessage(content: Json): unknown {
  const type = String(member(content, '@type'));
  const text = member(content, 'value');
  if (type === `${WELL_KNOWN}Timestamp`) return new Date(String(text));
  if (type === `${WELL_KNOWN}Duration`) return Duration.parse(String(text));
  throw new ForeignValue(type);
}

/** A value with its type as a text that is equal for equal values: `int 1`, `list [int 1]`. Order of map entries does not count. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'bigint':
      return `int ${value}`;
    case 'number':
      return `double ${Object.is(value, -0) ? '-0' : value}`;
    case 'string':
      return `string ${JSON.stringify(value)}`;
    case 'boolean':
      return `bool ${value}`;
    default:
  }
  if (typeof value === 'object') return describeObject(value);
  return String(value);
}

function describeObject(value: object): string {
  if (value instanceof UnsignedInt) return `uint ${value.value}`;
  if (Array.isArray(value)) return `list [${value.map(describeValue).join(', ')}]`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (value instanceof Date) return `timestamp ${timestampText(value)}`;
  const duration = asDuration(value);
  if (duration !== undefined) return `duration ${duration}`;
  if (value instanceof Optional) return value.hasValue() ? `optional ${describeValue(value.value())}` : 'optional none';
  if (isRecord(value)) {
    const entries = entriesOf(value).map(([key, item]) => `${describeValue(key)}: ${describeValue(item)}`);
    return `map {${entries.sort(compareTexts).join(', ')}}`;
  }
  const name: unknown = Reflect.get(value, 'name');
  return `type ${name === 'null' ? 'null_type' : typeof name === 'string' ? name : String(value)}`;
}

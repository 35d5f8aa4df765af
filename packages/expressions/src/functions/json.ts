import { assertTextLength, charge, chargeText, MAX_VALUE_DEPTH } from '../budget.ts';
import { toText } from '../coerce.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault, messageOf } from '../expression-error.ts';
import { compareTexts, entriesOf, isRecord, keyText, kindOf } from '../values.ts';

/** Go's encoding/json: keys in order, durations as nanoseconds, bytes as base64, times as RFC 3339. */
export function toJson(value: unknown, indent = ''): string {
  const writer = new JsonWriter(indent);
  writer.write(value, 0);
  return writer.text;
}

class JsonWriter {
  text = '';
  readonly #indent: string;

  constructor(indent: string) {
    this.#indent = indent;
  }

  #add(part: string): void {
    this.text += part;
    assertTextLength(this.text.length);
  }

  write(value: unknown, depth: number): void {
    if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('toJSON: value is nested too deeply', 'EXPRESSION_LIMIT');
    charge(1);
    if (Array.isArray(value)) this.#group('[', ']', value, depth, (item) => this.write(item, depth + 1));
    else if (isRecord(value)) {
      const entries = entriesOf(value).map(([key, item]): [string, unknown] => [keyText(key), item]);
      entries.sort(([a], [b]) => compareTexts(a, b));
      this.#group('{', '}', entries, depth, ([key, item]) => {
        this.#add(this.#indent === '' ? `${JSON.stringify(key)}:` : `${JSON.stringify(key)}: `);
        this.write(item, depth + 1);
      });
    } else this.#add(scalarJson(value));
  }

  #group<Item>(open: string, close: string, items: readonly Item[], depth: number, writeItem: (item: Item) => void): void {
    this.#add(open);
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#add(',');
      if (this.#indent !== '') this.#add(`\n${this.#indent.repeat(depth + 1)}`);
      writeItem(item);
    }
    if (this.#indent !== '' && items.length > 0) this.#add(`\n${this.#indent.repeat(depth)}`);
    this.#add(close);
  }
}

function scalarJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      chargeText(value);
      return JSON.stringify(value);
    case 'bigint':
      return value.toString();
    case 'number':
      if (!Number.isFinite(value)) throw new EvaluationFault(`toJSON: unsupported number ${value}`);
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    default:
  }
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return JSON.stringify(value.toISOString().replace(/\.?0*Z$/, 'Z'));
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  const duration = asDuration(value);
  if (duration !== undefined) return duration.nanos.toString();
  throw new EvaluationFault(`toJSON: unsupported value of kind ${kindOf(value)}`);
}

export function parseJson(value: unknown): unknown {
  const text = toText(value);
  chargeText(text);
  charge(text.length >> 3);
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (error) {
    throw new EvaluationFault(`cannot parse JSON: ${messageOf(error)}`);
  }
}

export function parseJsonArray(value: unknown): unknown[] {
  const parsed = parseJson(value);
  if (Array.isArray(parsed)) return parsed;
  throw new EvaluationFault('cannot parse JSON: expected a list');
}

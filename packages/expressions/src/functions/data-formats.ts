import { parse as parseTomlText, stringify as stringifyToml, TomlDate } from 'smol-toml';
import { parse as parseYamlText, stringify } from 'yaml';
import { assertListLength, assertTextLength, charge, chargeText, MAX_VALUE_DEPTH } from '../budget.ts';
import { requireList, toText } from '../coerce.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault, messageOf } from '../expression-error.ts';
import { compareKeys, entriesOf, isPlainRecord, isRecord, keyText, kindOf, toRecord, type ValueMap } from '../values.ts';
import { toJson } from './json.ts';

const MAX_YAML_LENGTH = 1024 * 1024;

export function parseYaml(value: unknown): unknown {
  const text = toText(value);
  if (text.length > MAX_YAML_LENGTH)
    throw new EvaluationFault(`YAML is longer than ${MAX_YAML_LENGTH} characters`, 'EXPRESSION_LIMIT');
  charge(text.length);
  try {
    const parsed: unknown = parseYamlText(text, { maxAliasCount: 100, intAsBigInt: false, schema: 'core' });
    return parsed;
  } catch (error) {
    throw new EvaluationFault(`cannot parse YAML: ${messageOf(error).split('\n')[0] ?? ''}`);
  }
}

export function parseYamlArray(value: unknown): unknown[] {
  const parsed = parseYaml(value);
  if (Array.isArray(parsed)) return parsed;
  throw new EvaluationFault('cannot parse YAML: expected a list');
}

/** YAML with sorted keys. */
export function toYaml(value: unknown): string {
  // The JSON text bounds the size before the YAML writer, which cannot be bounded, gets the value.
  const size = toJson(value).length;
  if (size > MAX_YAML_LENGTH)
    throw new EvaluationFault(`toYAML: value is larger than ${MAX_YAML_LENGTH} characters`, 'EXPRESSION_LIMIT');
  charge(size);
  const text = stringify(plainValue(value), { sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false });
  assertTextLength(text.length);
  return text;
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (value instanceof Map || isPlainRecord(value)) {
    return new Map(entriesOf(value).map(([key, item]) => [keyText(key), plainValue(item)]));
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return asDuration(value)?.toString() ?? value;
}

export function parseToml(value: unknown): unknown {
  const text = toText(value);
  if (text.length > MAX_YAML_LENGTH)
    throw new EvaluationFault(`TOML is longer than ${MAX_YAML_LENGTH} characters`, 'EXPRESSION_LIMIT');
  charge(text.length);
  try {
    return fromToml(parseTomlText(text, { maxDepth: MAX_VALUE_DEPTH, integersAsBigInt: true }));
  } catch (error) {
    throw new EvaluationFault(`cannot parse TOML: ${messageOf(error).split('\n')[0] ?? ''}`);
  }
}

/** Ints as ints, times with an offset as times, other dates as they were written. */
function fromToml(value: unknown): unknown {
  charge(1);
  if (Array.isArray(value)) return value.map(fromToml);
  if (value instanceof TomlDate) return value.isDateTime() && !value.isLocal() ? new Date(value) : value.toISOString();
  if (!isRecord(value)) return value;
  return toRecord(entriesOf(value).map(([key, item]): [string, unknown] => [keyText(key), fromToml(item)]));
}

/** TOML of a map, with sorted keys. */
export function toToml(value: unknown): string {
  if (!isRecord(value)) throw new EvaluationFault(`toTOML: expected a map, got ${kindOf(value)}`);
  const size = toJson(value).length;
  if (size > MAX_YAML_LENGTH)
    throw new EvaluationFault(`toTOML: value is larger than ${MAX_YAML_LENGTH} characters`, 'EXPRESSION_LIMIT');
  charge(size);
  const text = stringifyToml(tomlValue(value), { numbersAsFloat: false });
  assertTextLength(text.length);
  return text;
}

/** TOML has no null: such members are left out. */
function tomlValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== undefined).map(tomlValue);
  if (!isRecord(value)) return asDuration(value)?.toString() ?? value;
  const entries = entriesOf(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => compareKeys(a, b)).map(([key, item]): [string, unknown] => [keyText(key), tomlValue(item)]),
  );
}

/** Rows of cells; a text is split into lines, a list of texts is one line each. */
export function parseCsv(value: unknown, delimiter = ','): string[][] {
  const text = Array.isArray(value) ? value.map(toText).join('\n') : toText(value);
  chargeText(text);
  charge(text.length >> 2);
  return new CsvReader(text, delimiter).rows();
}

class CsvReader {
  readonly #text: string;
  readonly #delimiter: string;
  #at = 0;

  constructor(text: string, delimiter: string) {
    this.#text = text.replaceAll('\r\n', '\n');
    this.#delimiter = delimiter;
  }

  rows(): string[][] {
    const rows: string[][] = [];
    while (this.#at < this.#text.length) {
      const row = this.#row();
      if (row.length > 1 || row[0] !== '') rows.push(row);
      assertListLength(rows.length);
    }
    return rows;
  }

  #row(): string[] {
    const cells: string[] = [];
    while (true) {
      cells.push(this.#text[this.#at] === '"' ? this.#quoted() : this.#plain());
      const next = this.#text[this.#at++];
      if (next !== this.#delimiter) return cells;
    }
  }

  #plain(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== this.#delimiter && this.#text[this.#at] !== '\n') this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #quoted(): string {
    let cell = '';
    this.#at++;
    while (true) {
      const quote = this.#text.indexOf('"', this.#at);
      if (quote === -1) throw new EvaluationFault('cannot parse CSV: missing closing quote');
      cell += this.#text.slice(this.#at, quote);
      this.#at = quote + 1;
      if (this.#text[this.#at] !== '"') return cell;
      cell += '"';
      this.#at++;
    }
  }
}

/** Rows as maps by the names in the first row. */
export function csvByRow(value: unknown, delimiter = ','): ValueMap[] {
  const [header = [], ...rows] = parseCsv(value, delimiter);
  return rows.map((row) => toRecord(header.map((name, i): [string, unknown] => [name, row[i] ?? ''])));
}

/** Columns as lists by the names in the first row. */
export function csvByColumn(value: unknown, delimiter = ','): ValueMap {
  const [header = [], ...rows] = parseCsv(value, delimiter);
  return toRecord(header.map((name, i): [string, unknown] => [name, rows.map((row) => row[i] ?? '')]));
}

export function toCsv(value: unknown, delimiter = ','): string {
  const rows = requireList(value, 'toCSV').map((row) => requireList(row, 'toCSV').map(toText));
  const needsQuotes = new RegExp(
    `["\\r\\n${delimiter === '\\' || delimiter === ']' || delimiter === '^' ? `\\${delimiter}` : delimiter}]|^\\s`,
  );
  let out = '';
  for (const row of rows) {
    charge(row.length);
    out += `${row.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;
    assertTextLength(out.length);
  }
  return out;
}

export function mapOf(value: unknown, what: string): unknown {
  if (isRecord(value)) return value;
  throw new EvaluationFault(`cannot parse ${what}: expected a map`);
}

import { badPayload, limitError } from '../error.ts';
import { type BodyFormat, bodyFormat } from './media-type.ts';
import { splitQuery } from './query-string.ts';

/** A body of rows: JSON text of an array of objects, and the keys of its objects. */
export interface RowsPayload {
  /** Always an array. */
  json: string;
  keys: readonly string[];
  /** Number of objects. */
  length: number;
}

export function bodyText(body: string | Uint8Array | undefined, limit: number): string {
  const size = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  if (size > limit) throw limitError(`The body has ${size} bytes, at most ${limit} are allowed`);
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw badPayload('The body is not UTF-8');
  }
}

function jsonFault(text: string, error: unknown): string {
  const start = text.replaceAll(/\s/g, '');
  // JavaScript's messages do not say where when it is the beginning.
  if (!/^[[{"\d-]|^(?:true|false|null)/.test(start)) return `Failed reading: not a valid json value at '${start}'`;
  return error instanceof Error ? error.message : 'invalid JSON';
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw badPayload('Error in $: not enough input');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badPayload(`Error in $: ${jsonFault(text, error)}`.slice(0, 300));
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sameKeys(first: readonly string[], other: object): boolean {
  return Object.keys(other).length === first.length && first.every((key) => Object.hasOwn(other, key));
}

function readCsv(text: string): string {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  const cell = /\s*"((?:[^"]|"")*)"\s*(,|\r?\n|$)|([^,\r\n]*)(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw badPayload('The CSV could not be read');
    const [, quoted, quotedEnd, bare = '', bareEnd] = match;
    row.push(quoted === undefined ? (bare === 'NULL' ? null : bare) : quoted.replaceAll('""', '"'));
    if ((quoted === undefined ? bareEnd : quotedEnd) === ',' && cell.lastIndex < text.length) continue;
    rows.push(row);
    row = [];
  }
  const [header, ...lines] = rows;
  if (header === undefined) throw badPayload('not enough input');
  if (lines.some((line) => line.length !== header.length)) throw badPayload('All lines must have same number of fields');
  return JSON.stringify(lines.map((line) => Object.fromEntries(line.map((value, index) => [header[index] ?? '', value]))));
}

function readForm(text: string): string {
  return JSON.stringify(Object.fromEntries(splitQuery(text).map(({ name, value }) => [name, value])));
}

/** Makes JSON of any body format that holds rows. */
export function jsonText(text: string, format: BodyFormat): string {
  if (format === 'csv') return readCsv(text);
  return format === 'form' ? readForm(text) : text;
}

/** A body of one object or an array of objects with the same keys (`columns` lifts that). */
export function readRows(
  body: string | Uint8Array | undefined,
  contentType: string | undefined,
  limit: number,
  anyKeys: boolean,
): RowsPayload {
  const format = bodyFormat(contentType);
  if (format === 'text' || format === 'xml' || format === 'binary')
    throw badPayload(`Content-Type not acceptable: ${contentType ?? ''}`);
  const json = jsonText(bodyText(body, limit), format);
  const value = parseJson(json);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject)) throw badPayload('The body must be an object or an array of objects');
  const keys = Object.keys(rows[0] ?? {});
  if (!anyKeys && !rows.every((row) => isObject(row) && sameKeys(keys, row))) throw badPayload('All object keys must match');
  return { json: Array.isArray(value) ? json : `[${json}]`, keys, length: rows.length };
}

/** A JSON body of a function call, as parsed. */
export function readJson(text: string): unknown {
  return parseJson(text);
}

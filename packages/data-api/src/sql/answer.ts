import type { AnswerFormat } from '../parse/media-type.ts';
import { type Output, outputKeys, type ReadPlan } from '../resolve/plan.ts';
import type { SqlType } from '../schema/model.ts';
import { comparable, ident, type SqlWriter } from './text.ts';

export interface AnswerShape {
  format: AnswerFormat;
  /** Without a body only the rows are counted. */
  withBody: boolean;
  /** The body is the one object, not a list of one. */
  asObject: boolean;
}

function csvName(key: string): string {
  return /[",\n\r]/.test(key) ? `"${key.replaceAll('"', '""')}"` : key;
}

/** A line of column names and one of each row. */
export function csvSql(writer: SqlWriter, keys: readonly string[], rows: string): string {
  const lines = `string_agg(substring((${rows}.*)::text, 2, length((${rows}.*)::text) - 2), E'\\n')`;
  return `${writer.param(keys.map(csvName).join(','))} || coalesce(E'\\n' || ${lines}, '')`;
}

export type SingleOutput = Extract<Output, { kind: 'value' }>;

export function isBinary(output: SingleOutput): boolean {
  return comparable(output.cast ?? output.expression.type).id === 'pg_catalog.bytea';
}

/** All values one after the other. Bytes travel as base64; XML is written by its type, which a cast to text is not. */
export function rawSql(value: string, type: SqlType, format: AnswerFormat): string {
  if (comparable(type).id === 'pg_catalog.bytea') return `encode(coalesce(string_agg(${value}, ''), ''), 'base64')`;
  return format === 'xml' ? `coalesce(xml_out(xmlagg(${value}))::text, '')` : `coalesce(string_agg(${value}::text, ''), '')`;
}

function bodySql(writer: SqlWriter, read: ReadPlan, shape: AnswerShape, rows: string): string {
  if (!shape.withBody) return "''";
  if (shape.format === 'csv') return csvSql(writer, outputKeys(read), rows);
  if (shape.format === 'text' || shape.format === 'xml' || shape.format === 'binary') {
    const single = read.outputs.find((output) => output.kind === 'value');
    if (single !== undefined) return rawSql(`${rows}.${ident(single.key)}`, single.cast ?? single.expression.type, shape.format);
  }
  const list = `json_agg(${rows}.*)`;
  return shape.asObject ? `coalesce((${list} -> 0)::text, 'null')` : `coalesce(${list}::text, '[]')`;
}

/** The statement's one row: the body as text, how many rows it holds, and the total when it is asked for. */
export function answerSql(
  writer: SqlWriter,
  read: ReadPlan,
  shape: AnswerShape,
  rowsSource: string,
  total: (rows: string) => string,
): string {
  const rows = writer.alias();
  return `SELECT ${bodySql(writer, read, shape, rows)} AS body, count(*)::text AS rows, ${total('count(*)')} AS total FROM (${rowsSource}) AS ${rows}`;
}

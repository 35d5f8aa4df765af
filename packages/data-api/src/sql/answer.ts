import type { AnswerFormat } from '../parse/media-type.ts';
import type { Output, ReadPlan } from '../resolve/plan.ts';
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

function csvSql(writer: SqlWriter, outputs: readonly Output[], rows: string): string {
  const lines = `string_agg(substring((${rows}.*)::text, 2, length((${rows}.*)::text) - 2), E'\\n')`;
  const keys = outputs.flatMap((output) => (output.kind === 'star' ? [] : [csvName(output.key)]));
  return `${writer.param(keys.join(','))} || coalesce(E'\\n' || ${lines}, '')`;
}

export type SingleOutput = Extract<Output, { kind: 'value' }>;

export function isBinary(output: SingleOutput): boolean {
  return comparable(output.cast ?? output.expression.type).id === 'pg_catalog.bytea';
}

/** Bytes travel as base64. */
function rawSql(output: SingleOutput, rows: string): string {
  const value = `${rows}.${ident(output.key)}`;
  return isBinary(output)
    ? `encode(coalesce(string_agg(${value}, ''), ''), 'base64')`
    : `coalesce(string_agg(${value}::text, ''), '')`;
}

function bodySql(writer: SqlWriter, read: ReadPlan, shape: AnswerShape, rows: string): string {
  if (!shape.withBody) return "''";
  if (shape.format === 'csv') return csvSql(writer, read.outputs, rows);
  if (shape.format === 'text' || shape.format === 'binary') {
    const single = read.outputs.find((output) => output.kind === 'value');
    if (single !== undefined) return rawSql(single, rows);
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

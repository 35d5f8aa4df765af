import type { ReadPlan } from '../resolve/plan.ts';
import { type AnswerShape, answerSql } from './answer.ts';
import { rangeSql } from './expression.ts';
import { type RowSource, rowsSql, whereSql } from './read.ts';
import { qualified, type SqlStatement, SqlWriter } from './text.ts';

export type CountKind = 'exact' | 'planned' | 'estimated' | undefined;

export function relationSource(writer: SqlWriter, read: ReadPlan): RowSource {
  return { from: qualified(read.shape), alias: writer.alias(), conditions: [] };
}

/** Counts only when the page does not tell: a page that is not full ends the rows. */
export function exactTotalSql(writer: SqlWriter, read: ReadPlan, count: (writer: SqlWriter) => string, rows: string): string {
  if (read.limit === undefined && read.offset === 0) return `${rows}::text`;
  const offset = writer.param(String(read.offset));
  const full = read.limit === undefined ? 'false' : `${rows} >= ${writer.param(String(read.limit))}::int8`;
  return `(CASE WHEN ${full} OR (${rows} = 0 AND ${offset} <> '0') THEN (${count(writer)}) ELSE ${rows} + ${offset}::int8 END)::text`;
}

export function countSql(writer: SqlWriter, read: ReadPlan, source: RowSource): string {
  return `SELECT count(*) FROM ${source.from} AS ${source.alias}${whereSql(writer, read, source)}`;
}

/** A read of a relation: one statement, one row {body, rows, total}. */
export function readStatement(read: ReadPlan, shape: AnswerShape, count: CountKind): SqlStatement {
  const writer = new SqlWriter();
  const rowsSource = rowsSql(writer, read, relationSource(writer, read));
  const total = (rows: string) =>
    count === 'exact' ? exactTotalSql(writer, read, () => countSql(writer, read, relationSource(writer, read)), rows) : 'NULL';
  return { text: answerSql(writer, read, shape, rowsSource, total), values: writer.values };
}

/** The planner's estimate of how many rows a read has without its range. */
export function plannedCountStatement(read: ReadPlan): SqlStatement {
  const writer = new SqlWriter();
  const source = relationSource(writer, read);
  const text = `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${source.from} AS ${source.alias}${whereSql(writer, read, source)}`;
  return { text, values: writer.values };
}

/** Counts exactly up to a limit: one more row than that tells that there are more. */
export function cappedCountStatement(read: ReadPlan, cap: number): SqlStatement {
  const writer = new SqlWriter();
  const source = relationSource(writer, read);
  const rows = `SELECT 1 FROM ${source.from} AS ${source.alias}${whereSql(writer, read, source)}${rangeSql(writer, cap + 1, 0)}`;
  return { text: `SELECT count(*)::text AS total FROM (${rows}) AS ${writer.alias()}`, values: writer.values };
}

import type { CallPlan, ReadPlan } from '../resolve/plan.ts';
import type { SqlType } from '../schema/model.ts';
import { type AnswerShape, answerSql, csvSql, rawSql } from './answer.ts';
import { rangeSql } from './expression.ts';
import { type RowSource, rowsSql } from './read.ts';
import { type CountKind, countSql, exactTotalSql } from './statement.ts';
import { arrayText, comparable, ident, qualified, type SqlStatement, SqlWriter } from './text.ts';

interface Call {
  /** The call with its arguments. */
  sql: string;
  /** Rows that the arguments come from, for one call of each. */
  over?: string | undefined;
}

const variadicSql = (variadic: boolean) => (variadic ? 'VARIADIC ' : '');

function jsonCall(
  writer: SqlWriter,
  call: CallPlan,
  parameters: readonly { name: string; type: SqlType; variadic: boolean }[],
  body: string,
  each: boolean,
): Call {
  const target = qualified(call.routine);
  if (parameters.length === 0) return { sql: `${target}()` };
  const rows = writer.alias();
  const text = writer.param(body.trimStart().startsWith('[') ? body : `[${body}]`);
  const columns = parameters.map((parameter) => `${ident(parameter.name)} ${parameter.type.sql}`).join(', ');
  const source = `json_to_recordset(${text}::json) AS ${rows}(${columns})`;
  const values = parameters.map(({ name, variadic }) => {
    const value = each ? `${rows}.${ident(name)}` : `(SELECT ${rows}.${ident(name)} FROM ${source} LIMIT 1)`;
    return `${variadicSql(variadic)}${ident(name)} := ${value}`;
  });
  return { sql: `${target}(${values.join(', ')})`, over: each ? source : undefined };
}

function callSql(writer: SqlWriter, call: CallPlan): Call {
  const target = qualified(call.routine);
  const { arguments: given } = call;
  if (given.kind === 'json') return jsonCall(writer, call, given.parameters, given.body, given.each);
  if (given.kind === 'single') {
    const [parameter] = call.routine.parameters;
    const name = parameter === undefined || parameter.name === '' ? '' : `${ident(parameter.name)} := `;
    return { sql: `${target}(${name}${writer.param(given.value)}::${comparable(given.type).sql})` };
  }
  const values = given.values.map(({ name, type, variadic, value }) => {
    const text = writer.param(value.kind === 'list' ? arrayText(value.values) : value.value);
    return `${variadicSql(variadic)}${ident(name)} := ${text}::${type.sql}`;
  });
  return { sql: `${target}(${values.join(', ')})` };
}

/** Column of the CSV of a function that returns no rows but values. */
const SCALAR_NAME = 'pgrst_scalar';

/** The values of a function that returns no rows, the range of them that is wanted, and how many there are in all. */
function scalarStatement(writer: SqlWriter, plan: CallPlan, read: ReadPlan, shape: AnswerShape, count: CountKind): SqlStatement {
  const call = callSql(writer, plan);
  const [called, value] = [writer.alias(), writer.alias()];
  const source = `SELECT ${call.sql} AS value${call.over === undefined ? '' : ` FROM ${call.over}`}`;
  const list = `json_agg(${value}.value)`;
  const isList = (plan.result === 'scalars' || call.over !== undefined) && !shape.asObject;
  const body = () => {
    const { format } = shape;
    if (!shape.withBody) return "''";
    if (format === 'csv') return csvSql(writer, [SCALAR_NAME], value);
    if (format === 'text' || format === 'xml' || format === 'binary')
      return rawSql(`${value}.value`, plan.routine.returns, format);
    return isList ? `coalesce(${list}::text, '[]')` : `coalesce((${list} -> 0)::text, 'null')`;
  };
  const total = count === 'exact' ? `(SELECT count(*)::text FROM ${called})` : 'NULL';
  const page = `(SELECT value FROM ${called}${rangeSql(writer, read.limit, read.offset)}) AS ${value}`;
  return {
    text: `WITH ${called} AS MATERIALIZED (${source}) SELECT ${body()} AS body, count(*)::text AS rows, ${total} AS total FROM ${page}`,
    values: writer.values,
  };
}

/** A function call: one statement, one row {body, rows, total}. */
export function callStatement(plan: CallPlan, read: ReadPlan, shape: AnswerShape, count: CountKind): SqlStatement {
  const writer = new SqlWriter();
  if (plan.result === 'scalar' || plan.result === 'scalars') return scalarStatement(writer, plan, read, shape, count);
  const call = callSql(writer, plan);
  if (plan.result === 'void') {
    return {
      text: `SELECT ''::text AS body, '1' AS rows, NULL AS total FROM (SELECT count(${call.sql}) FROM ${call.over ?? '(SELECT 1) AS once'}) AS called`,
      values: writer.values,
    };
  }
  const lateral = writer.alias();
  const rows = call.over === undefined ? call.sql : `(SELECT ${lateral}.* FROM ${call.over}, LATERAL ${call.sql} AS ${lateral})`;
  if (count !== 'exact') {
    const source: RowSource = { from: rows, alias: writer.alias(), conditions: [] };
    return { text: answerSql(writer, read, shape, rowsSql(writer, read, source), () => 'NULL'), values: writer.values };
  }
  // A function is called once, however often its rows are needed.
  const called = writer.alias();
  const source = (): RowSource => ({ from: called, alias: writer.alias(), conditions: [] });
  const rowsSource = rowsSql(writer, read, source());
  const total = (counted: string) => exactTotalSql(writer, read, () => countSql(writer, read, source()), counted);
  const answer = answerSql(writer, read, shape, rowsSource, total);
  const inner = writer.alias();
  return { text: `WITH ${called} AS MATERIALIZED (SELECT * FROM ${rows} AS ${inner}) ${answer}`, values: writer.values };
}

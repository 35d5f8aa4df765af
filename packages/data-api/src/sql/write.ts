import type { DeletePlan, InsertPlan, OrderPlan, ReadPlan, Stamp, UpdatePlan, WritePlan } from '../resolve/plan.ts';
import type { Relation } from '../schema/model.ts';
import { type AnswerShape, answerSql } from './answer.ts';
import { rangeSql } from './expression.ts';
import { pageOf } from './page.ts';
import { attachSql, innerWhereSql, type RowSource, sortSql, whereSql } from './read.ts';
import { ident, qualified, type SqlStatement, SqlWriter } from './text.ts';

const list = (names: readonly string[], prefix = '') => names.map((name) => `${prefix}${ident(name)}`).join(', ');

/** Rows of the body, typed as the relation's columns. */
function bodyRows(relation: Relation, body: string): string {
  return `json_populate_recordset(NULL::${qualified(relation)}, ${body}::json)`;
}

/** Each object of the body with the defaults of the columns it does not name. */
function withDefaults(writer: SqlWriter, plan: InsertPlan, body: string): string {
  const defaults = plan.columns.flatMap((name) => {
    const sql = plan.relation.columns.get(name)?.defaultSql;
    return sql === undefined ? [] : [`${writer.param(name)}, ${sql}`];
  });
  if (defaults.length === 0) return body;
  const each = writer.alias();
  return `(SELECT json_agg(jsonb_build_object(${defaults.join(', ')}) || ${each}.value) FROM jsonb_array_elements(${body}::jsonb) AS ${each})`;
}

function conflictSql(plan: InsertPlan): string {
  if (plan.conflict === undefined) return '';
  const { columns, merge } = plan.conflict;
  const sets = [...plan.columns, ...plan.restamped].map((name) => `${ident(name)} = EXCLUDED.${ident(name)}`);
  const action = merge && sets.length > 0 ? `DO UPDATE SET ${sets.join(', ')}` : 'DO NOTHING';
  return ` ON CONFLICT (${list(columns)}) ${action}`;
}

function stampSql(writer: SqlWriter, { value, type }: Stamp): string {
  return `${writer.param(value)}::${type.sql}`;
}

function conditionsOf(plan: WritePlan): ReadPlan {
  const { relation, where } = plan;
  return {
    shape: { name: relation.name, schema: relation.schema, relation },
    outputs: [],
    where: [...where],
    order: [],
    offset: 0,
  };
}

function insertSql(writer: SqlWriter, plan: InsertPlan, target: string): string {
  const into = `INSERT INTO ${qualified(plan.relation)} AS ${target}`;
  const source = writer.alias();
  const body = writer.param(plan.body);
  const rows = bodyRows(plan.relation, plan.defaults ? withDefaults(writer, plan, body) : body);
  const where = whereSql(writer, conditionsOf(plan), { from: '', alias: source, conditions: [] });
  const columns = [...plan.columns, ...plan.stamps.map(({ name }) => name)];
  const values = [
    ...plan.columns.map((name) => `${source}.${ident(name)}`),
    ...plan.stamps.map((stamp) => stampSql(writer, stamp)),
  ];
  // Objects without a key give rows of defaults, one each.
  const named = columns.length === 0 ? '' : ` (${list(columns)})`;
  return `${into}${named} SELECT ${values.join(', ')} FROM ${rows} AS ${source}${where}${conflictSql(plan)}`;
}

/** What tells the rows of a limited write apart: the primary key, the place in a table without one, else what they are ordered by. */
function keyOf({ relation, order }: UpdatePlan | DeletePlan): readonly string[] {
  if (relation.primaryKey.length > 0) return relation.primaryKey;
  if (relation.kind === 'table') return ['ctid'];
  const ordered = order.flatMap(({ expression }) => (expression.kind === 'column' ? [expression.name] : []));
  return ordered.length > 0 ? [...new Set(ordered)] : ['ctid'];
}

/** Whether no two rows are equal in the order. */
function isTotal(order: readonly OrderPlan[], key: readonly string[]): boolean {
  return key.every((name) => order.some(({ expression }) => expression.kind === 'column' && expression.name === name));
}

/**
 * The rows of a range together with all that the order does not tell apart from them: nobody has said which of those are meant, so the
 * write has to be seen to be too large.
 */
function peersSql(writer: SqlWriter, plan: UpdatePlan | DeletePlan, key: readonly string[], source: RowSource): string {
  const [ranked, window] = [writer.alias(), writer.alias()];
  const where = whereSql(writer, conditionsOf(plan), source);
  const order = sortSql(writer, plan.order, source.alias);
  const places = `rank() OVER ${window} AS place, count(*) OVER (${window} RANGE BETWEEN CURRENT ROW AND CURRENT ROW) AS peers`;
  const rows = `SELECT ${list(key, `${source.alias}.`)}, ${places} FROM ${source.from} AS ${source.alias}${where} WINDOW ${window} AS (${order})`;
  const begin = `${ranked}.place + ${ranked}.peers - 1 > ${writer.param(String(plan.offset))}::int8`;
  const end = plan.limit === undefined ? '' : ` AND ${ranked}.place <= ${writer.param(String(plan.offset + plan.limit))}::int8`;
  return `SELECT ${list(key, `${ranked}.`)} FROM (${rows}) AS ${ranked} WHERE ${begin}${end}`;
}

/** The rows of a limited write. */
function affectedSql(
  writer: SqlWriter,
  plan: UpdatePlan | DeletePlan,
  target: string,
): { from: string; where: string } | undefined {
  if (plan.limit === undefined && plan.offset === 0) return undefined;
  const key = keyOf(plan);
  const source: RowSource = { from: qualified(plan.relation), alias: writer.alias(), conditions: [] };
  const alias = writer.alias();
  const range = () =>
    `SELECT ${list(key, `${source.alias}.`)} FROM ${source.from} AS ${source.alias}` +
    whereSql(writer, conditionsOf(plan), source) +
    sortSql(writer, plan.order, source.alias) +
    rangeSql(writer, plan.limit, plan.offset);
  return {
    from: `(${plan.limit === 0 || isTotal(plan.order, key) ? range() : peersSql(writer, plan, key, source)}) AS ${alias}`,
    where: key.map((name) => `${target}.${ident(name)} = ${alias}.${ident(name)}`).join(' AND '),
  };
}

function updateSql(writer: SqlWriter, plan: UpdatePlan, target: string): string {
  const source = writer.alias();
  const affected = affectedSql(writer, plan, target);
  const rows = bodyRows(plan.relation, writer.param(plan.body));
  const body = `(SELECT ${list(plan.columns)} FROM ${rows} LIMIT 1) AS ${source}`;
  const own = plan.columns.map((name) => `${ident(name)} = ${source}.${ident(name)}`);
  const sets = [...own, ...plan.stamps.map((stamp) => `${ident(stamp.name)} = ${stampSql(writer, stamp)}`)].join(', ');
  const update = `UPDATE ${qualified(plan.relation)} AS ${target} SET ${sets} FROM ${body}`;
  if (affected !== undefined) return `${update}, ${affected.from} WHERE ${affected.where}`;
  return update + whereSql(writer, conditionsOf(plan), { from: '', alias: target, conditions: [] });
}

function deleteSql(writer: SqlWriter, plan: DeletePlan, target: string): string {
  const affected = affectedSql(writer, plan, target);
  const remove = `DELETE FROM ${qualified(plan.relation)} AS ${target}`;
  if (affected !== undefined) return `${remove} USING ${affected.from} WHERE ${affected.where}`;
  return remove + whereSql(writer, conditionsOf(plan), { from: '', alias: target, conditions: [] });
}

function writeSql(writer: SqlWriter, plan: WritePlan, target: string): string {
  if (plan.kind === 'insert') return insertSql(writer, plan, target);
  // Nothing to set: no row is touched, and the answer is empty.
  if (plan.kind === 'update' && plan.columns.length === 0) return '';
  return plan.kind === 'update' ? updateSql(writer, plan, target) : deleteSql(writer, plan, target);
}

/**
 * A write and the reading of what it wrote, in one statement: one row {body, rows, total}; `location` holds the primary key values
 * of the first row as a JSON array when they are asked for.
 */
export function writeStatement(plan: WritePlan, read: ReadPlan, shape: AnswerShape, withLocation: boolean): SqlStatement {
  const writer = new SqlWriter();
  const target = writer.alias();
  const written = writer.alias();
  const page = pageOf(writer, read, target);
  const keys = withLocation ? plan.relation.primaryKey : [];
  const location = keys.map((name, index) => `${target}.${ident(name)}::text AS ${ident(`l${index}`)}`);
  const returning = [page.list, ...location].filter((part) => part !== '').join(', ');
  const write = writeSql(writer, plan, target);
  const rows = writer.alias();
  const nothing = `SELECT ${returning === '' ? '1' : returning} FROM ${qualified(plan.relation)} AS ${target} WHERE false`;
  const cte = write === '' ? nothing : `${write} RETURNING ${returning === '' ? '1' : returning}`;
  const attached = attachSql(writer, read, page, rows);
  const inner = innerWhereSql(writer, read, page.parent(rows));
  const select = `SELECT ${attached.list} FROM ${written} AS ${rows}${attached.joins}${inner}`;
  const answer = answerSql(writer, read, shape, select, (count) => `${count}::text`);
  const key = keys.map((_, index) => ident(`l${index}`)).join(', ');
  const locationSql = keys.length === 0 ? 'NULL' : `(SELECT json_build_array(${key})::text FROM ${written} LIMIT 1)`;
  return {
    text: `WITH ${written} AS (${cte}) SELECT answer.*, ${locationSql} AS location FROM (${answer}) AS answer`,
    values: writer.values,
  };
}

import type { EmbedPlan, ReadPlan } from '../resolve/plan.ts';
import type { ColumnPair } from '../schema/model.ts';
import { conditionSql } from './condition.ts';
import { orderSql, rangeSql } from './expression.ts';
import { innerEmbeds, type Page, type ParentRow, pageOf, valueSql, visibleEmbeds } from './page.ts';
import { ident, qualified, type SqlWriter } from './text.ts';

/** Where rows come from: SQL for FROM, the name they go by, and conditions that tie them to a parent. */
export interface RowSource {
  from: string;
  alias: string;
  conditions: readonly string[];
}

function parentOf(alias: string): ParentRow {
  return { column: (name) => `${alias}.${ident(name)}`, row: () => alias };
}

function pairsSql(pairs: readonly ColumnPair[], origin: (name: string) => string, target: (name: string) => string): string[] {
  return pairs.map((pair) => `${target(pair.target)} = ${origin(pair.origin)}`);
}

function embedSource(writer: SqlWriter, embed: EmbedPlan, parent: ParentRow): RowSource {
  const { relationship } = embed;
  const alias = writer.alias();
  const column = (name: string) => `${alias}.${ident(name)}`;
  if (relationship.kind === 'computed')
    return { from: `${qualified(relationship.routine)}(${parent.row()})`, alias, conditions: [] };
  const from = qualified(relationship.target);
  if (relationship.kind === 'key') return { from, alias, conditions: pairsSql(relationship.pairs, parent.column, column) };
  const junction = writer.alias();
  const middle = (name: string) => `${junction}.${ident(name)}`;
  const ties = [...pairsSql(relationship.near.pairs, parent.column, middle), ...pairsSql(relationship.far.pairs, middle, column)];
  return {
    from,
    alias,
    conditions: [`EXISTS (SELECT 1 FROM ${qualified(relationship.junction)} AS ${junction} WHERE ${ties.join(' AND ')})`],
  };
}

function existsSql(writer: SqlWriter, embed: EmbedPlan, parent: ParentRow): string {
  const source = embedSource(writer, embed, parent);
  return `EXISTS (SELECT 1 FROM ${source.from} AS ${source.alias}${whereSql(writer, embed.read, source)})`;
}

/** WHERE of a read: the tie to its parent, its filters, and its inner embeds. */
export function whereSql(writer: SqlWriter, read: ReadPlan, source: RowSource): string {
  const parent = parentOf(source.alias);
  const exists = (embed: EmbedPlan) => existsSql(writer, embed, parent);
  const conditions = [
    ...source.conditions,
    ...read.where.map((condition) => conditionSql(writer, condition, source.alias, exists)),
    ...innerEmbeds(read).map(exists),
  ];
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** WHERE for rows that were written: their own conditions have been applied, those of inner embeds have not. */
export function innerWhereSql(writer: SqlWriter, read: ReadPlan, parent: ParentRow): string {
  const conditions = innerEmbeds(read).map((embed) => existsSql(writer, embed, parent));
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function embedSql(writer: SqlWriter, embed: EmbedPlan, parent: ParentRow): string {
  const source = embedSource(writer, embed, parent);
  const rows = rowsSql(writer, embed.read, source, embed.single);
  const alias = writer.alias();
  if (embed.single) return `(SELECT row_to_json(${alias}.*) FROM (${rows}) AS ${alias})`;
  return `coalesce((SELECT json_agg(${alias}.*) FROM (${rows}) AS ${alias}), '[]'::json)`;
}

/** Select list over a page: its values under their keys, and the embeds. */
export function attachSql(writer: SqlWriter, read: ReadPlan, page: Page, alias: string): string {
  const parent = page.parent(alias);
  return read.outputs
    .flatMap((output) => {
      if (output.kind === 'star') return [`${alias}.*`];
      if (output.kind === 'value') return [`${alias}.${page.nameOf(output)} AS ${ident(output.key)}`];
      return output.embed.visible ? [`${embedSql(writer, output.embed, parent)} AS ${ident(output.key)}`] : [];
    })
    .join(', ');
}

/** SELECT of a read's rows. A single row has no order and no range. */
export function rowsSql(writer: SqlWriter, read: ReadPlan, source: RowSource, single = false): string {
  const tail = () => {
    const where = whereSql(writer, read, source);
    return single
      ? `${where} LIMIT 1`
      : where + orderSql(writer, read.order, source.alias) + rangeSql(writer, read.limit, read.offset);
  };
  if (visibleEmbeds(read).length === 0) {
    const list = read.outputs.flatMap((output) => {
      if (output.kind === 'star') return [`${source.alias}.*`];
      return output.kind === 'value' ? [`${valueSql(writer, output, source.alias)} AS ${ident(output.key)}`] : [];
    });
    return `SELECT ${list.join(', ')} FROM ${source.from} AS ${source.alias}${tail()}`;
  }
  const page = pageOf(writer, read, source.alias);
  const rows = `SELECT ${page.list} FROM ${source.from} AS ${source.alias}${tail()}`;
  const alias = writer.alias();
  return `SELECT ${attachSql(writer, read, page, alias)} FROM (${rows}) AS ${alias}`;
}

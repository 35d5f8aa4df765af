import { type EmbedPlan, type OrderPlan, outputKeys, type ReadPlan } from '../resolve/plan.ts';
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

/** ORDER BY of the rows called `alias`. */
export function sortSql(writer: SqlWriter, order: readonly OrderPlan[], alias: string): string {
  return orderSql(writer, order, alias, (embed, value) => {
    const source = embedSource(writer, embed, parentOf(alias));
    return `(SELECT ${value(source.alias)} FROM ${source.from} AS ${source.alias}${whereSql(writer, embed.read, source)} LIMIT 1)`;
  });
}

/** WHERE for rows that were written: their own conditions have been applied, those of inner embeds have not. */
export function innerWhereSql(writer: SqlWriter, read: ReadPlan, parent: ParentRow): string {
  const conditions = innerEmbeds(read).map((embed) => existsSql(writer, embed, parent));
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function embedSql(writer: SqlWriter, embed: EmbedPlan, parent: ParentRow): string {
  const source = embedSource(writer, embed, parent);
  const rows = rowsSql(writer, embed.read, source, embed.single ? 'first' : 'range');
  const alias = writer.alias();
  if (embed.single) return `(SELECT row_to_json(${alias}.*) FROM (${rows}) AS ${alias})`;
  return `coalesce((SELECT json_agg(${alias}.*) FROM (${rows}) AS ${alias}), '[]'::json)`;
}

/** A select list and the joins that it needs. */
interface Attached {
  list: string;
  joins: string;
}

/** Joins the one row of an embed. Without the limit of 'first' PostgreSQL may join many parents at once. */
function joinSql(writer: SqlWriter, embed: EmbedPlan, parent: ParentRow, extent: Extent): { alias: string; join: string } {
  const alias = writer.alias();
  const rows = rowsSql(writer, embed.read, embedSource(writer, embed, parent), extent);
  return { alias, join: ` LEFT JOIN LATERAL (${rows}) AS ${alias} ON true` };
}

const spreadList = (embed: EmbedPlan, alias: string) =>
  outputKeys(embed.read).map((key) => `${alias}.${ident(key)} AS ${ident(key)}`);

/** Values of a page under their keys, and the embeds. */
export function attachSql(writer: SqlWriter, read: ReadPlan, page: Page, alias: string): Attached {
  const parent = page.parent(alias);
  const joins: string[] = [];
  const list = read.outputs.flatMap((output) => {
    if (output.kind === 'star') return [`${alias}.*`];
    if (output.kind === 'value') return [`${alias}.${page.nameOf(output)} AS ${ident(output.key)}`];
    const { embed, key } = output;
    if (!embed.visible) return [];
    if (!embed.spread) return [`${embedSql(writer, embed, parent)} AS ${ident(key)}`];
    const joined = joinSql(writer, embed, parent, 'first');
    joins.push(joined.join);
    return spreadList(embed, joined.alias);
  });
  return { list: list.join(', '), joins: joins.join('') };
}

/** Which of a read's rows: those of its order and range, the first one (of which there is but one), or all in any order. */
type Extent = 'range' | 'first' | 'all';

function tailSql(writer: SqlWriter, read: ReadPlan, source: RowSource, extent: Extent): string {
  const where = whereSql(writer, read, source);
  if (extent === 'all') return where;
  if (extent === 'first') return `${where} LIMIT 1`;
  return where + sortSql(writer, read.order, source.alias) + rangeSql(writer, read.limit, read.offset);
}

/** A key leads to at most one row of a table; a view may show that row several times. */
function isJoined(embed: EmbedPlan): boolean {
  return embed.single && embed.relationship.kind === 'key' && embed.relationship.target.kind === 'table';
}

/** All rows with their embeds: single rows are joined, which PostgreSQL can do for many parents at once. */
function wholeSql(writer: SqlWriter, read: ReadPlan, source: RowSource, extent: Extent): string {
  const parent = parentOf(source.alias);
  const joins: string[] = [];
  const list = read.outputs.flatMap((output) => {
    if (output.kind === 'star') return [`${source.alias}.*`];
    if (output.kind === 'value') return [`${valueSql(writer, output, source.alias)} AS ${ident(output.key)}`];
    const { embed, key } = output;
    if (!embed.visible) return [];
    if (!isJoined(embed) && !embed.spread) return [`${embedSql(writer, embed, parent)} AS ${ident(key)}`];
    const { alias, join } = joinSql(writer, embed, parent, isJoined(embed) ? 'all' : 'first');
    joins.push(join);
    return embed.spread ? spreadList(embed, alias) : [`row_to_json(${alias}.*) AS ${ident(key)}`];
  });
  return `SELECT ${list.join(', ')} FROM ${source.from} AS ${source.alias}${joins.join('')}${tailSql(writer, read, source, extent)}`;
}

/** SELECT of a read's rows. Of a range the page is selected first and embeds are attached to it, so that they cost by page. */
export function rowsSql(writer: SqlWriter, read: ReadPlan, source: RowSource, extent: Extent = 'range'): string {
  const isWhole = extent === 'all' || (extent === 'range' && read.limit === undefined && read.offset === 0);
  if (isWhole || visibleEmbeds(read).length === 0) return wholeSql(writer, read, source, extent);
  const page = pageOf(writer, read, source.alias);
  const rows = `SELECT ${page.list} FROM ${source.from} AS ${source.alias}${tailSql(writer, read, source, extent)}`;
  const alias = writer.alias();
  const { list, joins } = attachSql(writer, read, page, alias);
  return `SELECT ${list} FROM (${rows}) AS ${alias}${joins}`;
}

import type { EmbedPlan, Output, ReadPlan } from '../resolve/plan.ts';
import { expressionSql } from './expression.ts';
import { ident, type SqlWriter } from './text.ts';

/** How the embedded rows of one parent reach it. */
export interface ParentRow {
  column(name: string): string;
  /** The whole row, for computed relationships. */
  row(): string;
}

export type EmbedOutput = Extract<Output, { kind: 'embed' }>;

export function visibleEmbeds(read: ReadPlan): EmbedOutput[] {
  return read.outputs.filter((output): output is EmbedOutput => output.kind === 'embed' && output.embed.visible);
}

export function innerEmbeds(read: ReadPlan): EmbedPlan[] {
  return read.outputs.flatMap((output) => (output.kind === 'embed' && output.embed.inner ? [output.embed] : []));
}

function existsIn(read: ReadPlan): EmbedPlan[] {
  const found: EmbedPlan[] = innerEmbeds(read);
  return [...found, ...visibleEmbeds(read).map((output) => output.embed)];
}

/** Parent columns that the joins of a read's embeds need. */
function joinColumns(embeds: readonly EmbedPlan[]): Set<string> {
  const names = new Set<string>();
  for (const { relationship } of embeds) {
    if (relationship.kind === 'computed') continue;
    const pairs = relationship.kind === 'key' ? relationship.pairs : relationship.near.pairs;
    for (const pair of pairs) names.add(pair.origin);
  }
  return names;
}

/**
 * The columns of a page of rows: what is put out of each row, and what its embeds need to know of it. Embeds are attached outside
 * the page, so they are computed for the rows of the page only, in its order.
 */
export interface Page {
  /** Select list, also fit for RETURNING. */
  list: string;
  /** Column of the page that an output has. */
  nameOf(output: Output): string | undefined;
  parent(alias: string): ParentRow;
}

export function pageOf(writer: SqlWriter, read: ReadPlan, alias: string): Page {
  const parts: string[] = [];
  const names = new Map<Output, string>();
  for (const output of read.outputs) {
    if (output.kind !== 'value') continue;
    const name = ident(`c${names.size}`);
    names.set(output, name);
    parts.push(`${valueSql(writer, output, alias)} AS ${name}`);
  }
  const joins = new Map<string, string>();
  const embeds = existsIn(read);
  for (const column of joinColumns(embeds)) {
    const name = ident(`k${joins.size}`);
    joins.set(column, name);
    parts.push(`${alias}.${ident(column)} AS ${name}`);
  }
  if (embeds.some((embed) => embed.relationship.kind === 'computed')) parts.push(`${alias} AS "row"`);
  return {
    list: parts.join(', '),
    nameOf: (output) => names.get(output),
    parent: (page) => ({
      column: (name) => `${page}.${joins.get(name) ?? ident(name)}`,
      row: () => `${page}."row"`,
    }),
  };
}

export function valueSql(writer: SqlWriter, output: Extract<Output, { kind: 'value' }>, alias: string): string {
  const value = expressionSql(writer, output.expression, alias);
  return output.cast === undefined ? value : `${value}::${output.cast.sql}`;
}

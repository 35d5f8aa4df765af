import type { EmbedPlan, Expression, OrderPlan } from '../resolve/plan.ts';
import type { SqlType } from '../schema/model.ts';
import { comparable, ident, qualified, type SqlWriter } from './text.ts';

const JSON_TYPES = new Set(['pg_catalog.json', 'pg_catalog.jsonb']);

export function isJson(type: SqlType): boolean {
  return JSON_TYPES.has(comparable(type).id);
}

/** The expression, for the row source called `alias`. */
export function expressionSql(writer: SqlWriter, expression: Expression, alias: string): string {
  switch (expression.kind) {
    case 'column':
      return `${alias}.${ident(expression.name)}`;
    case 'computed':
      return `${qualified(expression.routine)}(${alias})`;
    case 'json': {
      const base = expressionSql(writer, expression.base, alias);
      // Arrays and composites are stepped into as the JSON they would be shown as.
      const start = isJson(expression.base.type) ? base : `to_jsonb(${base})`;
      const steps = expression.steps.map(({ asText, key, isIndex }) => {
        const value = writer.param(key);
        return `${asText ? '->>' : '->'}${isIndex ? `${value}::int4` : value}`;
      });
      return `(${start}${steps.join('')})`;
    }
  }
}

/** Like expressionSql, but JSON comes as jsonb, which has operators to compare with. */
export function comparedSql(writer: SqlWriter, expression: Expression, alias: string): string {
  const sql = expressionSql(writer, expression, alias);
  return expression.kind === 'json' && expression.type.id === 'pg_catalog.jsonb' ? `${sql}::jsonb` : sql;
}

/** Writes a value of the one row that is embedded. */
export type RelatedSql = (embed: EmbedPlan, value: (alias: string) => string) => string;

export function orderSql(writer: SqlWriter, order: readonly OrderPlan[], alias: string, related: RelatedSql): string {
  if (order.length === 0) return '';
  const terms = order.map(({ expression, through, descending, nulls }) => {
    const direction = descending ? ' DESC' : '';
    const place = nulls === undefined ? '' : nulls === 'first' ? ' NULLS FIRST' : ' NULLS LAST';
    // JSON has no order, jsonb has one.
    const sortable = expression.type.id === 'pg_catalog.json' ? '::jsonb' : '';
    const value = (row: string) => comparedSql(writer, expression, row) + sortable;
    return `${through === undefined ? value(alias) : related(through, value)}${direction}${place}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

export function rangeSql(writer: SqlWriter, limit: number | undefined, offset: number): string {
  const limitSql = limit === undefined ? '' : ` LIMIT ${writer.param(String(limit))}::int8`;
  return offset > 0 ? `${limitSql} OFFSET ${writer.param(String(offset))}::int8` : limitSql;
}

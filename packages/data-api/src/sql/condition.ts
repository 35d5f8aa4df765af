import type { Condition, EmbedPlan, Expression, PatternOperation } from '../resolve/plan.ts';
import type { ComparisonOperator, Operation, SearchOperator, Trilean } from '../tree.ts';
import { comparedSql } from './expression.ts';
import { arrayText, comparable, type SqlWriter } from './text.ts';

const OPERATORS: Readonly<Record<ComparisonOperator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const SEARCHES: Readonly<Record<SearchOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const TRILEANS: Readonly<Record<Trilean, string>> = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
};

const LIKE: ReadonlySet<ComparisonOperator> = new Set(['like', 'ilike']);
const TEXTUAL: ReadonlySet<ComparisonOperator> = new Set(['like', 'ilike', 'match', 'imatch']);

/** `*` stands for `%` in URLs. */
const wildcards = (value: string) => value.replaceAll('*', '%');

function compareSql(
  writer: SqlWriter,
  left: string,
  expression: Expression,
  { operator, quantifier, value }: Extract<Operation, { kind: 'compare' }>,
): string {
  const type = comparable(expression.type);
  const written = LIKE.has(operator) ? wildcards(value) : value;
  // Extensions bring operators with pattern types of their own (ltree ~ lquery): PostgreSQL finds the type of the pattern.
  if (quantifier === undefined && TEXTUAL.has(operator) && !type.id.startsWith('pg_catalog.')) {
    return `${left} ${OPERATORS[operator]} ${writer.untyped(written)}`;
  }
  const text = writer.param(written);
  if (quantifier !== undefined) {
    const array = TEXTUAL.has(operator) ? 'text[]' : (type.arraySql ?? 'text[]');
    return `${left} ${OPERATORS[operator]} ${quantifier.toUpperCase()} (${text}::${array})`;
  }
  return `${left} ${OPERATORS[operator]} ${TEXTUAL.has(operator) ? text : `${text}::${type.sql}`}`;
}

function operationSql(writer: SqlWriter, expression: Expression, alias: string, operation: Operation | PatternOperation): string {
  const left = comparedSql(writer, expression, alias);
  const type = comparable(expression.type);
  switch (operation.kind) {
    case 'compare':
      return compareSql(writer, left, expression, operation);
    case 'in': {
      const values = writer.param(arrayText(operation.values));
      return type.arraySql === undefined
        ? `${left}::text = ANY (${values}::text[])`
        : `${left} = ANY (${values}::${type.arraySql})`;
    }
    case 'is':
      return `${left} ${TRILEANS[operation.value]}`;
    case 'search': {
      const config = operation.config === undefined ? '' : `${writer.param(operation.config)}::regconfig, `;
      return `${left} @@ ${SEARCHES[operation.operator]}(${config}${writer.param(operation.value)})`;
    }
    case 'distinct':
      return `${left} IS DISTINCT FROM ${writer.param(operation.value)}::${type.sql}`;
    case 'pattern':
      return `${left}::text ~~ ${writer.param(operation.pattern)}`;
  }
}

/** Writes the EXISTS of an embed, for conditions that ask whether it has rows. */
export type ExistsSql = (embed: EmbedPlan) => string;

export function conditionSql(writer: SqlWriter, condition: Condition, alias: string, exists: ExistsSql): string {
  const not = condition.negated ? 'NOT ' : '';
  switch (condition.kind) {
    case 'test':
      return `${not}(${operationSql(writer, condition.expression, alias, condition.operation)})`;
    case 'group': {
      const items = condition.items.map((item) => conditionSql(writer, item, alias, exists));
      return `${not}(${items.join(condition.operator === 'or' ? ' OR ' : ' AND ')})`;
    }
    case 'exists':
      return `${not}${exists(condition.embed)}`;
  }
}

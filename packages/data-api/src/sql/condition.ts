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
  // Extensions bring operators with types of their own (ltree ~ lquery): PostgreSQL finds the type of the value.
  const isForeign = !type.id.startsWith('pg_catalog.');
  if (quantifier === undefined && isForeign && (TEXTUAL.has(operator) || type.kind === 'base')) {
    return `${left} ${OPERATORS[operator]} ${writer.untyped(written)}`;
  }
  const text = writer.param(written);
  if (TEXTUAL.has(operator) && type.isArray && quantifier === undefined) {
    const each = writer.alias();
    return `EXISTS (SELECT FROM unnest(${left}) AS ${each} (value) WHERE ${each}.value::text ${OPERATORS[operator]} ${text})`;
  }
  if (quantifier !== undefined) {
    const array = TEXTUAL.has(operator) ? 'text[]' : (type.arraySql ?? 'text[]');
    return `${left} ${OPERATORS[operator]} ${quantifier.toUpperCase()} (${text}::${array})`;
  }
  return `${left} ${OPERATORS[operator]} ${TEXTUAL.has(operator) ? text : `${text}::${type.sql}`}`;
}

const SEPARATOR = '\u001f';

/**
 * An array of texts. Reading an array from its text form is not immutable to PostgreSQL, which would do it again for every row;
 * splitting a text at a separator is done once.
 */
function listSql(writer: SqlWriter, values: readonly string[]): string {
  const isSplittable = values.join('') !== '' && !values.some((value) => value.includes(SEPARATOR));
  return isSplittable
    ? `string_to_array(${writer.param(values.join(SEPARATOR))}, E'\\x1f')`
    : `${writer.param(arrayText(values))}::text[]`;
}

function operationSql(writer: SqlWriter, expression: Expression, alias: string, operation: Operation | PatternOperation): string {
  const left = comparedSql(writer, expression, alias);
  const type = comparable(expression.type);
  switch (operation.kind) {
    case 'compare':
      return compareSql(writer, left, expression, operation);
    case 'in': {
      const values = listSql(writer, operation.values);
      return type.arraySql === undefined ? `${left}::text = ANY (${values})` : `${left} = ANY (${values}::${type.arraySql})`;
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

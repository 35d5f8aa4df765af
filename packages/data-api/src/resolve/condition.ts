import { DataApiError, parseError } from '../error.ts';
import { parseDateMatch } from '../parse/date-math.ts';
import { parseMatchList } from '../parse/match-list.ts';
import type { SqlType } from '../schema/model.ts';
import type { ConditionNode, FilterNode, MatchListNode, Operation } from '../tree.ts';
import type { ResolveContext } from './context.ts';
import { findField, missingField, resolveField } from './field.ts';
import { memberCondition } from './member-filter.ts';
import type { Condition, Expression, ReadPlan } from './plan.ts';
import { findEmbed } from './select.ts';

const DATE_TYPES = new Set(['pg_catalog.timestamptz', 'pg_catalog.timestamp', 'pg_catalog.date']);

function isDate(type: SqlType): boolean {
  return DATE_TYPES.has((type.base ?? type).id);
}

/** `relation=is.null` and `relation=not.is.null` ask whether anything is embedded. */
function embedCondition(read: ReadPlan, node: FilterNode): Condition | undefined {
  if (node.operation.kind !== 'is' || node.field.path.length > 0) return undefined;
  const { value } = node.operation;
  if (value !== 'null' && value !== 'not_null') return undefined;
  const embed = findEmbed(read, node.field.name);
  if (embed === undefined) return undefined;
  return { kind: 'exists', embed, negated: (value === 'null') !== node.negated };
}

function resolveFilter(context: ResolveContext, read: ReadPlan, node: FilterNode): Condition {
  const expression = findField(context, read.shape, node.field);
  if (expression !== undefined) return { kind: 'test', expression, negated: node.negated, operation: node.operation };
  const embed = embedCondition(read, node);
  if (embed !== undefined) return embed;
  const member = memberCondition(context, read.shape, node);
  if (member !== undefined) return member;
  throw missingField(context, read.shape, node.field);
}

export function resolveCondition(context: ResolveContext, read: ReadPlan, node: ConditionNode): Condition {
  if (node.kind === 'filter') return resolveFilter(context, read, node);
  const items = node.items.map((item) => resolveCondition(context, read, item));
  return { kind: 'group', operator: node.operator, negated: node.negated, items };
}

function matchConditions(context: ResolveContext, expression: Expression, node: MatchListNode): Condition[] {
  const test = (operation: Operation | { kind: 'pattern'; pattern: string }, negated: boolean): Condition => ({
    kind: 'test',
    expression,
    negated,
    operation,
  });
  if (node.value.trim() === '') return [];
  if (isDate(expression.type)) {
    const match = parseDateMatch(node.value, context.now);
    if (match === undefined) {
      throw parseError(
        `"failed to parse date math (${node.value.slice(0, 100)})" (line 1, column 1)`,
        'expecting =, < or >, then now or a date, then steps like -1d or /d',
        node.field.at,
      );
    }
    return [test({ kind: 'compare', operator: match.operator, value: match.instant.toISOString() }, false)];
  }
  const list = parseMatchList(node.value);
  return [
    ...(list.equal.length > 0 ? [test({ kind: 'in', values: list.equal }, false)] : []),
    ...(list.unequal.length > 0 ? [test({ kind: 'in', values: list.unequal }, true)] : []),
    ...list.like.map((pattern) => test({ kind: 'pattern', pattern }, false)),
    ...list.unlike.map((pattern) => test({ kind: 'pattern', pattern }, true)),
  ];
}

/** The conditions of `{column}.filter=`, or of column filter of an embedded relation when that is what it names. */
export function resolveMatchList(context: ResolveContext, read: ReadPlan, node: MatchListNode): Condition[] {
  const embed = findEmbed(read, node.field.name);
  if (embed !== undefined && node.plain !== undefined) {
    embed.read.where.push(resolveFilter(context, embed.read, node.plain));
    return [];
  }
  return matchConditions(context, resolveField(context, read.shape, node.field), node);
}

export function unknownEmbed(name: string, what: string, at: number): DataApiError {
  return new DataApiError({
    status: 400,
    code: 'PGRST108',
    message: `Cannot apply ${what} because '${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    position: at,
  });
}

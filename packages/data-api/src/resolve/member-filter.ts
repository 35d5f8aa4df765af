import { ruleOf } from '../policy.ts';
import type { FilterNode, Operation } from '../tree.ts';
import type { ResolveContext } from './context.ts';
import { findField } from './field.ts';
import type { Condition, RowShape } from './plan.ts';

function arrayLiteral(members: readonly string[]): string {
  return `{${members.map((member) => `"${member.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function memberOperation(operation: Operation): Operation | undefined {
  if (operation.kind === 'in') return { kind: 'compare', operator: 'ov', value: arrayLiteral(operation.values) };
  if (operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === undefined) {
    return { kind: 'compare', operator: 'cs', value: arrayLiteral([operation.value]) };
  }
  return undefined;
}

/** `name=eq.X` and `name=in.(X,Y)` where the policy says that the name means a member of an array column. */
export function memberCondition(context: ResolveContext, shape: RowShape, node: FilterNode): Condition | undefined {
  if (shape.relation === undefined || node.field.path.length > 0) return undefined;
  const column = ruleOf(context.policy, shape.relation.name)?.memberFilters?.[node.field.name];
  const operation = memberOperation(node.operation);
  if (column === undefined || operation === undefined) return undefined;
  const expression = findField(context, shape, { name: column, path: [], at: node.field.at });
  return expression === undefined ? undefined : { kind: 'test', expression, negated: node.negated, operation };
}

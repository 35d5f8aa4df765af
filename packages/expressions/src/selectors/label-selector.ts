import { allOf, type Condition, presentBut, type ValueRef } from './condition.ts';
import { SelectorError } from './selector-error.ts';

export type RequirementOperator = 'equals' | 'differs' | 'in' | 'not-in' | 'exists' | 'absent' | '<' | '>';

/** One part of a label selector. */
export interface Requirement {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
}

const SET = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/;
const COMPARISON = /^([^=!<>\s]+)\s*(==|=|!=|<|>)\s*(.*)$/s;

/** Splits at commas outside of parentheses. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function comparisonOperator(sign: string | undefined): RequirementOperator {
  if (sign === '!=') return 'differs';
  return sign === '<' || sign === '>' ? sign : 'equals';
}

function parsePart(part: string): Requirement {
  const set = SET.exec(part);
  if (set !== null) {
    const values = (set[3] ?? '').split(',').map((value) => value.trim());
    return { key: set[1] ?? '', operator: set[2] === 'in' ? 'in' : 'not-in', values };
  }
  const comparison = COMPARISON.exec(part);
  if (comparison !== null) {
    return { key: comparison[1] ?? '', operator: comparisonOperator(comparison[2]), values: [(comparison[3] ?? '').trim()] };
  }
  const absent = part.startsWith('!');
  const key = absent ? part.slice(1).trim() : part;
  if (key === '' || /[\s=!<>(),]/.test(key)) {
    throw new SelectorError(
      `"${part}" is not part of a selector: write key=value, key!=value, key in (a,b), key notin (a,b), key or !key`,
    );
  }
  return { key, operator: absent ? 'absent' : 'exists', values: [] };
}

/**
 * Reads the label-selector language of Kubernetes without its limits on keys and values. Source: data-model §12.3.
 * @throws {SelectorError}
 */
export function parseLabelSelector(text: string): Requirement[] {
  return splitParts(text).map(parsePart);
}

/** What a requirement asks of a value. Excluding a value asks for another one to be there. */
export function requirementCondition(value: ValueRef, { operator, values }: Requirement): Condition {
  const isIn: Condition = { kind: 'in', value, texts: values };
  switch (operator) {
    case 'equals':
    case 'in':
      return isIn;
    case 'differs':
    case 'not-in':
      return presentBut(value, isIn);
    case 'exists':
      return { kind: 'present', value };
    case 'absent':
      return { kind: 'not', item: { kind: 'present', value } };
    default:
      return { kind: 'order', value, operator, text: values[0] ?? '' };
  }
}

/** The condition of a label selector over one map of texts. */
export function labelCondition(column: string, text: string): Condition {
  return allOf(
    parseLabelSelector(text).map((requirement) =>
      requirementCondition({ kind: 'key', column, key: requirement.key }, requirement),
    ),
  );
}

import { type DataApiError, limitError } from '../error.ts';
import type { ConditionNode, FieldRef, LogicNode } from '../tree.ts';
import { readName, readSteps } from './field.ts';
import { OPERATOR_AHEAD, readOperation } from './operation.ts';
import type { Scanner } from './scanner.ts';

const EXPECTING = 'field name (* or [a..z0..9_]), negation operator (not) or logic operator (and, or)';

/** Keys of labels hold dots and slashes unquoted, so a key ends where an operator begins. */
function readField(scanner: Scanner): FieldRef {
  const at = scanner.at;
  const name = readName(scanner, /[^.,()"]/y, EXPECTING);
  const path = readSteps(scanner, new RegExp(`(?!${OPERATOR_AHEAD.source})[^,()"]`, 'y'));
  return { name, path, at };
}

/** What begins like a group is taken for one. */
function missingBracket(scanner: Scanner, start: number): DataApiError | undefined {
  const word = /^(?:not\.)?(?:and|or)/.exec(scanner.source.text.slice(start))?.[0];
  return word === undefined ? undefined : scanner.failure('"("', start + word.length);
}

function readCondition(scanner: Scanner, depth: number): ConditionNode {
  scanner.skipBlanks();
  const group = scanner.match(/(not\.)?(and|or)\s*(?=\()/y);
  if (group !== undefined) return readGroup(scanner, group[2] === 'or' ? 'or' : 'and', group[1] !== undefined, depth);
  const start = scanner.position;
  const field = readField(scanner);
  if (!scanner.eat('.')) throw missingBracket(scanner, start) ?? scanner.failure('"->>", "->" or delimiter (.)');
  const operation = readOperation(scanner, true);
  if (operation === undefined)
    throw scanner.failure(field.name === 'not' ? 'logic operator (and, or)' : '"not" or operator (eq, gt, ...)');
  scanner.skipBlanks();
  return { kind: 'filter', field, ...operation };
}

function readGroup(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): LogicNode {
  if (depth <= 0) throw limitError('The logic is nested too deeply', scanner.at);
  scanner.expect('(');
  const items: ConditionNode[] = [];
  do {
    items.push(readCondition(scanner, depth - 1));
    scanner.skipBlanks();
  } while (scanner.eat(','));
  if (!scanner.eat(')')) throw scanner.failure('"," or ")"');
  return { kind: 'logic', operator, negated, items };
}

/** The value of `and=` or `or=`. What follows its closing bracket is let pass when it is only brackets. */
export function parseLogic(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): LogicNode {
  scanner.skipBlanks();
  const node = readGroup(scanner, operator, negated, depth);
  scanner.match(/[)\s]*/y);
  if (!scanner.done) throw scanner.failure('end of input');
  return node;
}

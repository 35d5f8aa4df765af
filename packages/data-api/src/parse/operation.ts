import { COMPARISONS, type Operation, SEARCHES, type Trilean } from '../tree.ts';
import type { Scanner } from './scanner.ts';

const OPERATORS = [...COMPARISONS, ...SEARCHES, 'in', 'is', 'isdistinct'];
const HEAD = new RegExp(`(not\\.)?(${OPERATORS.join('|')})(?:\\(([^()]*)\\))?\\.`, 'y');
const TRILEANS: readonly Trilean[] = ['null', 'true', 'false', 'unknown', 'not_null'];

/** Sticky pattern at which an operator begins after a field's dot. */
export const OPERATOR_AHEAD = new RegExp(`\\.(?:not\\.)?(?:${OPERATORS.join('|')})(?:\\([^()]*\\))?\\.`, 'y');

/** A quoted value inside brackets and the blanks after it; a backslash takes the next character as it is. */
const QUOTED_VALUE = /"((?:[^"\\]|\\.)*)"\s*(?=[,)]|$)/sy;

/** An unquoted value inside brackets: up to a comma or a closing bracket, with pairs of brackets kept whole. */
const BARE_VALUE = /(?:\([^(),]*\)|[^,)])*/y;

/** A quoted value, when the quotes go around all of it: `in.(")` and `in.("a"b)` mean what they say. */
function readQuotedValue(scanner: Scanner): string | undefined {
  return scanner.match(QUOTED_VALUE)?.[1]?.replaceAll(/\\(.)/gs, '$1');
}

function readList(scanner: Scanner): string[] {
  scanner.expect('(');
  const values: string[] = [];
  if (scanner.match(/\s*\)/y) !== undefined) return values;
  do {
    scanner.skipBlanks();
    values.push(readQuotedValue(scanner) ?? (scanner.match(BARE_VALUE)?.[0] ?? '').trim());
  } while (scanner.eat(','));
  if (!scanner.eat(')')) throw scanner.failure('"," or ")"');
  return values;
}

/** A value of an and/or list: quoted, an array in braces, or up to the next comma or bracket. */
function readNestedValue(scanner: Scanner): string {
  const quoted = readQuotedValue(scanner);
  if (quoted !== undefined) return quoted;
  const array = scanner.match(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\}/y);
  if (array !== undefined) return array[0];
  return scanner.match(BARE_VALUE)?.[0] ?? '';
}

function readTrilean(scanner: Scanner): Trilean {
  const word = scanner.match(/[a-zA-Z_]+/y)?.[0].toLowerCase();
  const value = TRILEANS.find((each) => each === word);
  if (value !== undefined) return value;
  scanner.position -= word?.length ?? 0;
  throw scanner.failure('null or trilean value (unknown, true, false)');
}

/**
 * `[not.]operator[(argument)].value`. Outside brackets the value is the rest of the text, inside it ends at a comma or bracket.
 * Undefined, with nothing read, when the text begins with neither an operator nor `not`.
 */
export function readOperation(scanner: Scanner, nested: boolean): { negated: boolean; operation: Operation } | undefined {
  const head = scanner.match(HEAD);
  if (head === undefined) {
    if (scanner.eat('not.')) throw scanner.failure('operator (eq, gt, ...)');
    return undefined;
  }
  const [whole, not, name = '', argument] = head;
  const negated = not !== undefined;
  const value = () => {
    if (nested) return readNestedValue(scanner);
    const text = scanner.rest;
    scanner.position = scanner.source.text.length;
    return text;
  };
  const comparison = COMPARISONS.find((each) => each === name);
  if (comparison !== undefined) {
    if (argument !== undefined && argument !== 'any' && argument !== 'all') {
      throw scanner.failure('"any" or "all"', scanner.position - whole.length + whole.indexOf('(') + 1);
    }
    return { negated, operation: { kind: 'compare', operator: comparison, quantifier: argument, value: value() } };
  }
  const search = SEARCHES.find((each) => each === name);
  if (search !== undefined) return { negated, operation: { kind: 'search', operator: search, config: argument, value: value() } };
  if (argument !== undefined) throw scanner.failure('"."', scanner.position - whole.length + whole.indexOf('('));
  if (name === 'in') return { negated, operation: { kind: 'in', values: readList(scanner) } };
  if (name === 'is') return { negated, operation: { kind: 'is', value: readTrilean(scanner) } };
  return { negated, operation: { kind: 'distinct', value: value() } };
}

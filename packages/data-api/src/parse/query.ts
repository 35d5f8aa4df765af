import { limitError, parseError, rangeError } from '../error.ts';
import type { ConditionNode, FieldRef, FilterNode, Located, MatchListNode, OrderTerm, QueryTree, SelectItem } from '../tree.ts';
import { readWholeField } from './field.ts';
import { parseLogic } from './logic.ts';
import { readOperation } from './operation.ts';
import { parseOrder } from './order.ts';
import { encodePart, type QueryParameter, splitQuery } from './query-string.ts';
import { Scanner } from './scanner.ts';
import { parseSelect } from './select.ts';

export interface QueryOptions {
  /** A value that names no operator, or none that can be read, is an argument. */
  forRoutine: boolean;
  matchLists: boolean;
  mergeSelects: boolean;
  queryLength: number;
  embedDepth: number;
  logicDepth: number;
  nodes: number;
}

interface Draft {
  selects: (readonly SelectItem[])[];
  conditions: Located<ConditionNode | MatchListNode>[];
  orders: Located<readonly OrderTerm[]>[];
  limits: Located<number>[];
  offsets: Located<number>[];
  columns?: readonly string[];
  onConflict?: readonly string[];
  arguments: { name: string; value: string; at: number }[];
}

interface ParameterName {
  path: readonly string[];
  last: string;
  /** Where `last` stands in the decoded name. */
  start: number;
}

const MAX_COUNT = 1e15;

/** `a.b.column->key.with.dots` is the column of the embedded relation a.b. */
function splitName(name: string): ParameterName {
  const arrow = name.indexOf('->');
  const head = arrow < 0 ? name : name.slice(0, arrow);
  const parts = [...head.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[^."]+/gs)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
  const last = parts.at(-1);
  const path = parts.slice(0, -1).map((part) => part.text.replace(/^"(.*)"$/s, '$1').trim());
  const start = last?.start ?? 0;
  return { path, last: name.slice(start), start };
}

function valueScanner(parameter: QueryParameter, what: string, columnShift = 0): Scanner {
  const { value, valueAt } = parameter.raw;
  return new Scanner({ text: parameter.value, what, raw: value, rawAt: valueAt, columnShift });
}

function readCount(parameter: QueryParameter): number | undefined {
  const text = parameter.value.trim();
  if (text === '') return undefined;
  const at = parameter.raw.valueAt;
  if (!/^[-+]?\d+$/.test(text)) {
    throw parseError(
      `"failed to parse ${parameter.name} (${text.slice(0, 100)})" (line 1, column 1)`,
      'expecting a whole number',
      at,
    );
  }
  const count = Number(text);
  if (count < 0 || count > MAX_COUNT) throw rangeError(at);
  return count;
}

function readNames(parameter: QueryParameter): string[] {
  const scanner = valueScanner(parameter, `${parameter.name} parameter`);
  const names: string[] = [];
  do {
    scanner.skipBlanks();
    const name = scanner.peek('"') ? scanner.quoted() : scanner.match(/[^,"]*/y)?.[0].trim();
    if (name === undefined || name === '') throw scanner.failure('a column name');
    names.push(name);
    scanner.skipBlanks();
  } while (scanner.eat(','));
  if (!scanner.done) throw scanner.failure('"," or end of input');
  return names;
}

function fieldOf(parameter: QueryParameter, name: ParameterName, text: string): FieldRef {
  const { raw } = parameter;
  const scanner = new Scanner({
    text: parameter.name.slice(0, name.start) + text,
    what: 'filter',
    raw: raw.name,
    rawAt: raw.nameAt,
  });
  scanner.position = name.start;
  return readWholeField(scanner);
}

function readFilter(parameter: QueryParameter, field: () => FieldRef, forRoutine: boolean): FilterNode | undefined {
  const scanner = valueScanner(parameter, 'filter');
  try {
    const operation = readOperation(scanner, false);
    if (operation === undefined) return undefined;
    scanner.skipBlanks();
    if (!scanner.done) throw scanner.failure('end of input');
    return { kind: 'filter', field: field(), ...operation };
  } catch (error) {
    if (forRoutine) return undefined;
    throw error;
  }
}

function addMatchList(draft: Draft, parameter: QueryParameter, name: ParameterName, options: QueryOptions): void {
  const column = parameter.name.slice(0, -'.filter'.length);
  const inner = splitName(column);
  const at = parameter.raw.valueAt;
  const repeated = draft.conditions.some(
    ({ path, value }) => value.kind === 'match-list' && [...path, value.field.name].join('.') === column,
  );
  if (repeated) return;
  const plain = readFilter(parameter, () => fieldOf(parameter, name, name.last), true);
  const field = fieldOf({ ...parameter, name: column }, inner, inner.last);
  draft.conditions.push({ path: inner.path, at, value: { kind: 'match-list', field, value: parameter.value, plain } });
  if (draft.conditions.length > options.nodes) throw limitError('The request has too many parts', at);
}

function addCondition(draft: Draft, parameter: QueryParameter, name: ParameterName, options: QueryOptions): void {
  const logic = /^(and|or)$/.exec(name.last);
  if (logic !== null) {
    const negated = name.path.at(-1) === 'not';
    const path = negated ? name.path.slice(0, -1) : name.path;
    const operator = logic[1] === 'or' ? 'or' : 'and';
    const scanner = valueScanner(parameter, 'logic tree', operator.length);
    const value = parseLogic(scanner, operator, negated, options.logicDepth);
    draft.conditions.push({ path, at: parameter.raw.valueAt, value });
    return;
  }
  if (options.matchLists && name.last === 'filter' && name.path.length > 0) {
    addMatchList(draft, parameter, name, options);
    return;
  }
  const value = readFilter(parameter, () => fieldOf(parameter, name, name.last), options.forRoutine);
  const at = parameter.raw.nameAt;
  if (value === undefined) draft.arguments.push({ name: parameter.name, value: parameter.value, at });
  else draft.conditions.push({ path: name.path, at, value });
}

function addParameter(draft: Draft, parameter: QueryParameter, options: QueryOptions): void {
  const name = splitName(parameter.name.trim());
  const at = parameter.raw.valueAt;
  const count = (list: Located<number>[]) => {
    const value = readCount(parameter);
    if (value !== undefined) list.push({ path: name.path, at, value });
  };
  if (name.path.length === 0) {
    if (name.last === 'select' && !parameter.bare) {
      draft.selects.push(parseSelect(valueScanner(parameter, 'select parameter'), options.embedDepth));
      return;
    }
    if (name.last === 'columns') {
      draft.columns = readNames(parameter);
      return;
    }
    if (name.last === 'on_conflict') {
      draft.onConflict = readNames(parameter);
      return;
    }
  }
  if (name.last === 'order') {
    const value = parseOrder(valueScanner(parameter, 'order'));
    if (value.length > 0) draft.orders.push({ path: name.path, at, value });
  } else if (name.last === 'limit') count(draft.limits);
  else if (name.last === 'offset') count(draft.offsets);
  else addCondition(draft, parameter, name, options);
}

function countSelect(items: readonly SelectItem[]): number {
  return items.reduce((sum, item) => sum + 1 + (item.kind === 'embed' ? countSelect(item.items) : 0), 0);
}

function countCondition(node: ConditionNode | MatchListNode): number {
  return node.kind === 'logic' ? node.items.reduce((sum, item) => sum + countCondition(item), 1) : 1;
}

function checkSize(tree: QueryTree, options: QueryOptions): void {
  const parts =
    countSelect(tree.select) +
    tree.conditions.reduce((sum, each) => sum + countCondition(each.value), 0) +
    tree.orders.reduce((sum, each) => sum + each.value.length, 0);
  if (parts > options.nodes) throw limitError(`The request has ${parts} parts, at most ${options.nodes} are allowed`);
}

function canonical(parameters: readonly QueryParameter[]): string {
  const pairs = parameters.map(({ name, value }): [string, string] => [name, value]);
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return pairs.map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`).join('&');
}

/** Parses a raw query string of the row API (console-calls §5). */
export function parseQuery(query: string, options: QueryOptions): QueryTree {
  if (query.length > options.queryLength) {
    throw limitError(
      `The query string has ${query.length} characters, at most ${options.queryLength} are allowed`,
      options.queryLength,
    );
  }
  const parameters = splitQuery(query);
  const draft: Draft = { selects: [], conditions: [], orders: [], limits: [], offsets: [], arguments: [] };
  for (const parameter of parameters) {
    const nul = parameter.value.indexOf('\0') >= 0 || parameter.name.indexOf('\0') >= 0;
    if (nul) throw limitError('The query string holds a NUL character', parameter.raw.nameAt);
    addParameter(draft, parameter, options);
  }
  const { selects, ...rest } = draft;
  const select = options.mergeSelects ? selects.flat() : (selects[0] ?? []);
  const tree: QueryTree = { ...rest, select, selectGiven: select.length > 0, canonical: canonical(parameters) };
  checkSize(tree, options);
  return tree;
}

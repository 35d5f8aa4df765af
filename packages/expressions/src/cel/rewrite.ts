import type { ASTNode } from '@marcbachmann/cel-js';
import { allocate, charge } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { CEL_GLOBALS } from './cel-globals.ts';
import { CEL_METHODS } from './cel-methods.ts';
import { CEL_NAMESPACES } from './cel-namespaces.ts';
import { internalExternal, internalGlobal, internalMethod, internalNamespaced, MAX_EXTERNAL_ARGUMENTS } from './environment.ts';
import { setHas, setSemantics } from './operators.ts';
import { setOptionalMap } from './optional-functions.ts';
import { OPTIONAL_ENTRY } from './source.ts';

export interface RewriteResult {
  /** Names of the variables that the expression reads. */
  readonly variables: ReadonlySet<string>;
  /** Names of types that the expression uses; a variable of that name comes first. */
  readonly typeNames: ReadonlySet<string>;
  /** Uses of cel.bind, which can multiply the size of values. */
  readonly bindings: number;
}

/** Types that CEL knows by name, which are also likely names of variables. */
const TYPE_NAMES: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'type',
  'uint',
]);

/** The variable that stands for a type name or for the caller's variable of that name. */
export const internalTypeVariable = (name: string): string => `qdv_${name}`;

const LOOPS: Readonly<Record<string, readonly number[]>> = { all: [2], exists: [2], exists_one: [2], filter: [2], map: [2, 3] };

export interface RewriteContext {
  readonly externalNames: ReadonlySet<string>;
  /** Parses an expression in the environment of the tree. */
  readonly parse: (expression: string) => ASTNode;
}

/**
 * Gives operators our semantics, directs calls to our functions and makes loops take steps and memory, in place, before the tree
 * is first checked.
 */
export function rewrite(root: ASTNode, context: RewriteContext): RewriteResult {
  const rewriter = new Rewriter(context);
  rewriter.visit(root, []);
  return { variables: rewriter.variables, typeNames: rewriter.typeNames, bindings: rewriter.bindings };
}

class Rewriter {
  readonly variables = new Set<string>();
  readonly typeNames = new Set<string>();
  bindings = 0;
  readonly #externalNames: ReadonlySet<string>;
  readonly #parse: (expression: string) => ASTNode;

  constructor({ externalNames, parse }: RewriteContext) {
    this.#externalNames = externalNames;
    this.#parse = parse;
  }

  /** Rewrites a tree and gives its number of nodes. */
  visit(node: ASTNode, bound: readonly string[]): number {
    switch (node.op) {
      case 'value':
        return 1;
      case 'id':
        if (!bound.includes(node.args)) this.#noteVariable(node);
        return 1;
      case '.':
      case '.?':
        setSemantics(node, NO_ENTRIES);
        return this.#total([node.args[0]], bound);
      case 'call':
        return this.#visitCall(node, bound);
      case 'rcall':
        return this.#visitMethod(node, bound);
      case 'list': {
        const unwrapped = node.args.map(unwrapEntry);
        unwrapped.forEach((entry, index) => {
          if (entry !== undefined) node.args[index] = entry;
        });
        setSemantics(node, placesOf(unwrapped));
        return this.#total(node.args, bound);
      }
      case 'map': {
        const unwrapped = node.args.map(([key]) => unwrapEntry(key));
        node.args.forEach((entry, index) => {
          entry[0] = unwrapped[index] ?? entry[0];
        });
        setSemantics(node, placesOf(unwrapped));
        return this.#total(node.args.flat(), bound);
      }
      case '!_':
      case '-_':
        setSemantics(node, NO_ENTRIES);
        return this.#total([node.args], bound);
      default:
        setSemantics(node, NO_ENTRIES);
        return this.#total(node.args, bound);
    }
  }

  #noteVariable(node: Extract<ASTNode, { op: 'id' }>): void {
    const name = node.args;
    if (!TYPE_NAMES.has(name)) {
      this.variables.add(name);
      return;
    }
    // The library's constants would hide a variable of that name.
    this.typeNames.add(name);
    Reflect.set(node, 'args', internalTypeVariable(name));
  }

  #total(nodes: readonly ASTNode[], bound: readonly string[]): number {
    let count = 1;
    for (const node of nodes) count += this.visit(node, bound);
    return count;
  }

  #visitCall(node: Extract<ASTNode, { op: 'call' }>, bound: readonly string[]): number {
    const [name, args] = node.args;
    const selection = args[0];
    if (name === 'has' && selection !== undefined && args.length === 1) {
      if (!setHas(node, selection)) throw new EvaluationFault('has() invalid argument', 'EXPRESSION_INVALID', selection.pos);
    } else this.#directCall(node);
    return this.#total(args, bound);
  }

  #directCall(node: Extract<ASTNode, { op: 'call' }>): void {
    const [name, args] = node.args;
    const definition = own(CEL_GLOBALS, name);
    if (this.#externalNames.has(name) && args.length <= MAX_EXTERNAL_ARGUMENTS) node.args[0] = internalExternal(name);
    else if (definition?.arities.includes(args.length)) node.args[0] = internalGlobal(name);
  }

  #visitMethod(node: Extract<ASTNode, { op: 'rcall' }>, bound: readonly string[]): number {
    const [name, receiver, args] = node.args;
    const loopVariable = args[0];
    if (own(LOOPS, name)?.includes(args.length) && loopVariable?.op === 'id') {
      return this.#visitLoop(node, receiver, loopVariable.args, args.slice(1), bound);
    }
    if ((name === 'optMap' || name === 'optFlatMap') && loopVariable?.op === 'id' && args[1] !== undefined && args.length === 2) {
      setOptionalMap(node, receiver, loopVariable.args, args[1], name === 'optFlatMap');
      return this.visit(receiver, bound) + this.visit(args[1], [...bound, loopVariable.args]);
    }
    if (receiver.op === 'id' && !bound.includes(receiver.args) && this.#directNamespaced(node, receiver.args)) {
      return this.#total(args, bound);
    }
    if (receiver.op === 'id' && receiver.args === 'cel' && name === 'bind' && loopVariable?.op === 'id') {
      this.bindings++;
      return this.#total(args.slice(1), [...bound, loopVariable.args, '']);
    }
    if (own(CEL_METHODS, name)?.arities.includes(args.length + 1)) node.args[0] = internalMethod(name);
    return this.#total([receiver, ...args], bound);
  }

  #directNamespaced(node: Extract<ASTNode, { op: 'rcall' }>, namespace: string): boolean {
    const [name, , args] = node.args;
    const external = `${namespace}.${name}`;
    const definition = own(own(CEL_NAMESPACES, namespace) ?? {}, name);
    if (this.#externalNames.has(external)) node.args[0] = internalExternal(external);
    else if (definition?.arities.includes(args.length)) node.args[0] = internalNamespaced(namespace, name);
    else return false;
    // The receiver is only part of the name.
    node.args[1] = this.#parse('true');
    return true;
  }

  #visitLoop(node: ASTNode, receiver: ASTNode, variable: string, body: readonly ASTNode[], bound: readonly string[]): number {
    const outer = this.visit(receiver, bound);
    const inner = this.#total(body, [...bound, variable]);
    const makesList = node.op === 'rcall' && (node.args[0] === 'map' || node.args[0] === 'filter');
    chargeIterations(node, inner, makesList ? (node.args[0] === 'map' ? 2 * inner : 0) + 1 : 0);
    return outer + inner;
  }
}

const NO_ENTRIES: ReadonlySet<number> = new Set();

/** The entry itself when it is marked as optional. */
function unwrapEntry(node: ASTNode): ASTNode | undefined {
  return node.op === 'call' && node.args[0] === OPTIONAL_ENTRY && node.args[1].length === 1 ? node.args[1][0] : undefined;
}

function placesOf(entries: readonly unknown[]): ReadonlySet<number> {
  return new Set(entries.flatMap((entry, index) => (entry === undefined ? [] : [index])));
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

type Condition = (accumulator: unknown) => unknown;

function isCondition(value: unknown): value is Condition {
  return typeof value === 'function';
}

/** Lets every iteration of a loop, which the parser has expanded into a comprehension, take steps and memory. */
function chargeIterations(node: ASTNode, nodes: number, memory: number): void {
  const meta: unknown = Reflect.get(node, 'meta');
  const comprehension = member(member(meta, 'alternate'), 'args');
  if (typeof comprehension !== 'object' || comprehension === null) return;
  const condition = member(comprehension, 'condition');
  Reflect.set(comprehension, 'condition', (accumulator: unknown) => {
    charge(nodes);
    if (memory > 0) allocate(memory);
    return isCondition(condition) ? condition(accumulator) : true;
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

import type { ASTNode } from '@marcbachmann/cel-js';
import { allocate, charge } from '../budget.ts';
import { CEL_GLOBALS } from './cel-globals.ts';
import { CEL_METHODS } from './cel-methods.ts';
import { CEL_NAMESPACES } from './cel-namespaces.ts';
import {
  internalExternal,
  internalGlobal,
  internalMethod,
  internalNamespaced,
  MAX_EXTERNAL_ARGUMENTS,
  SIZED_OPERAND,
} from './environment.ts';

export interface RewriteResult {
  /** Names of the variables that the expression reads. */
  readonly variables: ReadonlySet<string>;
  /** Names of types that the expression uses; a variable of that name comes first. */
  readonly typeNames: ReadonlySet<string>;
  /** Operations whose cost depends on the size of the variables, outside of loops. */
  readonly costlyOperations: number;
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

/** Size of the variables of the running evaluation, for the cost of loop bodies. */
let inputSize = 0;

export function setInputSize(size: number): void {
  inputSize = size;
}

export interface RewriteContext {
  readonly externalNames: ReadonlySet<string>;
  /** Parses an expression in the environment of the tree. */
  readonly parse: (expression: string) => ASTNode;
}

/** Directs calls to our functions and makes loops and `+` take steps and memory, in place, before the tree is first checked. */
export function rewrite(root: ASTNode, context: RewriteContext): RewriteResult {
  const rewriter = new Rewriter(context);
  const { costly } = rewriter.visit(root, []);
  return { variables: rewriter.variables, typeNames: rewriter.typeNames, costlyOperations: costly, bindings: rewriter.bindings };
}

interface Weight {
  readonly nodes: number;
  readonly costly: number;
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

  visit(node: ASTNode, bound: readonly string[]): Weight {
    switch (node.op) {
      case 'value':
        return { nodes: 1, costly: 0 };
      case 'id':
        if (!bound.includes(node.args)) this.#noteVariable(node);
        return { nodes: 1, costly: 0 };
      case '.':
      case '.?':
        return this.#total([node.args[0]], bound);
      case 'call':
        this.#directCall(node);
        return this.#total(node.args[1], bound);
      case 'rcall':
        return this.#visitMethod(node, bound);
      case 'list':
        return this.#total(node.args, bound);
      case 'map':
        return this.#total(node.args.flat(), bound);
      case '!_':
      case '-_':
        return this.#total([node.args], bound);
      default: {
        const weight = this.#total(node.args, bound);
        if (node.op === '+') this.#sizeOperands(node);
        return isCostly(node, bound.at(-1)) ? { ...weight, costly: weight.costly + 1 } : weight;
      }
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

  #total(nodes: readonly ASTNode[], bound: readonly string[]): Weight {
    let count = 1;
    let costly = 0;
    for (const node of nodes) {
      const weight = this.visit(node, bound);
      count += weight.nodes;
      costly += weight.costly;
    }
    return { nodes: count, costly };
  }

  /** Operands of `+` may be lists; texts and numbers that show as such need no care. */
  #sizeOperands(node: Extract<ASTNode, { op: '+' }>): void {
    if (isText(node) || node.args.some((operand) => operand.op === 'value')) return;
    for (const [index, operand] of node.args.entries()) {
      const call = this.#parse(`${SIZED_OPERAND}(true)`);
      if (call.op !== 'call') continue;
      call.args[1][0] = operand;
      node.args[index] = call;
    }
  }

  #directCall(node: Extract<ASTNode, { op: 'call' }>): void {
    const [name, args] = node.args;
    const definition = own(CEL_GLOBALS, name);
    if (this.#externalNames.has(name) && args.length <= MAX_EXTERNAL_ARGUMENTS) node.args[0] = internalExternal(name);
    else if (definition?.arities.includes(args.length)) node.args[0] = internalGlobal(name);
  }

  #visitMethod(node: Extract<ASTNode, { op: 'rcall' }>, bound: readonly string[]): Weight {
    const [name, receiver, args] = node.args;
    const loopVariable = args[0];
    if (own(LOOPS, name)?.includes(args.length) && loopVariable?.op === 'id') {
      return this.#visitLoop(node, receiver, loopVariable.args, args.slice(1), bound);
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

  #visitLoop(node: ASTNode, receiver: ASTNode, variable: string, body: readonly ASTNode[], bound: readonly string[]): Weight {
    const outer = this.visit(receiver, bound);
    const inner = this.#total(body, [...bound, variable]);
    const makesList = node.op === 'rcall' && (node.args[0] === 'map' || node.args[0] === 'filter');
    chargeIterations(node, inner, makesList ? (node.args[0] === 'map' ? 2 * inner.nodes : 0) + 1 : 0);
    return { nodes: outer.nodes + inner.nodes, costly: outer.costly + inner.costly };
  }
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/**
 * Whether an operator may touch much data at once: comparing or searching whole lists and maps. What hangs on the
 * variable of the innermost loop is small, because all its items together are the list.
 */
function isCostly(node: ASTNode, loopVariable: string | undefined): boolean {
  switch (node.op) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return !(isSmall(node.args[0], loopVariable) || isSmall(node.args[1], loopVariable));
    case 'in':
      return !isSmall(node.args[1], loopVariable);
    default:
      return false;
  }
}

function isSmall(node: ASTNode, loopVariable: string | undefined): boolean {
  switch (node.op) {
    case 'value':
    case 'list':
    case 'map':
      return true;
    case 'id':
      return node.args === loopVariable;
    case '.':
    case '.?':
    case '[]':
    case '[?]':
      return isSmall(node.args[0], loopVariable);
    default:
      return isText(node);
  }
}

/** Texts are joined without copying. */
function isText(node: ASTNode): boolean {
  if (node.op === 'value') return typeof node.args === 'string';
  if (node.op === '+') return isText(node.args[0]) || isText(node.args[1]);
  return node.op === 'call' && (node.args[0] === 'string' || node.args[0] === internalGlobal('string'));
}

type Condition = (accumulator: unknown) => unknown;

function isCondition(value: unknown): value is Condition {
  return typeof value === 'function';
}

/** Lets every iteration of a loop, which the parser has expanded into a comprehension, take steps and memory. */
function chargeIterations(node: ASTNode, weight: Weight, memory: number): void {
  const meta: unknown = Reflect.get(node, 'meta');
  const comprehension = member(member(meta, 'alternate'), 'args');
  if (typeof comprehension !== 'object' || comprehension === null) return;
  const condition = member(comprehension, 'condition');
  Reflect.set(comprehension, 'condition', (accumulator: unknown) => {
    charge(weight.nodes + ((weight.costly * inputSize) >> 3));
    if (memory > 0) allocate(memory);
    return isCondition(condition) ? condition(accumulator) : true;
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

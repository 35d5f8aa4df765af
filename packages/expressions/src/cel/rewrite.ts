import type { ASTNode } from '@marcbachmann/cel-js';
import { charge } from '../budget.ts';
import { CEL_GLOBALS } from './cel-globals.ts';
import { CEL_METHODS } from './cel-methods.ts';
import { CEL_NAMESPACES } from './cel-namespaces.ts';
import { internalExternal, internalGlobal, internalMethod, internalNamespaced, MAX_EXTERNAL_ARGUMENTS } from './environment.ts';

export interface RewriteResult {
  /** Names of the variables that the expression reads. */
  readonly variables: ReadonlySet<string>;
  /** Operations whose cost depends on the size of the variables, outside of loops. */
  readonly costlyOperations: number;
  /** Uses of cel.bind, which can multiply the size of values. */
  readonly bindings: number;
}

const LOOPS: Readonly<Record<string, readonly number[]>> = { all: [2], exists: [2], exists_one: [2], filter: [2], map: [2, 3] };

/** Size of the variables of the running evaluation, for the cost of loop bodies. */
let inputSize = 0;

export function setInputSize(size: number): void {
  inputSize = size;
}

/**
 * Directs calls to our functions and makes loops take steps, in place, before the tree is checked for the first time.
 * `placeholder` stands for the receiver of functions with a dotted name.
 */
export function rewrite(root: ASTNode, externalNames: ReadonlySet<string>, placeholder: ASTNode): RewriteResult {
  const rewriter = new Rewriter(externalNames, placeholder);
  const { costly } = rewriter.visit(root, []);
  return { variables: rewriter.variables, costlyOperations: costly, bindings: rewriter.bindings };
}

interface Weight {
  readonly nodes: number;
  readonly costly: number;
}

class Rewriter {
  readonly variables = new Set<string>();
  bindings = 0;
  readonly #externalNames: ReadonlySet<string>;
  readonly #placeholder: ASTNode;

  constructor(externalNames: ReadonlySet<string>, placeholder: ASTNode) {
    this.#externalNames = externalNames;
    this.#placeholder = placeholder;
  }

  visit(node: ASTNode, bound: readonly string[]): Weight {
    switch (node.op) {
      case 'value':
        return { nodes: 1, costly: 0 };
      case 'id':
        if (!bound.includes(node.args)) this.variables.add(node.args);
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
        return isCostly(node, bound.at(-1)) ? { ...weight, costly: weight.costly + 1 } : weight;
      }
    }
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
    node.args[1] = this.#placeholder;
    return true;
  }

  #visitLoop(node: ASTNode, receiver: ASTNode, variable: string, body: readonly ASTNode[], bound: readonly string[]): Weight {
    const outer = this.visit(receiver, bound);
    const inner = this.#total(body, [...bound, variable]);
    chargeIterations(node, inner);
    return { nodes: outer.nodes + inner.nodes, costly: outer.costly + inner.costly };
  }
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/**
 * Whether an operator may touch much data at once: comparing, searching or joining whole lists and maps. What hangs on the
 * variable of the innermost loop is small, because all its items together are the list.
 */
function isCostly(node: ASTNode, loopVariable: string | undefined): boolean {
  switch (node.op) {
    case '==':
    case '!=':
      return !(isSmall(node.args[0], loopVariable) || isSmall(node.args[1], loopVariable));
    case 'in':
      return !isSmall(node.args[1], loopVariable);
    case '+':
      return !(isText(node) || (isSmall(node.args[0], loopVariable) && isSmall(node.args[1], loopVariable)));
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

/** Lets every iteration of a loop, which the parser has expanded into a comprehension, take steps. */
function chargeIterations(node: ASTNode, weight: Weight): void {
  const meta: unknown = Reflect.get(node, 'meta');
  const comprehension = member(member(meta, 'alternate'), 'args');
  if (typeof comprehension !== 'object' || comprehension === null) return;
  const condition = member(comprehension, 'condition');
  Reflect.set(comprehension, 'condition', (accumulator: unknown) => {
    charge(weight.nodes + ((weight.costly * inputSize) >> 3));
    return isCondition(condition) ? condition(accumulator) : true;
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

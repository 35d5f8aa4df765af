import { assertTextLength, charge, StepsExhausted } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { callExternal, PendingCall } from '../external-functions.ts';
import { goFormat } from '../go-format.ts';
import { type JsonRecord, kindOf } from '../values.ts';
import { FunctionNamespace, fieldOf, measured, NO_ARGUMENTS, rangeItems, type TemplateFunction } from './access.ts';
import type { Body, Command, Operand, ParsedTemplate, Pipe, TemplateNode } from './nodes.ts';
import { isTrue } from './truth.ts';

export interface TemplateScope {
  readonly data: JsonRecord;
  readonly functions: ReadonlyMap<string, TemplateFunction>;
  /** Names of the caller's functions. */
  readonly externalNames: ReadonlySet<string>;
  /** Whether a bare name may also be a variable (struct templating). */
  readonly bareNames: boolean;
}

const MAX_TEMPLATE_DEPTH = 400;
type Flow = 'next' | 'break' | 'continue';

/** Runs a parsed template. Missing values are `undefined` and print as `<no value>`. */
export function executeTemplate(template: ParsedTemplate, scope: TemplateScope): string {
  const run = new Execution(template, scope);
  run.body(template.body, scope.data);
  return run.output;
}

class Execution {
  output = '';
  readonly #template: ParsedTemplate;
  readonly #scope: TemplateScope;
  #names: string[];
  #values: unknown[];
  #depth = 0;

  constructor(template: ParsedTemplate, scope: TemplateScope) {
    this.#template = template;
    this.#scope = scope;
    this.#names = ['$'];
    this.#values = [scope.data];
  }

  body(body: Body, dot: unknown): Flow {
    for (const node of body) {
      const flow = this.#node(node, dot);
      if (flow !== 'next') return flow;
    }
    return 'next';
  }

  #node(node: TemplateNode, dot: unknown): Flow {
    charge(1);
    switch (node.kind) {
      case 'text':
        this.#print(node.text);
        return 'next';
      case 'action': {
        const value = this.#pipe(node.pipe, dot);
        if (node.pipe.variables.length === 0) this.#printValue(value);
        return 'next';
      }
      case 'if':
      case 'with':
        return this.#condition(node, dot);
      case 'range':
        return this.#range(node, dot);
      case 'template':
        this.#callTemplate(node, dot);
        return 'next';
      default:
        return node.kind;
    }
  }

  #print(text: string): void {
    this.output += text;
    assertTextLength(this.output.length);
  }

  #printValue(value: unknown): void {
    if (typeof value === 'string') this.#print(value);
    else if (value === undefined || value === null) this.#print('<no value>');
    else if (typeof value === 'function' || value instanceof FunctionNamespace)
      throw new EvaluationFault(`can't print ${kindOf(value)}`);
    else this.#print(goFormat(value));
  }

  #condition(node: Extract<TemplateNode, { kind: 'if' | 'with' }>, dot: unknown): Flow {
    const mark = this.#names.length;
    const value = this.#pipe(node.pipe, dot);
    const taken = isTrue(value);
    const body = taken ? node.body : node.otherwise;
    const flow = body === undefined ? 'next' : this.body(body, taken && node.kind === 'with' ? value : dot);
    this.#forget(mark);
    return flow;
  }

  #forget(mark: number): void {
    this.#names.length = mark;
    this.#values.length = mark;
  }

  #range(node: Extract<TemplateNode, { kind: 'range' }>, dot: unknown): Flow {
    const mark = this.#names.length;
    const collection = this.#pipe(node.pipe, dot, true);
    const items = rangeItems(collection, node.pipe.at);
    if (items.length === 0) {
      const flow = node.otherwise === undefined ? 'next' : this.body(node.otherwise, dot);
      this.#forget(mark);
      return flow;
    }
    for (const [key, value] of items) {
      charge(1);
      this.#bindRange(node.pipe, key, value);
      const flow = this.body(node.body, value);
      this.#forget(mark);
      if (flow === 'break') break;
    }
    return 'next';
  }

  #bindRange(pipe: Pipe, key: unknown, value: unknown): void {
    const [first, second] = pipe.variables;
    if (first === undefined) return;
    const bind = (name: string, bound: unknown): void =>
      pipe.isAssignment ? this.#assign(name, bound) : this.#declare(name, bound);
    if (second === undefined) bind(first, value);
    else {
      bind(first, key);
      bind(second, value);
    }
  }

  #declare(name: string, value: unknown): void {
    this.#names.push(name);
    this.#values.push(value);
  }

  #assign(name: string, value: unknown): void {
    const index = this.#names.lastIndexOf(name);
    if (index === -1) throw new EvaluationFault(`undefined variable: ${name}`);
    this.#values[index] = value;
  }

  #callTemplate(node: Extract<TemplateNode, { kind: 'template' }>, dot: unknown): void {
    const body = this.#template.definitions.get(node.name);
    if (body === undefined)
      throw new EvaluationFault(`template ${JSON.stringify(node.name)} not defined`, 'EXPRESSION_INVALID', node.at);
    if (++this.#depth > MAX_TEMPLATE_DEPTH)
      throw new EvaluationFault('exceeded maximum template depth', 'EXPRESSION_LIMIT', node.at);
    const argument = node.pipe === undefined ? undefined : this.#pipe(node.pipe, dot);
    const names = this.#names;
    const values = this.#values;
    this.#names = ['$'];
    this.#values = [argument];
    this.body(body, argument);
    this.#names = names;
    this.#values = values;
    this.#depth--;
  }

  /** Value of a pipe; its variables are set here except for range, which sets them for every item. */
  #pipe(pipe: Pipe, dot: unknown, ofRange = false): unknown {
    let value: unknown;
    for (let i = 0; i < pipe.commands.length; i++) {
      const command = pipe.commands[i];
      if (command !== undefined) value = this.#command(command, dot, i > 0, value);
    }
    const name = pipe.variables[0];
    if (name !== undefined && !ofRange) {
      if (pipe.isAssignment) this.#assign(name, value);
      else this.#declare(name, value);
    }
    return value;
  }

  #command(command: Command, dot: unknown, piped: boolean, previous: unknown): unknown {
    charge(1);
    const first = command.operands[0];
    if (first === undefined) return undefined;
    try {
      if (first.kind === 'identifier') return this.#call(first.name, command, dot, piped, previous);
      const hasArguments = command.operands.length > 1 || piped;
      if (!hasArguments) {
        if (first.kind === 'nil') throw new EvaluationFault('nil is not a command');
        return this.#operand(first, dot);
      }
      return this.#callField(first, dot, () => this.#arguments(command, dot, piped, previous));
    } catch (error) {
      throw placed(error, command.at);
    }
  }

  #arguments(command: Command, dot: unknown, piped: boolean, previous: unknown): unknown[] {
    const args: unknown[] = [];
    for (let i = 1; i < command.operands.length; i++) {
      const operand = command.operands[i];
      if (operand !== undefined) args.push(this.#operand(operand, dot));
    }
    if (piped) args.push(previous);
    return args;
  }

  #call(name: string, command: Command, dot: unknown, piped: boolean, previous: unknown): unknown {
    if (name === 'and' || name === 'or') return this.#shortCircuit(name, command, dot, piped, previous);
    if (this.#scope.externalNames.has(name)) return callExternal(name, this.#arguments(command, dot, piped, previous));
    if (this.#scope.bareNames && command.operands.length === 1 && !piped && Object.hasOwn(this.#scope.data, name)) {
      return this.#scope.data[name];
    }
    const call = this.#scope.functions.get(name);
    if (call !== undefined) return measured(call, this.#arguments(command, dot, piped, previous));
    if (this.#scope.bareNames && command.operands.length === 1 && !piped) return undefined;
    throw new EvaluationFault(`function ${JSON.stringify(name)} not defined`, 'EXPRESSION_INVALID', command.at);
  }

  #shortCircuit(name: 'and' | 'or', command: Command, dot: unknown, piped: boolean, previous: unknown): unknown {
    let value: unknown;
    for (let i = 1; i < command.operands.length; i++) {
      const operand = command.operands[i];
      if (operand === undefined) continue;
      value = this.#operand(operand, dot);
      if (isTrue(value) === (name === 'or')) return value;
    }
    if (command.operands.length === 1 && !piped)
      throw new EvaluationFault(`wrong number of args for ${name}: want at least 1 got 0`);
    return piped ? previous : value;
  }

  #callField(operand: Operand, dot: unknown, args: () => unknown[]): unknown {
    switch (operand.kind) {
      case 'field':
        return this.#fields(dot, operand.fields, args());
      case 'variable':
        if (operand.fields.length > 0) return this.#fields(this.#variable(operand.name), operand.fields, args());
        break;
      case 'chain':
        return this.#fields(this.#operand(operand.base, dot), operand.fields, args());
      default:
    }
    throw new EvaluationFault(`can't give argument to non-function`, 'EXPRESSION_INVALID', operand.at);
  }

  #operand(operand: Operand, dot: unknown): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'dot':
        return dot;
      case 'nil':
        return null;
      case 'field':
        return this.#fields(dot, operand.fields, NO_ARGUMENTS);
      case 'variable':
        return this.#fields(this.#variable(operand.name), operand.fields, NO_ARGUMENTS);
      case 'identifier':
        return this.#call(operand.name, { operands: [operand], at: operand.at }, dot, false, undefined);
      case 'chain':
        return this.#fields(this.#operand(operand.base, dot), operand.fields, NO_ARGUMENTS);
      default:
        return this.#pipe(operand.pipe, dot);
    }
  }

  #variable(name: string): unknown {
    const index = this.#names.lastIndexOf(name);
    if (index === -1) throw new EvaluationFault(`undefined variable: ${name}`);
    return this.#values[index];
  }

  #fields(receiver: unknown, fields: readonly string[], args: readonly unknown[]): unknown {
    let value = receiver;
    const last = fields.length - 1;
    for (let i = 0; i <= last; i++) {
      const name = fields[i] ?? '';
      value = fieldOf(value, name, i === last ? args : NO_ARGUMENTS);
    }
    return value;
  }
}

/** Adds the place to an error that has none; control signals pass. */
function placed(error: unknown, at: number): unknown {
  if (error instanceof StepsExhausted || error instanceof PendingCall) return error;
  if (error instanceof EvaluationFault) {
    return error.offset === undefined ? new EvaluationFault(error.message, error.code, at) : error;
  }
  if (error instanceof RangeError) return new EvaluationFault('template is nested too deeply', 'EXPRESSION_LIMIT', at);
  return new EvaluationFault(error instanceof Error ? error.message : String(error), 'EXPRESSION_FAILED', at);
}

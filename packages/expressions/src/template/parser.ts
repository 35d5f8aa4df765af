import { EvaluationFault } from '../expression-error.ts';
import { type DelimiterPair, type Token, tokenize } from './lexer.ts';
import type { Body, Command, NamedCall, Operand, ParsedTemplate, Pipe, TemplateNode } from './nodes.ts';
import { checkPipeline, describeToken, identifierOperand } from './parser-rules.ts';

const MAX_NESTING = 100;

interface Ending {
  readonly keyword: 'end' | 'else' | 'eof';
  readonly at: number;
}

/** Parses a Go template. Errors are EvaluationFaults with an offset and code EXPRESSION_INVALID. */
export function parseTemplate(text: string, delimiters: readonly DelimiterPair[]): ParsedTemplate {
  const parser = new Parser(tokenize(text, delimiters));
  const body = parser.parseTop();
  return { text, calls: parser.calls, body, definitions: parser.definitions };
}

class Parser {
  readonly definitions = new Map<string, Body>();
  readonly calls: NamedCall[] = [];
  readonly #tokens: readonly Token[];
  #position = 0;
  #nesting = 0;
  #loops = 0;
  #variables: string[] = ['$'];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parseTop(): Body {
    const { body, ending } = this.#parseBody();
    if (ending.keyword !== 'eof') throw this.#invalid(`unexpected {{${ending.keyword}}}`, ending.at);
    return body;
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', at: 0 };
  }

  #next(): Token {
    const token = this.#peek();
    this.#position++;
    return token;
  }

  #skipSpace(): void {
    while (this.#peek().kind === 'space') this.#position++;
  }

  #invalid(message: string, at = this.#peek().at): EvaluationFault {
    return new EvaluationFault(message, 'EXPRESSION_INVALID', at);
  }

  #expectClose(context: string): void {
    this.#skipSpace();
    if (this.#next().kind !== 'close') {
      this.#position--;
      throw this.#invalid(`unexpected ${describeToken(this.#peek())} in ${context}`);
    }
  }

  #parseBody(): { body: TemplateNode[]; ending: Ending } {
    if (++this.#nesting > MAX_NESTING)
      throw new EvaluationFault('template is nested too deeply', 'EXPRESSION_LIMIT', this.#peek().at);
    const body: TemplateNode[] = [];
    while (true) {
      const token = this.#next();
      if (token.kind === 'end') return this.#leaveBody(body, { keyword: 'eof', at: token.at });
      if (token.kind === 'text') {
        body.push({ kind: 'text', text: token.text });
        continue;
      }
      this.#skipSpace();
      const keyword = this.#peek();
      if (keyword.kind === 'identifier' && (keyword.name === 'end' || keyword.name === 'else')) {
        this.#position++;
        if (keyword.name === 'else') return this.#leaveBody(body, { keyword: 'else', at: keyword.at });
        this.#expectClose('end');
        return this.#leaveBody(body, { keyword: 'end', at: keyword.at });
      }
      const node = this.#parseAction(keyword);
      if (node !== undefined) body.push(node);
    }
  }

  #leaveBody(body: TemplateNode[], ending: Ending): { body: TemplateNode[]; ending: Ending } {
    this.#nesting--;
    return { body, ending };
  }

  #parseAction(first: Token): TemplateNode | undefined {
    if (first.kind === 'identifier') {
      switch (first.name) {
        case 'if':
        case 'with':
        case 'range':
          this.#position++;
          return this.#parseControl(first.name);
        case 'define':
          this.#position++;
          return this.#parseDefine(first.at);
        case 'template':
          this.#position++;
          return this.#parseTemplateCall(first.at);
        case 'block':
          this.#position++;
          return this.#parseBlock(first.at);
        case 'break':
        case 'continue':
          this.#position++;
          return this.#parseLoopExit(first.name, first.at);
        default:
      }
    }
    return { kind: 'action', pipe: this.#parsePipe('command', 'close') };
  }

  #parseLoopExit(keyword: 'break' | 'continue', at: number): TemplateNode {
    this.#expectClose(keyword);
    if (this.#loops === 0) throw this.#invalid(`{{${keyword}}} outside {{range}}`, at);
    return { kind: keyword };
  }

  #parseControl(kind: 'if' | 'with' | 'range'): TemplateNode {
    const scope = this.#variables.length;
    const pipe = this.#parsePipe(kind, 'close');
    if (kind === 'range') this.#loops++;
    const { body, ending } = this.#parseBody();
    if (kind === 'range') this.#loops--;
    const otherwise = this.#parseElse(kind, ending);
    this.#variables.length = scope;
    return { kind, pipe, body, otherwise };
  }

  #parseElse(kind: 'if' | 'with' | 'range', ending: Ending): Body | undefined {
    if (ending.keyword === 'end') return undefined;
    if (ending.keyword === 'eof') throw this.#invalid(`unexpected end of the template in ${kind}`, ending.at);
    this.#skipSpace();
    const next = this.#peek();
    if (next.kind === 'identifier' && kind !== 'range' && next.name === kind) {
      this.#position++;
      if (++this.#nesting > MAX_NESTING) throw new EvaluationFault('template is nested too deeply', 'EXPRESSION_LIMIT', next.at);
      const nested = [this.#parseControl(kind)];
      this.#nesting--;
      return nested;
    }
    this.#expectClose('else');
    const { body, ending: last } = this.#parseBody();
    if (last.keyword === 'eof') throw this.#invalid(`unexpected end of the template in ${kind}`, last.at);
    if (last.keyword === 'else') throw this.#invalid(`expected end; found {{else}}`, last.at);
    return body;
  }

  #parseName(context: string): string {
    this.#skipSpace();
    const token = this.#next();
    if (token.kind === 'literal' && typeof token.value === 'string') return token.value;
    throw this.#invalid(`unexpected ${describeToken(token)} in ${context}`, token.at);
  }

  #parseDefine(at: number): undefined {
    if (this.#nesting > 1) throw this.#invalid('unexpected {{define}}', at);
    const name = this.#parseName('define clause');
    this.#expectClose('define clause');
    this.#define(name, 'define', at);
    return undefined;
  }

  #define(name: string, context: string, at: number): void {
    const outer = this.#variables;
    const loops = this.#loops;
    this.#variables = ['$'];
    this.#loops = 0;
    const { body, ending } = this.#parseBody();
    if (ending.keyword !== 'end') throw this.#invalid(`unexpected end of the template in ${context}`, at);
    this.#variables = outer;
    this.#loops = loops;
    this.definitions.set(name, body);
  }

  #parseTemplateCall(at: number): TemplateNode {
    const name = this.#parseName('template clause');
    this.#skipSpace();
    if (this.#peek().kind === 'close') {
      this.#position++;
      return { kind: 'template', name, pipe: undefined, at };
    }
    return { kind: 'template', name, pipe: this.#parsePipe('template clause', 'close'), at };
  }

  #parseBlock(at: number): TemplateNode {
    const name = this.#parseName('block clause');
    const pipe = this.#parsePipe('block clause', 'close');
    this.#define(name, 'block', at);
    return { kind: 'template', name, pipe, at };
  }

  #parsePipe(context: string, end: 'close' | 'rparen'): Pipe {
    this.#skipSpace();
    const at = this.#peek().at;
    const { variables, isAssignment } = this.#parseVariables(context);
    const commands: Command[] = [];
    while (true) {
      this.#skipSpace();
      const token = this.#peek();
      if (token.kind === end) {
        this.#position++;
        break;
      }
      if (commands.length > 0 && token.kind === 'pipe') this.#position++;
      else if (commands.length > 0) throw this.#invalid(`unexpected ${describeToken(token)} in ${context}`);
      commands.push(this.#parseCommand(context));
    }
    if (commands.length === 0) throw this.#invalid(`missing value for ${context}`, at);
    checkPipeline(commands);
    return { variables, isAssignment, commands, at };
  }

  #parseVariables(context: string): { variables: string[]; isAssignment: boolean } {
    const start = this.#position;
    const names: string[] = [];
    while (this.#peek().kind === 'variable') {
      const token = this.#next();
      if (token.kind === 'variable') names.push(token.name);
      this.#skipSpace();
      const next = this.#peek();
      if (next.kind === 'declare' || next.kind === 'assign') {
        this.#position++;
        const isAssignment = next.kind === 'assign';
        if (!isAssignment) this.#variables.push(...names);
        else for (const name of names) this.#requireVariable(name, next.at);
        if (names.length === 2 && context !== 'range') throw this.#invalid(`too many declarations in ${context}`, next.at);
        return { variables: names, isAssignment };
      }
      if (next.kind !== 'comma' || context !== 'range' || names.length > 1) break;
      this.#position++;
      this.#skipSpace();
    }
    this.#position = start;
    return { variables: [], isAssignment: false };
  }

  #requireVariable(name: string, at: number): void {
    if (!this.#variables.includes(name)) throw this.#invalid(`undefined variable ${JSON.stringify(name)}`, at);
  }

  #parseCommand(context: string): Command {
    this.#skipSpace();
    const at = this.#peek().at;
    const operands: Operand[] = [];
    while (true) {
      const operand = this.#parseOperand(context);
      if (operand !== undefined) operands.push(operand);
      const next = this.#peek();
      if (next.kind === 'space') {
        this.#skipSpace();
        continue;
      }
      if (next.kind === 'close' || next.kind === 'rparen' || next.kind === 'pipe') break;
      throw this.#invalid(`unexpected ${describeToken(next)} in ${context}`);
    }
    if (operands.length === 0) throw this.#invalid(`missing value for ${context}`, at);
    return { operands, at };
  }

  #parseOperand(context: string): Operand | undefined {
    const base = this.#parseTerm(context);
    if (base === undefined || this.#peek().kind !== 'field') return base;
    const fields: string[] = [];
    for (let token = this.#peek(); token.kind === 'field'; token = this.#peek()) {
      fields.push(token.name);
      this.#position++;
    }
    switch (base.kind) {
      case 'field':
        return { ...base, fields: [...base.fields, ...fields] };
      case 'variable':
        return { ...base, fields: [...base.fields, ...fields] };
      case 'literal':
      case 'nil':
      case 'dot':
        throw this.#invalid(`unexpected <.${fields[0] ?? ''}> after term`, base.at);
      default:
        return { kind: 'chain', base, fields, at: base.at };
    }
  }

  #word({ name, at }: NamedCall): Operand {
    const operand = identifierOperand(name, at);
    if (operand.kind === 'identifier') this.calls.push({ name, at });
    return operand;
  }

  #parseTerm(context: string): Operand | undefined {
    const token = this.#peek();
    switch (token.kind) {
      case 'identifier':
        this.#position++;
        return this.#word(token);
      case 'dot':
        this.#position++;
        return { kind: 'dot', at: token.at };
      case 'field':
        this.#position++;
        return { kind: 'field', fields: [token.name], at: token.at };
      case 'variable':
        this.#position++;
        this.#requireVariable(token.name, token.at);
        return { kind: 'variable', name: token.name, fields: [], at: token.at };
      case 'literal':
        this.#position++;
        return { kind: 'literal', value: token.value, at: token.at };
      case 'lparen': {
        this.#position++;
        if (++this.#nesting > MAX_NESTING)
          throw new EvaluationFault('template is nested too deeply', 'EXPRESSION_LIMIT', token.at);
        const pipe = this.#parsePipe('parenthesized pipeline', 'rparen');
        this.#nesting--;
        return { kind: 'pipe', pipe, at: token.at };
      }
      case 'close':
      case 'rparen':
      case 'pipe':
      case 'space':
        return undefined;
      default:
        throw this.#invalid(`unexpected ${describeToken(token)} in ${context}`);
    }
  }
}

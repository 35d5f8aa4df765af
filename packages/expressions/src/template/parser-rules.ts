import { EvaluationFault } from '../expression-error.ts';
import type { Token } from './lexer.ts';
import type { Command, Operand } from './nodes.ts';

/** A word: a literal, nil or the name of a function. */
export function identifierOperand(name: string, at: number): Operand {
  if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true', at };
  if (name === 'nil') return { kind: 'nil', at };
  return { kind: 'identifier', name, at };
}

/** Only the first command of a pipeline may be a plain value. */
export function checkPipeline(commands: readonly Command[]): void {
  for (const [index, command] of commands.entries()) {
    const first = command.operands[0];
    if (first === undefined) continue;
    const plain = first.kind === 'literal' || first.kind === 'nil' || first.kind === 'dot';
    if (index > 0 && plain) {
      throw new EvaluationFault(`non executable command in pipeline stage ${index + 1}`, 'EXPRESSION_INVALID', command.at);
    }
  }
}

/** A token as error messages show it. */
export function describeToken(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'end of the template';
    case 'identifier':
    case 'variable':
      return `<${token.name}>`;
    case 'field':
      return `<.${token.name}>`;
    case 'literal':
      return `<${String(token.value)}>`;
    default:
      return `<${token.kind}>`;
  }
}

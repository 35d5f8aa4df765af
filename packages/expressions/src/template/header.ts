import { EvaluationFault } from '../expression-error.ts';
import type { DelimiterPair } from './lexer.ts';

export interface TemplateHeader {
  readonly body: string;
  readonly delimiters: DelimiterPair | undefined;
  /** Where the line was and how long. */
  readonly line: { readonly at: number; readonly length: number };
}

const HEADER = /^[ \t]*#[ \t]*gotemplate:[ \t]*(.*)$/;
const ARGUMENT = /^(left-delim|right-delim)=(\S+)$/;

/**
 * A template may start with comment lines, one of which may set the delimiters:
 * `# gotemplate: left-delim=$[[ right-delim=]]`. That line is no part of the body.
 */
export function readHeader(text: string): TemplateHeader {
  let at = 0;
  while (text[at] === '#' || text[at] === ' ' || text[at] === '\t') {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const header = HEADER.exec(text.slice(at, end).replace(/\r$/, ''));
    if (header !== null) {
      const after = Math.min(end + 1, text.length);
      const delimiters = readArguments(header[1] ?? '');
      return { body: text.slice(0, at) + text.slice(after), delimiters, line: { at, length: after - at } };
    }
    if (lineEnd === -1 || text.slice(at, end).trimStart()[0] !== '#') break;
    at = lineEnd + 1;
  }
  return { body: text, delimiters: undefined, line: { at: 0, length: 0 } };
}

function readArguments(line: string): DelimiterPair | undefined {
  const values = new Map<string, string>();
  for (const part of line.split(/[ \t]+/).filter((piece) => piece !== '')) {
    const argument = ARGUMENT.exec(part);
    if (argument === null)
      throw new EvaluationFault(`unexpected ${JSON.stringify(part)} in the template's header`, 'EXPRESSION_INVALID', 0);
    values.set(argument[1] ?? '', argument[2] ?? '');
  }
  const left = values.get('left-delim');
  const right = values.get('right-delim');
  if (left === undefined && right === undefined) return undefined;
  return [left ?? '{{', right ?? '}}'];
}

import { EvaluationFault } from '../expression-error.ts';
import { readNumber, readQuoted, readRune } from './literals.ts';

export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'open' | 'close' | 'space' | 'pipe' | 'comma' | 'declare' | 'assign' | 'lparen' | 'rparen' | 'dot';
      readonly at: number;
    }
  | { readonly kind: 'identifier' | 'field' | 'variable'; readonly name: string; readonly at: number }
  | { readonly kind: 'literal'; readonly value: string | number | bigint; readonly isText: boolean; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

export type DelimiterPair = readonly [left: string, right: string];

const MAX_TOKENS = 200_000;
const SPACE = /[ \t\r\n]/;
const TRIM_LEFT = /^[ \t\r\n]+/;
const TRIM_RIGHT = /[ \t\r\n]+$/;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

/**
 * Splits a template into text and the tokens of its actions. Several delimiter pairs may be in use; an action ends with the
 * right delimiter of the pair that opened it. Comments and trim markers are resolved here.
 */
export function tokenize(text: string, delimiters: readonly DelimiterPair[]): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  let trimNext = false;
  while (position < text.length) {
    const opening = findOpening(text, position, delimiters);
    const textEnd = opening?.at ?? text.length;
    const trimBefore = opening !== undefined && hasTrimMarker(text, opening.at + opening.pair[0].length);
    pushText(tokens, text.slice(position, textEnd), position, trimNext, trimBefore);
    if (opening === undefined) break;
    const action = readAction(text, opening.at, opening.pair, trimBefore);
    for (const token of action.tokens) tokens.push(token);
    if (tokens.length > MAX_TOKENS) throw new EvaluationFault('template is too long', 'EXPRESSION_LIMIT', position);
    position = action.end;
    trimNext = action.trimAfter;
  }
  tokens.push({ kind: 'end', at: text.length });
  return tokens;
}

function findOpening(
  text: string,
  from: number,
  delimiters: readonly DelimiterPair[],
): { at: number; pair: DelimiterPair } | undefined {
  let best: { at: number; pair: DelimiterPair } | undefined;
  for (const pair of delimiters) {
    const at = text.indexOf(pair[0], from);
    if (at !== -1 && (best === undefined || at < best.at)) best = { at, pair };
  }
  return best;
}

function hasTrimMarker(text: string, at: number): boolean {
  return text[at] === '-' && SPACE.test(text[at + 1] ?? '');
}

function pushText(tokens: Token[], text: string, at: number, trimStart: boolean, trimEnd: boolean): void {
  let kept = trimStart ? text.replace(TRIM_LEFT, '') : text;
  if (trimEnd) kept = trimRight(kept);
  if (kept !== '') tokens.push({ kind: 'text', text: kept, at });
}

/** Linear replacement of the pattern's backtracking on long runs of inner white space. */
function trimRight(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text[end - 1] ?? '')) end--;
  return end === text.length ? text : text.slice(0, end).replace(TRIM_RIGHT, '');
}

interface Action {
  readonly tokens: Token[];
  readonly end: number;
  readonly trimAfter: boolean;
}

function readAction(text: string, at: number, [left, right]: DelimiterPair, trimBefore: boolean): Action {
  let position = at + left.length + (trimBefore ? 2 : 0);
  if (text.startsWith('/*', position)) return readComment(text, at, position, right);
  const tokens: Token[] = [{ kind: 'open', at }];
  let depth = 0;
  while (true) {
    if (position >= text.length) throw new EvaluationFault('unclosed action', 'EXPRESSION_INVALID', at);
    const closing = closingAt(text, position, right, depth);
    if (closing !== undefined) {
      if (depth > 0) throw new EvaluationFault('unclosed left paren', 'EXPRESSION_INVALID', at);
      tokens.push({ kind: 'close', at: position });
      return { tokens, end: closing.end, trimAfter: closing.trim };
    }
    const { token, end } = readToken(text, position);
    if (token.kind === 'lparen') depth++;
    if (token.kind === 'rparen' && --depth < 0)
      throw new EvaluationFault('unexpected right paren', 'EXPRESSION_INVALID', position);
    tokens.push(token);
    position = end;
  }
}

function closingAt(text: string, position: number, right: string, depth: number): { end: number; trim: boolean } | undefined {
  if (SPACE.test(text[position] ?? '') && text[position + 1] === '-' && text.startsWith(right, position + 2)) {
    return { end: position + 2 + right.length, trim: true };
  }
  // With `)` as delimiter, the parentheses of the action come first.
  if (!text.startsWith(right, position) || (depth > 0 && right.startsWith(')'))) return undefined;
  return { end: position + right.length, trim: false };
}

function readComment(text: string, at: number, start: number, right: string): Action {
  const close = text.indexOf('*/', start + 2);
  if (close === -1) throw new EvaluationFault('unclosed comment', 'EXPRESSION_INVALID', at);
  const after = close + 2;
  if (text.startsWith(right, after)) return { tokens: [], end: after + right.length, trimAfter: false };
  const closing = closingAt(text, after, right, 0);
  if (closing?.trim === true) return { tokens: [], end: closing.end, trimAfter: true };
  throw new EvaluationFault('comment ends before closing delimiter', 'EXPRESSION_INVALID', at);
}

type PlainKind = 'pipe' | 'comma' | 'lparen' | 'rparen' | 'assign';
const SINGLE: ReadonlyMap<string, PlainKind> = new Map<string, PlainKind>([
  ['|', 'pipe'],
  [',', 'comma'],
  ['(', 'lparen'],
  [')', 'rparen'],
  ['=', 'assign'],
]);

function readToken(text: string, at: number): { token: Token; end: number } {
  const char = text[at] ?? '';
  if (SPACE.test(char)) {
    let end = at + 1;
    while (SPACE.test(text[end] ?? '') && !(text[end + 1] === '-')) end++;
    return { token: { kind: 'space', at }, end };
  }
  const single = SINGLE.get(char);
  if (single !== undefined) return { token: { kind: single, at }, end: at + 1 };
  if (text.startsWith(':=', at)) return { token: { kind: 'declare', at }, end: at + 2 };
  if (char === '"' || char === '`') {
    const { value, end } = readQuoted(text, at);
    return { token: { kind: 'literal', value, isText: true, at }, end };
  }
  if (char === "'") {
    const { value, end } = readRune(text, at);
    return { token: { kind: 'literal', value, isText: false, at }, end };
  }
  if (char === '$') return readVariable(text, at);
  if (/[0-9+-]/.test(char) || (char === '.' && /[0-9]/.test(text[at + 1] ?? ''))) {
    const { value, end } = readNumber(text, at);
    return { token: { kind: 'literal', value, isText: false, at }, end };
  }
  if (char === '.') return readField(text, at);
  const name = nameAt(text, at);
  if (name === undefined) throw new EvaluationFault(`unexpected ${JSON.stringify(char)} in action`, 'EXPRESSION_INVALID', at);
  return { token: { kind: 'identifier', name, at }, end: at + name.length };
}

function readVariable(text: string, at: number): { token: Token; end: number } {
  const name = nameAt(text, at + 1) ?? '';
  return { token: { kind: 'variable', name: `$${name}`, at }, end: at + 1 + name.length };
}

function readField(text: string, at: number): { token: Token; end: number } {
  const name = nameAt(text, at + 1);
  if (name === undefined) return { token: { kind: 'dot', at }, end: at + 1 };
  return { token: { kind: 'field', name, at }, end: at + 1 + name.length };
}

function nameAt(text: string, at: number): string | undefined {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0];
}

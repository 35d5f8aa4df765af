import { EvaluationFault } from '../expression-error.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};
const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][+-]?[0-9]+)?)/y;

function invalid(message: string, at: number): EvaluationFault {
  return new EvaluationFault(message, 'EXPRESSION_INVALID', at);
}

/** Go string literal, interpreted ("…") or raw (`…`), at an offset. */
export function readQuoted(text: string, at: number): { value: string; end: number } {
  const quote = text[at];
  if (quote === '`') {
    const close = text.indexOf('`', at + 1);
    if (close === -1) throw invalid('unterminated raw quoted string', at);
    return { value: text.slice(at + 1, close), end: close + 1 };
  }
  let value = '';
  let position = at + 1;
  while (text[position] !== '"') {
    const char = text[position];
    if (char === undefined || char === '\n') throw invalid('unterminated quoted string', at);
    const piece = char === '\\' ? readEscape(text, position) : { value: char, end: position + 1 };
    value += piece.value;
    position = piece.end;
  }
  return { value, end: position + 1 };
}

/** Go rune literal: its value is the code point, an int. */
export function readRune(text: string, at: number): { value: bigint; end: number } {
  const first = text.codePointAt(at + 1);
  if (first === undefined || first === 0x27 || first === 0x0a) throw invalid('malformed character constant', at);
  const piece =
    first === 0x5c ? readEscape(text, at + 1) : { value: String.fromCodePoint(first), end: at + 1 + (first > 0xffff ? 2 : 1) };
  if (text[piece.end] !== "'") throw invalid('malformed character constant', at);
  return { value: BigInt(piece.value.codePointAt(0) ?? 0), end: piece.end + 1 };
}

function readEscape(text: string, at: number): { value: string; end: number } {
  const kind = text[at + 1] ?? '';
  const simple = ESCAPES[kind];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const hexLength = HEX_LENGTHS[kind];
  if (hexLength !== undefined) {
    const digits = text.slice(at + 2, at + 2 + hexLength);
    const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === hexLength ? Number.parseInt(digits, 16) : Number.NaN;
    if (!(code <= 0x10ffff)) throw invalid('invalid escape sequence', at);
    return { value: String.fromCodePoint(code), end: at + 2 + hexLength };
  }
  const octal = /^[0-7]{3}/.exec(text.slice(at + 1, at + 4));
  if (octal === null) throw invalid('invalid escape sequence', at);
  return { value: String.fromCharCode(Number.parseInt(octal[0], 8)), end: at + 4 };
}

/** Go number literal: an int (bigint) or a float (number). */
export function readNumber(text: string, at: number): { value: bigint | number; end: number } {
  NUMBER.lastIndex = at;
  const match = NUMBER.exec(text);
  if (match === null) throw invalid('bad number syntax', at);
  const end = at + match[0].length;
  if (/[\p{L}\p{Nd}_]/u.test(text[end] ?? '')) throw invalid(`bad number syntax: ${JSON.stringify(text.slice(at, end + 1))}`, at);
  return { value: numberValue(match[0], at), end };
}

function numberValue(source: string, at: number): bigint | number {
  const negative = source.startsWith('-');
  const digits = source.replace(/^[+-]/, '').replaceAll('_', '');
  const isFloat = !/^0[xX]/.test(digits) && /[.eE]/.test(digits);
  if (isFloat) {
    const value = Number(digits);
    return negative ? -value : value;
  }
  const legacyOctal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  try {
    const value = BigInt(legacyOctal);
    return negative ? -value : value;
  } catch {
    throw invalid(`illegal number syntax: ${JSON.stringify(source)}`, at);
  }
}

import { EvaluationFault } from '../expression-error.ts';
import { readBytes } from './bytes-literal.ts';

/** An expression in the syntax that the CEL library reads, with the way back to the places of the original. */
export interface CelSource {
  readonly text: string;
  /** Offset in the original of an offset in `text`. */
  originalOffset(offset: number): number;
}

/** Stands around the entry of a list or the key of a map that is only present when its optional value is (`[?x]`, `{?k: x}`). */
export const OPTIONAL_ENTRY = 'qd_optional_entry';

const STRING_START = /(?:[rR]?[bB]|[bB]?[rR])?('''|"""|'|")/y;
const WORD = /[\p{L}\p{N}_]+/uy;
const SPACE = /\s/;

interface Frame {
  readonly kind: 'list' | 'map' | 'other';
  /** An optional entry is open in this frame. */
  isOptional: boolean;
  /** Question marks of conditions whose colon has not come yet. */
  conditions: number;
}

/**
 * Line breaks become spaces one by one, as the original does; comments go. What the library's parser does not know is rewritten:
 * bytes literals with any prefix and character, numbers that start with a point, quoted fields and optional entries.
 */
export function prepareSource(expression: string): CelSource {
  const writer = new SourceWriter(expression);
  writer.run();
  const { text, marks } = writer;
  return { text, originalOffset: (offset) => originalOffset(marks, offset, expression.length) };
}

type Mark = readonly [written: number, read: number];

function originalOffset(marks: readonly Mark[], offset: number, length: number): number {
  let found: Mark = [0, 0];
  let limit = length;
  for (const mark of marks) {
    if (mark[0] > offset) {
      limit = mark[1];
      break;
    }
    found = mark;
  }
  return Math.min(found[1] + offset - found[0], limit);
}

class SourceWriter {
  text = '';
  readonly marks: Mark[] = [];
  readonly #source: string;
  readonly #frames: Frame[] = [{ kind: 'other', isOptional: false, conditions: 0 }];
  #at = 0;
  /** The last token ends an operand, so that `[` is an index and `.` a field. */
  #afterOperand = false;
  #entryStart = false;

  constructor(source: string) {
    this.#source = source;
  }

  run(): void {
    while (this.#at < this.#source.length) this.#token();
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? { kind: 'other', isOptional: false, conditions: 0 };
  }

  /** Writes a text for the next `length` characters of the source. */
  #replace(length: number, written: string): void {
    this.text += written;
    this.#at += length;
    if (length !== written.length) this.marks.push([this.text.length, this.#at]);
  }

  #copy(length: number): void {
    this.#replace(length, this.#source.slice(this.#at, this.#at + length).replace(/[\r\n]/g, ' '));
  }

  #token(): void {
    const char = this.#source[this.#at] ?? '';
    if (SPACE.test(char)) this.#copy(1);
    else if (char === '/' && this.#source[this.#at + 1] === '/') this.#comment();
    else if (!this.#literal()) this.#wordOrSign(char);
  }

  #wordOrSign(char: string): void {
    const isEntryStart = this.#entryStart;
    this.#entryStart = false;
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#source)?.[0];
    if (word !== undefined) {
      this.#copy(word.length);
      this.#afterOperand = word !== 'in';
      return;
    }
    this.#punctuation(char, isEntryStart);
  }

  #comment(): void {
    const end = this.#source.indexOf('\n', this.#at);
    const length = (end === -1 ? this.#source.length : end) - this.#at;
    this.#replace(length, ' '.repeat(length));
  }

  /** A string or bytes literal at the current place. */
  #literal(): boolean {
    STRING_START.lastIndex = this.#at;
    const match = STRING_START.exec(this.#source);
    if (match === null) return false;
    const quote = match[1] ?? '';
    const prefix = match[0].slice(0, -quote.length).toLowerCase();
    const bodyStart = this.#at + match[0].length;
    const end = closingQuote(this.#source, bodyStart, quote, prefix.includes('r'));
    this.#entryStart = false;
    this.#afterOperand = true;
    // Without its end the library reports the literal.
    if (end === -1) {
      this.#copy(this.#source.length - this.#at);
      return true;
    }
    const length = end + quote.length - this.#at;
    if (!prefix.includes('b')) this.#copy(length);
    else this.#bytes(this.#source.slice(bodyStart, end).replace(/[\r\n]/g, ' '), prefix.includes('r'), length);
    return true;
  }

  #bytes(body: string, isRaw: boolean, length: number): void {
    const bytes = readBytes(body, isRaw);
    if (bytes === undefined)
      throw new EvaluationFault('Invalid escape sequence in bytes literal', 'EXPRESSION_INVALID', this.#at);
    const digits = [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
    this.#replace(length, `b'${digits.join('')}'`);
  }

  #punctuation(char: string, isEntryStart: boolean): void {
    const frame = this.#frame;
    if (char === '.') this.#dot();
    else if (char === '?') this.#questionMark(frame, isEntryStart);
    else if (char === '(' || char === '[' || char === '{') this.#open(char);
    else if (char === ')' || char === ']' || char === '}') this.#close(frame);
    else this.#sign(char, frame);
  }

  #sign(char: string, frame: Frame): void {
    if (char === ':') {
      if (frame.conditions > 0) frame.conditions--;
      else if (frame.kind === 'map') this.#closeOptional(frame);
    } else if (char === ',') {
      if (frame.kind === 'list') this.#closeOptional(frame);
      this.#entryStart = frame.kind !== 'other';
    }
    this.#copy(1);
    this.#afterOperand = false;
  }

  #close(frame: Frame): void {
    if (frame.kind === 'list') this.#closeOptional(frame);
    if (this.#frames.length > 1) this.#frames.pop();
    this.#copy(1);
    this.#afterOperand = true;
  }

  #open(char: '(' | '[' | '{'): void {
    const isIndex = char === '[' && this.#afterOperand;
    const kind = char === '{' ? 'map' : char === '[' && !isIndex ? 'list' : 'other';
    this.#frames.push({ kind, isOptional: false, conditions: 0 });
    const isOptionalIndex = isIndex && this.#source[this.#at + 1] === '?';
    this.#copy(isOptionalIndex ? 2 : 1);
    this.#entryStart = kind !== 'other';
    this.#afterOperand = false;
  }

  #questionMark(frame: Frame, isEntryStart: boolean): void {
    this.#afterOperand = false;
    if (!isEntryStart) {
      frame.conditions++;
      this.#copy(1);
      return;
    }
    frame.isOptional = true;
    this.#replace(1, `${OPTIONAL_ENTRY}(`);
  }

  #closeOptional(frame: Frame): void {
    if (!frame.isOptional) return;
    frame.isOptional = false;
    this.#replace(0, ')');
  }

  #dot(): void {
    const rest = this.#source.slice(this.#at, this.#at + 200);
    const quoted = /^\.(\??)\s*`([\w.\-/ ]+)`/.exec(rest);
    if (quoted !== null && this.#afterOperand) {
      this.#replace(quoted[0].length, `[${quoted[1] ?? ''}'${quoted[2] ?? ''}']`);
      return;
    }
    if (!this.#afterOperand && /^\.\d/.test(rest)) this.#replace(1, '0.');
    else this.#copy(rest[1] === '?' ? 2 : 1);
    this.#afterOperand = false;
  }
}

/** Offset of the closing quote, or -1. */
function closingQuote(source: string, from: number, quote: string, isRaw: boolean): number {
  let at = from;
  while (at < source.length) {
    if (source.startsWith(quote, at)) return at;
    at += source[at] === '\\' && !isRaw ? 2 : 1;
  }
  return -1;
}

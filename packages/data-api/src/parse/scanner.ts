import { type DataApiError, parseError } from '../error.ts';
import { rawOffset } from './query-string.ts';

/** Longest piece of the request that an error message repeats. */
const ECHO = 300;

export interface ScannerSource {
  /** Decoded text. */
  text: string;
  /** What is being read, for messages: "select parameter", "filter". */
  what: string;
  /** The text as it stands in the query string, and where. */
  raw: string;
  rawAt: number;
  /** Characters to add to the column of messages (a parameter's name counts for and/or). */
  columnShift?: number;
}

/** Reads one parameter's text from left to right and knows where it is. */
export class Scanner {
  readonly source: ScannerSource;
  position = 0;

  constructor(source: ScannerSource) {
    this.source = source;
  }

  get done(): boolean {
    return this.position >= this.source.text.length;
  }

  get rest(): string {
    return this.source.text.slice(this.position);
  }

  /** Offset in the raw query string. */
  get at(): number {
    return this.offsetOf(this.position);
  }

  offsetOf(position: number): number {
    return this.source.rawAt + rawOffset(this.source.raw, position);
  }

  peek(text: string): boolean {
    return this.source.text.startsWith(text, this.position);
  }

  eat(text: string): boolean {
    if (!this.peek(text)) return false;
    this.position += text.length;
    return true;
  }

  /** Takes what a sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source.text);
    if (found === null) return undefined;
    this.position += found[0].length;
    return found;
  }

  skipBlanks(): void {
    this.match(/\s*/y);
  }

  expect(text: string): void {
    if (!this.eat(text)) throw this.failure(`"${text}"`);
  }

  failure(expecting: string, position = this.position): DataApiError {
    const { text, what, columnShift = 0 } = this.source;
    const character = text.charAt(position);
    const found = character === '' ? 'end of input' : JSON.stringify(character);
    const shown = text.length > ECHO ? `${text.slice(0, ECHO)}…` : text;
    return parseError(
      `"failed to parse ${what} (${shown})" (line 1, column ${position + columnShift + 1})`,
      `unexpected ${found} expecting ${expecting}`,
      this.offsetOf(position),
    );
  }

  /** The text of a double-quoted piece; a backslash takes the next character as it is. */
  quoted(): string {
    this.expect('"');
    const found = this.match(/((?:[^"\\]|\\.)*)"/sy);
    if (found === undefined) {
      this.position = this.source.text.length;
      throw this.failure('"\\""');
    }
    return (found[1] ?? '').replaceAll(/\\(.)/gs, '$1');
  }
}

import { assertTextLength, charge } from './budget.ts';
import { goFormat } from './go-format.ts';
import { type Directive, formatDirective, typeName } from './go-verbs.ts';

const DIRECTIVE = /%([-+# 0]*)((?:\[\d+\])?\*|\d+)?(?:\.((?:\[\d+\])?\*|\d*))?(\[\d+\])?([\s\S]?)/gu;
const MAX_FIELD_WIDTH = 10_000;

/** Go's fmt.Sprintf, with Go's marks for wrong verbs (`%!d(string=hi)`), missing and extra arguments. */
export function goPrintf(format: string, args: readonly unknown[]): string {
  charge(1 + args.length + (format.length >> 4));
  const source = new Arguments(args);
  let out = '';
  let last = 0;
  for (const match of format.matchAll(DIRECTIVE)) {
    const [whole] = match;
    out += format.slice(last, match.index) + directiveText(match, source);
    last = match.index + whole.length;
    assertTextLength(out.length);
  }
  return out + format.slice(last) + source.extra();
}

/** The arguments of one call, taken one after the other or by number. */
class Arguments {
  readonly #values: readonly unknown[];
  #next = 0;
  #isNumbered = false;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  get isEmpty(): boolean {
    return this.#next >= this.#values.length;
  }

  take(): unknown {
    return this.#values[this.#next++];
  }

  /** Goes to the argument of `[n]`; false when there is none. */
  goTo(index: string): boolean {
    const number = Number(index.slice(1, -1));
    this.#isNumbered = true;
    if (number < 1 || number > this.#values.length) return false;
    this.#next = number - 1;
    return true;
  }

  /** What Go appends about arguments that no directive used; nothing once they were taken by number. */
  extra(): string {
    if (this.#isNumbered || this.isEmpty) return '';
    const unused = this.#values.slice(this.#next);
    return `%!(EXTRA ${unused.map((arg) => (arg === null || arg === undefined ? '<nil>' : `${typeName(arg)}=${goFormat(arg)}`)).join(', ')})`;
  }
}

function directiveText([, flags = '', widthText, precisionText, index, verb = '']: RegExpExecArray, args: Arguments): string {
  if (verb === '%') return '%';
  if (verb === '') return '%!(NOVERB)';
  const width = fieldSize(widthText, args);
  const precision = fieldSize(precisionText, args);
  if (index !== undefined && !args.goTo(index)) return `%!${verb}(BADINDEX)`;
  if (args.isEmpty) return `%!${verb}(MISSING)`;
  const leftAligned = width !== undefined && width < 0;
  const directive: Directive = {
    flags: leftAligned ? `${flags}-` : flags,
    width: leftAligned ? -width : width,
    precision,
    verb,
  };
  return formatDirective(directive, args.take());
}

function fieldSize(text: string | undefined, args: Arguments): number | undefined {
  if (text === undefined) return undefined;
  if (text.startsWith('[')) args.goTo(text.slice(0, -1));
  const size = text.endsWith('*') ? Number(args.take()) : Number(text);
  return Number.isFinite(size) ? Math.max(-MAX_FIELD_WIDTH, Math.min(MAX_FIELD_WIDTH, Math.trunc(size))) : undefined;
}

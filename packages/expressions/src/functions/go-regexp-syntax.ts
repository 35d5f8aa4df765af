import { EvaluationFault } from '../expression-error.ts';

export interface TranslatedRegexp {
  /** Pattern for a JS regular expression with the flag u. */
  readonly source: string;
  /** See CompiledRegexp. */
  readonly power: number;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const GENERAL_CATEGORIES = /^(?:[LMNPSZC][a-z]?)$/;

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
}

interface Group {
  readonly outer: Flags;
  /** Extra closing parentheses for flag groups opened inside. */
  closers: number;
  unbounded: number;
  hasAlternation: boolean;
}

/** Translates RE2 syntax; what RE2 refuses (lookaround, backreferences) is refused. */
export function translateGoRegexp(pattern: string): TranslatedRegexp {
  return new Translator(pattern).run();
}

class Translator {
  readonly #pattern: string;
  #at = 0;
  #out = '';
  #flags: Flags = { ignoreCase: false, multiLine: false, dotAll: false };
  #groups: Group[] = [];
  #top: Group;
  #nestedQuantifier = false;
  /** What a quantifier would apply to: a group's content, or undefined for a single character. */
  #lastGroup: Group | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#top = { outer: this.#flags, closers: 0, unbounded: 0, hasAlternation: false };
  }

  run(): TranslatedRegexp {
    while (this.#at < this.#pattern.length) this.#step();
    if (this.#groups.length > 0) throw this.#invalid('missing closing )');
    this.#out += ')'.repeat(this.#top.closers);
    const anchored = this.#pattern.startsWith('^') || this.#pattern.startsWith('\\A');
    const power = this.#nestedQuantifier
      ? Number.POSITIVE_INFINITY
      : this.#top.unbounded + (anchored ? 0 : this.#top.unbounded > 0 ? 1 : 0);
    return { source: this.#out, power: Math.max(1, power) };
  }

  #invalid(reason: string): EvaluationFault {
    return new EvaluationFault(`invalid regular expression: ${reason}: ${this.#pattern.slice(0, 200)}`);
  }

  get #group(): Group {
    return this.#groups.at(-1) ?? this.#top;
  }

  #step(): void {
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    switch (char) {
      case '\\':
        this.#lastGroup = undefined;
        this.#escape();
        break;
      case '[':
        this.#lastGroup = undefined;
        this.#class();
        break;
      case '(':
        this.#open();
        break;
      case ')':
        this.#close();
        break;
      case '*':
      case '+':
      case '?':
      case '{':
        this.#quantifier(char);
        break;
      default:
        this.#character(char);
    }
  }

  #character(char: string): void {
    this.#at += char.length;
    this.#lastGroup = undefined;
    if (char === '.') this.#out += this.#flags.dotAll ? '[\\s\\S]' : '[^\\n]';
    else if (char === '^') this.#out += this.#flags.multiLine ? '(?<![^\\n])' : '(?<![\\s\\S])';
    else if (char === '$') this.#out += this.#flags.multiLine ? '(?![^\\n])' : '(?![\\s\\S])';
    else if (char === '|') {
      this.#group.hasAlternation = true;
      this.#out += '|';
    } else this.#out += SYNTAX.test(char) ? `\\${char}` : char;
  }

  #quantifier(char: string): void {
    const rest = this.#pattern.slice(this.#at);
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(rest);
    if (char === '{' && braces === null) {
      this.#at++;
      this.#lastGroup = undefined;
      this.#out += '\\{';
      return;
    }
    if (this.#out === '' || /(?:^|[^\\])(?:[(|]|\(\?[a-z-]*:)$/.test(this.#out))
      throw this.#invalid('missing argument to repetition operator');
    if (braces !== null && (Number(braces[1]) > 1000 || Number(braces[3] || 0) > 1000))
      throw this.#invalid('bad repetition count');
    const text = braces === null ? char : braces[0];
    this.#at += text.length;
    const lazy = this.#pattern[this.#at] === '?';
    if (lazy) this.#at++;
    if (/^[*+]|^\{\d+\}?[*+{]/.test(this.#pattern.slice(this.#at)) || (lazy && this.#pattern[this.#at] === '?')) {
      throw this.#invalid('invalid nested repetition operator');
    }
    this.#out += lazy ? `${text}?` : text;
    this.#noteQuantifier(char, braces);
  }

  #noteQuantifier(char: string, braces: RegExpExecArray | null): void {
    const isUnbounded = char === '*' || char === '+' || (braces !== null && braces[3] === '');
    const maximum = braces === null ? 1 : Number(braces[3] ?? braces[1]);
    const repeats = isUnbounded || maximum > 1;
    const inner = this.#lastGroup;
    if (repeats && inner !== undefined && (inner.unbounded > 0 || inner.hasAlternation)) this.#nestedQuantifier = true;
    if (isUnbounded || maximum > 30) this.#group.unbounded++;
    this.#lastGroup = undefined;
  }

  #open(): void {
    const rest = this.#pattern.slice(this.#at);
    const flagGroup = /^\(\?([imsU]*)(?:-([imsU]*))?([:)])/.exec(rest);
    const outer = this.#flags;
    if (flagGroup !== null) {
      this.#openFlags(flagGroup, outer);
      return;
    }
    const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest);
    if (named === null && rest.startsWith('(?')) throw this.#invalid('invalid or unsupported Perl syntax');
    this.#at += named === null ? 1 : named[0].length;
    this.#out += named === null ? '(' : `(?<${named[1] ?? ''}>`;
    this.#groups.push({ outer, closers: 0, unbounded: 0, hasAlternation: false });
  }

  #openFlags(match: RegExpExecArray, outer: Flags): void {
    const [whole, on = '', off = '', end] = match;
    if (on.includes('U') || off.includes('U')) throw this.#invalid('the flag U is not supported');
    this.#at += whole.length;
    this.#flags = {
      ignoreCase: (outer.ignoreCase || on.includes('i')) && !off.includes('i'),
      multiLine: (outer.multiLine || on.includes('m')) && !off.includes('m'),
      dotAll: (outer.dotAll || on.includes('s')) && !off.includes('s'),
    };
    const caseChange = this.#flags.ignoreCase === outer.ignoreCase ? '' : this.#flags.ignoreCase ? 'i' : '-i';
    if (end === ':') {
      this.#out += caseChange === '' ? '(?:' : `(?${caseChange}:`;
      this.#groups.push({ outer, closers: 0, unbounded: 0, hasAlternation: false });
    } else if (caseChange !== '') {
      // The flags hold to the end of the enclosing group.
      this.#out += `(?${caseChange}:`;
      this.#group.closers++;
    }
  }

  #close(): void {
    const group = this.#groups.pop();
    if (group === undefined) throw this.#invalid('unexpected )');
    this.#at++;
    this.#out += ')'.repeat(group.closers + 1);
    this.#flags = group.outer;
    this.#group.unbounded += group.unbounded;
    this.#lastGroup = group;
  }

  #escape(): void {
    const next = this.#pattern[this.#at + 1];
    if (next === undefined) throw this.#invalid('trailing backslash');
    if (next === 'Q') {
      const end = this.#pattern.indexOf('\\E', this.#at + 2);
      const literal = this.#pattern.slice(this.#at + 2, end === -1 ? undefined : end);
      this.#out += [...literal].map((char) => (SYNTAX.test(char) ? `\\${char}` : char)).join('');
      this.#at = end === -1 ? this.#pattern.length : end + 2;
      return;
    }
    if (next === 'A' || next === 'z') {
      this.#out += next === 'A' ? '(?<![\\s\\S])' : '(?![\\s\\S])';
      this.#at += 2;
      return;
    }
    if (next === 'b' || next === 'B') {
      this.#out += `\\${next}`;
      this.#at += 2;
      return;
    }
    if (next === 's' || next === 'S') {
      this.#out += next === 's' ? '[\\t\\n\\f\\r ]' : '[^\\t\\n\\f\\r ]';
      this.#at += 2;
      return;
    }
    this.#out += this.#characterEscape(false);
  }

  /** Translates an escape that is allowed inside and outside of classes, and moves behind it. */
  #characterEscape(inClass: boolean): string {
    const rest = this.#pattern.slice(this.#at);
    const property = /^\\([pP])(?:\{(\^?)(\w+)\}|(\w))/.exec(rest);
    if (property !== null) {
      this.#at += property[0].length;
      const negated = (property[1] === 'P') !== (property[2] === '^');
      const name = property[3] ?? property[4] ?? '';
      return `\\${negated ? 'P' : 'p'}{${GENERAL_CATEGORIES.test(name) ? name : `Script=${name}`}}`;
    }
    const hex = /^\\x(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/.exec(rest);
    if (hex !== null) {
      this.#at += hex[0].length;
      return `\\u{${hex[1] ?? hex[2] ?? '0'}}`;
    }
    const octal = /^\\(0[0-7]{0,2}|[1-7][0-7]{2})/.exec(rest);
    if (octal !== null) {
      this.#at += octal[0].length;
      return `\\u{${Number.parseInt(octal[1] ?? '0', 8).toString(16)}}`;
    }
    const char = rest[1] ?? '';
    this.#at += 2;
    if (char === 'a') return '\\x07';
    if (/[fnrtv]/.test(char)) return `\\${char}`;
    if (/[dDwW]/.test(char)) return `\\${char}`;
    if (inClass && char === 's') return '\\t\\n\\f\\r ';
    if (inClass && char === 'S') return '\\S';
    if (/[0-9A-Za-z]/.test(char)) throw this.#invalid(`invalid escape sequence \\${char}`);
    if (SYNTAX.test(char) || (inClass && char === '-')) return `\\${char}`;
    return char;
  }

  #class(): void {
    this.#at++;
    let body = '[';
    if (this.#pattern[this.#at] === '^') {
      body += '^';
      this.#at++;
    }
    let first = true;
    while (first || this.#pattern[this.#at] !== ']') {
      const char = this.#pattern[this.#at];
      if (char === undefined) throw this.#invalid('missing closing ]');
      body += this.#classItem(char);
      first = false;
    }
    this.#at++;
    this.#out += `${body}]`;
  }

  #classItem(char: string): string {
    const posix = /^\[:(\^?)(\w+):\]/.exec(this.#pattern.slice(this.#at));
    if (posix !== null) {
      const name = posix[2] ?? '';
      const members = Object.hasOwn(POSIX_CLASSES, name) ? POSIX_CLASSES[name] : undefined;
      if (members === undefined || posix[1] === '^') throw this.#invalid(`invalid character class range ${posix[0]}`);
      this.#at += posix[0].length;
      return members;
    }
    if (char === '\\') return this.#characterEscape(true);
    this.#at++;
    return char === '[' || char === ']' || char === '^' ? `\\${char}` : char;
  }
}

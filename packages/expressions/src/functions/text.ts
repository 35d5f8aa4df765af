import { assertListLength, assertTextLength, charge, chargeText } from '../budget.ts';
import { toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';

const WORDS = /[\p{L}\p{Nd}]+/gu;

function words(text: string): string[] {
  chargeText(text);
  return text.match(WORDS) ?? [];
}

function capitalize(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0x20);
  return first.toUpperCase() + word.slice(first.length);
}

/** `the quick fox` → `theQuickFox`; the first letter stays as it is. */
export function camelCase(text: string): string {
  return words(text)
    .map((word, index) => (index === 0 ? word : capitalize(word)))
    .join('');
}

export function snakeCase(text: string): string {
  return words(text).join('_');
}

export function kebabCase(text: string): string {
  return words(text).join('-');
}

/** Every word in title case: first letter upper, the others lower. */
export function titleCase(text: string): string {
  chargeText(text);
  return text.replace(/[\p{L}\p{Nd}'’]+/gu, (word) => capitalize(word.toLowerCase()));
}

export function slug(text: string): string {
  chargeText(text);
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll('@', ' at ')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
}

export function repeat(text: string, count: number): string {
  if (count < 0) throw new EvaluationFault(`repeat: negative count ${count}`);
  assertTextLength(text.length * count);
  const out = text.repeat(count);
  chargeText(out);
  return out;
}

const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING_SPACE = new RegExp(`^${SPACE}+`);
const SPACE_CHARACTER = new RegExp(SPACE);

/** Without white space at both ends, as Go's strings.TrimSpace: Unicode's white space, which U+FEFF is not. */
export function trimSpace(text: string): string {
  const start = LEADING_SPACE.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && SPACE_CHARACTER.test(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

export function trimPrefix(text: string, prefix: string): string {
  return prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

export function trimSuffix(text: string, suffix: string): string {
  return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}

/** Removes leading and trailing characters that are in the set. */
export function trimCharacters(text: string, set: string): string {
  chargeText(text);
  const members = new Set(set);
  const characters = [...text];
  let from = 0;
  let to = characters.length;
  while (from < to && members.has(characters[from] ?? '')) from++;
  while (to > from && members.has(characters[to - 1] ?? '')) to--;
  return characters.slice(from, to).join('');
}

export function truncate(text: string, length: number): string {
  if (length < 0) return text;
  return Buffer.byteLength(text) <= length
    ? text
    : Buffer.from(text)
        .subarray(0, length)
        .toString('utf8')
        .replace(/\uFFFD$/, '');
}

/** Shortens to a width with `...`; with an offset the text around it is kept (Apache Commons' abbreviate). */
export function abbreviate(text: string, offset: number, width: number): string {
  if (text.length <= width) return text;
  if (width < 4) throw new EvaluationFault('abbrev: minimum width is 4');
  if (text.length - offset <= width - 3 || offset > text.length) {
    const start = Math.min(offset, text.length);
    if (start <= 4) return `${text.slice(0, width - 3)}...`;
    return `...${text.slice(text.length - (width - 3))}`;
  }
  if (offset <= 4) return `${text.slice(0, width - 3)}...`;
  if (width < 7) throw new EvaluationFault('abbrev: minimum width with an offset is 7');
  return `...${text.slice(offset, offset + width - 6)}...`;
}

/** Puts `width` times the indent before every line. */
export function indent(text: string, width: number, unit: string): string {
  if (width < 1) throw new EvaluationFault('indent: width must be at least 1');
  if (unit.includes('\n')) throw new EvaluationFault('indent: indent must not contain a line break');
  const prefix = repeat(unit, width);
  const lines = text.split('\n');
  assertListLength(lines.length);
  assertTextLength(text.length + prefix.length * lines.length);
  chargeText(text);
  // A last line break ends the text; it starts no line.
  return lines.map((line, i) => (i === lines.length - 1 && line === '' && i > 0 ? line : prefix + line)).join('\n');
}

/** Breaks lines between words so that they are at most `width` long where possible. */
export function wordWrap(text: string, width: number, lineBreak: string): string {
  chargeText(text);
  const limit = width > 0 ? width : 80;
  const separator = lineBreak === '' ? '\n' : lineBreak;
  let line = '';
  let out = '';
  for (const word of text.split(' ')) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= limit) line += ` ${word}`;
    else {
      out += line + separator;
      line = word;
    }
  }
  assertTextLength(out.length);
  return out + line;
}

export function splitText(text: string, separator: string, limit = -1): string[] {
  chargeText(text);
  if (limit === 0) return [];
  const parts = separator === '' ? [...text] : text.split(separator);
  assertListLength(parts.length);
  if (limit < 0 || parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

export function replaceText(text: string, from: string, to: string, count = -1): string {
  chargeText(text);
  if (count === 0) return text;
  charge(text.length >> 4);
  const out = count < 0 ? text.replaceAll(from, to.replaceAll('$', '$$$$')) : replaceFirst(text, from, to, count);
  assertTextLength(out.length);
  chargeText(out);
  return out;
}

function replaceFirst(text: string, from: string, to: string, count: number): string {
  if (from === '') return replaceFirstEmpty(text, to, count);
  const parts = text.split(from);
  const replaced = parts.slice(0, count + 1).join(to);
  return parts.length > count + 1 ? [replaced, ...parts.slice(count + 1)].join(from) : replaced;
}

function replaceFirstEmpty(text: string, to: string, count: number): string {
  const characters = [...text];
  return characters.map((char, i) => (i < count ? to + char : char)).join('') + (characters.length < count ? to : '');
}

export function singleQuote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes for a POSIX shell when needed. */
export function shellQuote(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => shellQuote(item)).join(' ');
  const text = toText(value);
  if (text === '') return "''";
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
}

export function reverseText(text: string): string {
  chargeText(text);
  return [...text].reverse().join('');
}

/** Texts of code points, so that positions count as in Go's rune functions; ASCII texts are not split. */
export function codePoints(text: string): readonly string[] | string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text : [...text];
}

import { requireList, toCount, toText } from '../coerce.ts';
import * as text from '../functions/text.ts';
import { goQuote } from '../go-quote.ts';
import { compareTexts } from '../values.ts';
import type { TemplateFunction } from './access.ts';

/** The members of `strings`; the text comes last so that it can be piped in. */
export const stringFunctions = {
  Abbrev: (...args) => {
    const numbers = args.slice(0, -1).map((arg) => toCount(arg, 'strings.Abbrev'));
    const [offset = 0, width = 0] = numbers.length === 1 ? [0, numbers[0]] : numbers;
    return text.abbreviate(toText(args.at(-1)), offset, width);
  },
  CamelCase: (value) => text.camelCase(toText(value)),
  Contains: (part, value) => toText(value).includes(toText(part)),
  HasPrefix: (prefix, value) => toText(value).startsWith(toText(prefix)),
  HasSuffix: (suffix, value) => toText(value).endsWith(toText(suffix)),
  Indent: (...args) => {
    const value = toText(args.at(-1));
    const [first, second] = args.slice(0, -1);
    if (typeof first === 'string') return text.indent(value, 1, first);
    return text.indent(
      value,
      first === undefined ? 1 : toCount(first, 'strings.Indent'),
      second === undefined ? ' ' : toText(second),
    );
  },
  KebabCase: (value) => text.kebabCase(toText(value)),
  Quote: (value) => goQuote(toText(value)),
  Repeat: (count, value) => text.repeat(toText(value), toCount(count, 'strings.Repeat')),
  ReplaceAll: (from, to, value) => text.replaceText(toText(value), toText(from), toText(to)),
  RuneCount: (...values) => BigInt([...values.map(toText).join('')].length),
  ShellQuote: text.shellQuote,
  Slug: (value) => text.slug(toText(value)),
  SnakeCase: (value) => text.snakeCase(toText(value)),
  Sort: (list) => requireList(list, 'strings.Sort').map(toText).sort(compareTexts),
  Split: (separator, value) => text.splitText(toText(value), toText(separator)),
  SplitN: (separator, count, value) => text.splitText(toText(value), toText(separator), toCount(count, 'strings.SplitN')),
  Squote: (value) => text.singleQuote(toText(value)),
  Title: (value) => text.titleCase(toText(value)),
  ToLower: (value) => toText(value).toLowerCase(),
  ToUpper: (value) => toText(value).toUpperCase(),
  Trim: (set, value) => text.trimCharacters(toText(value), toText(set)),
  TrimPrefix: (prefix, value) => text.trimPrefix(toText(value), toText(prefix)),
  TrimSuffix: (suffix, value) => text.trimSuffix(toText(value), toText(suffix)),
  TrimSpace: (value) => toText(value).trim(),
  Trunc: (length, value) => text.truncate(toText(value), toCount(length, 'strings.Trunc')),
  WordWrap: (...args) => {
    const value = toText(args.at(-1));
    const [first, second] = args.slice(0, -1);
    if (typeof first === 'string') return text.wordWrap(value, 80, first);
    return text.wordWrap(value, first === undefined ? 80 : toCount(first, 'strings.WordWrap'), toText(second));
  },
} satisfies Readonly<Record<string, TemplateFunction>>;

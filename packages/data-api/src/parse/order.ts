import type { DataApiError } from '../error.ts';
import type { OrderTerm } from '../tree.ts';
import { readWholeField } from './field.ts';
import { Scanner } from './scanner.ts';

const SUFFIX = /(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?$/;

function splitTerms(text: string): { text: string; start: number }[] {
  const terms: { text: string; start: number }[] = [];
  for (const match of text.matchAll(/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^,"])+/gs)) {
    terms.push({ text: match[0].trimEnd(), start: match.index });
  }
  return terms;
}

const DIRECTIONS = ['asc', 'desc'];
const PLACES = ['nullsfirst', 'nullslast'];

/** PostgREST's parser says where a word begins that it does not know, and which of its characters is the first wrong one. */
function unknownWord(scanner: Scanner, at: number, words: readonly string[]): DataApiError {
  const [first = ''] = words;
  const text = scanner.source.text.slice(at);
  const wrong = [...first].findIndex((character, index) => text.charAt(index) !== character);
  const expecting = words
    .map((word) => `"${word}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');
  return scanner.failure(expecting, at, '"', text.charAt(wrong));
}

/** What is wrong with the words after a column. `at` is where the first one begins. */
function misspelled(scanner: Scanner, at: number): DataApiError {
  const { text } = scanner.source;
  const wordAt = (position: number, words: readonly string[]) => words.find((word) => text.startsWith(word, position));
  const first = wordAt(at, [...DIRECTIONS, ...PLACES]);
  if (first === undefined) return unknownWord(scanner, at, [...DIRECTIONS, ...PLACES]);
  const end = at + first.length;
  if (PLACES.includes(first)) return scanner.failure('"," or end of input', end, "'");
  if (text.charAt(end) !== '.') return scanner.failure('delimiter (.), "," or end of input', end, "'");
  const second = wordAt(end + 1, PLACES);
  if (second === undefined) return unknownWord(scanner, end + 1, PLACES);
  return scanner.failure('"," or end of input', end + 1 + second.length, "'");
}

const RELATED = /^\s*("(?:[^"\\]|\\.)*"|[^\s"().]+)\((?=.*\)\s*$)/s;

function readTerm(scanner: Scanner, { text, start }: { text: string; start: number }): OrderTerm {
  const suffix = SUFFIX.exec(text);
  const body = text.slice(0, suffix?.index ?? text.length);
  const [head = '', relation] = RELATED.exec(body) ?? [];
  const end = start + (relation === undefined ? body.length : body.lastIndexOf(')'));
  const inner = new Scanner({ ...scanner.source, text: scanner.source.text.slice(0, end) });
  inner.position = start + head.length;
  const field = readWholeField(inner);
  const own = body.slice(head.length);
  if (field.name.includes('.') && !own.includes('"')) {
    throw misspelled(scanner, start + head.length + own.indexOf('.', own.search(/\S/)) + 1);
  }
  const nulls = suffix?.[2] === undefined ? undefined : suffix[2] === 'nullsfirst' ? 'first' : 'last';
  return { relation: relation?.replace(/^"(.*)"$/s, '$1'), field, descending: suffix?.[1] === 'desc', nulls };
}

/** `order=`: `column[.asc|.desc][.nullsfirst|.nullslast]`, comma-separated; a column of an embedded row is `relation(column)`. */
export function parseOrder(scanner: Scanner): OrderTerm[] {
  return splitTerms(scanner.source.text).map((term) => readTerm(scanner, term));
}

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
    const dot = start + head.length + own.indexOf('.', own.search(/\S/));
    throw scanner.failure('"asc", "desc", "nullsfirst" or "nullslast"', dot + 1);
  }
  const nulls = suffix?.[2] === undefined ? undefined : suffix[2] === 'nullsfirst' ? 'first' : 'last';
  return { relation: relation?.replace(/^"(.*)"$/s, '$1'), field, descending: suffix?.[1] === 'desc', nulls };
}

/** `order=`: `column[.asc|.desc][.nullsfirst|.nullslast]`, comma-separated; a column of an embedded row is `relation(column)`. */
export function parseOrder(scanner: Scanner): OrderTerm[] {
  return splitTerms(scanner.source.text).map((term) => readTerm(scanner, term));
}

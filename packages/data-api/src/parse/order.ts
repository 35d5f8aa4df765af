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

/** `order=`: `column[.asc|.desc][.nullsfirst|.nullslast]`, comma-separated. */
export function parseOrder(scanner: Scanner): OrderTerm[] {
  return splitTerms(scanner.source.text).map(({ text, start }) => {
    const suffix = SUFFIX.exec(text);
    const body = text.slice(0, suffix?.index ?? text.length);
    const inner = new Scanner({ ...scanner.source, text: scanner.source.text.slice(0, start + body.length) });
    inner.position = start;
    const field = readWholeField(inner);
    const dot = field.name.lastIndexOf('.');
    if (dot >= 0 && !body.includes('"')) {
      throw scanner.failure('"asc", "desc", "nullsfirst" or "nullslast"', start + body.indexOf('.', body.search(/\S/)) + 1);
    }
    const nulls = suffix?.[2] === undefined ? undefined : suffix[2] === 'nullsfirst' ? 'first' : 'last';
    return { field, descending: suffix?.[1] === 'desc', nulls };
  });
}

import type { FieldRef, JsonStep } from '../tree.ts';
import type { Scanner } from './scanner.ts';

const INDEX = /^-?\d{1,9}$/;

/** A name up to one of `stops` or an arrow. */
export function readName(scanner: Scanner, stops: RegExp, expecting: string): string {
  scanner.skipBlanks();
  if (scanner.peek('"')) return scanner.quoted();
  const start = scanner.position;
  while (!scanner.done && !scanner.peek('->')) {
    if (scanner.match(stops) === undefined) break;
  }
  const name = scanner.source.text.slice(start, scanner.position).trim();
  if (name === '') throw scanner.failure(expecting, start);
  return name;
}

/** JSON steps after a name. `key` is a sticky pattern of the characters of an unquoted key. */
export function readSteps(scanner: Scanner, key: RegExp): JsonStep[] {
  const steps: JsonStep[] = [];
  while (scanner.eat('->')) {
    const asText = scanner.eat('>');
    if (scanner.peek('"')) {
      steps.push({ asText, key: scanner.quoted(), isIndex: false });
      continue;
    }
    const start = scanner.position;
    while (!scanner.done && !scanner.peek('->')) {
      if (scanner.match(key) === undefined) break;
    }
    const text = scanner.source.text.slice(start, scanner.position).trim();
    if (text === '') throw scanner.failure('a JSON key');
    // A minus counts from the end of an array; a key that begins with one is quoted.
    const wrong = text.startsWith('-') && !INDEX.test(text) ? /^-\d*/.exec(text) : null;
    if (wrong !== null) throw scanner.failure('digit', scanner.source.text.indexOf(text, start) + wrong[0].length);
    steps.push({ asText, key: text, isIndex: INDEX.test(text) });
  }
  return steps;
}

/** A name and JSON steps that fill the whole text (the key of a parameter, or a term of order). */
export function readWholeField(scanner: Scanner): FieldRef {
  const at = scanner.at;
  const name = readName(scanner, /[^"]/y, 'a column name');
  const path = readSteps(scanner, /[^"]/y);
  scanner.skipBlanks();
  if (!scanner.done) throw scanner.failure('end of input');
  return { name, path, at };
}

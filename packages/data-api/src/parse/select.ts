import { limitError } from '../error.ts';
import type { EmbedItem, FieldItem, SelectItem } from '../tree.ts';
import { readName, readSteps } from './field.ts';
import type { Scanner } from './scanner.ts';

const NAME = /[^,():!"]/y;
const EXPECTING = 'field name (* or [a..z0..9_])';

function readKey(scanner: Scanner): RegExp {
  // A key ends where a cast begins; a single colon may be part of it.
  return scanner.peek('::') ? /(?!)/y : /[^,()":]|:(?!:)/y;
}

function readHints(scanner: Scanner): { hint?: string; inner: boolean } {
  let hint: string | undefined;
  let inner = false;
  while (scanner.eat('!')) {
    const word = readName(scanner, NAME, 'a hint');
    if (word === 'inner') inner = true;
    else if (word !== 'left') hint = word;
  }
  return hint === undefined ? { inner } : { hint, inner };
}

function readEmbed(scanner: Scanner, start: Pick<EmbedItem, 'name' | 'alias' | 'at' | 'spread'>, depth: number): EmbedItem {
  const hints = readHints(scanner);
  scanner.skipBlanks();
  scanner.expect('(');
  const items = readItems(scanner, depth - 1);
  scanner.expect(')');
  scanner.skipBlanks();
  // The console casts embedded lists to JSON, which they are already.
  if (scanner.eat('::') && scanner.match(/jsonb?/y) === undefined) throw scanner.failure('"json"');
  return { kind: 'embed', ...start, ...hints, items };
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  scanner.skipBlanks();
  if (scanner.eat('*')) return { kind: 'star' };
  const spread = scanner.eat('...');
  let at = scanner.at;
  let name = readName(scanner, NAME, EXPECTING);
  let alias: string | undefined;
  if (scanner.peek(':') && !scanner.peek('::')) {
    scanner.eat(':');
    alias = name;
    scanner.skipBlanks();
    at = scanner.at;
    name = readName(scanner, NAME, EXPECTING);
  }
  scanner.skipBlanks();
  if (spread || scanner.peek('(') || scanner.peek('!')) return readEmbed(scanner, { name, alias, at, spread }, depth);
  const path = readSteps(scanner, readKey(scanner));
  const item: FieldItem = { kind: 'field', field: { name, path, at }, alias };
  if (scanner.eat('::')) {
    const cast = scanner.match(/[A-Za-z0-9_ ]+/y);
    if (cast === undefined) throw scanner.failure('a type name');
    item.cast = cast[0].trim();
  }
  return item;
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth < 0) throw limitError('The select parameter is nested too deeply', scanner.at);
  const items: SelectItem[] = [];
  scanner.skipBlanks();
  if (scanner.peek(')') || scanner.done) return items;
  do {
    items.push(readItem(scanner, depth));
    scanner.skipBlanks();
  } while (scanner.eat(','));
  return items;
}

/** `select=`. A surplus of closing brackets at its end is let pass (console-calls §5.2). */
export function parseSelect(scanner: Scanner, depth: number): SelectItem[] {
  const items = readItems(scanner, depth);
  scanner.match(/[)\s]*/y);
  if (!scanner.done) throw scanner.failure('"," or end of input');
  return items;
}

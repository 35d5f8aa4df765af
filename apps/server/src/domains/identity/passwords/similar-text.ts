import type { Traits } from '@quarterdeck/contract/identity';

const PART_LEAST = 3;
/** What is left of a password without the known parts must do as one by itself. */
const REST_LEAST = 8;
/** Of a text as long as this, one character in four may differ. */
const DIFFERENCE = 0.25;
const COMPARED_MOST = 128;

/** Whether a password is mostly what everybody knows of its owner: parts of the mail address and of the name, with little around them. */
export function isSimilarToTraits(password: string, traits: Traits): boolean {
  const text = fold(password).slice(0, COMPARED_MOST);
  const known = knownTexts(traits);
  if (known.some((whole) => distance(text, whole) <= Math.max(1, Math.floor(whole.length * DIFFERENCE)))) return true;
  const parts = known.flatMap((whole) => [whole, ...whole.split(/[^\p{L}\p{N}]+/u)]);
  const longestFirst = [...new Set(parts)].filter((part) => part.length >= PART_LEAST).sort((a, b) => b.length - a.length);
  for (const candidate of [text, [...text].reverse().join('')]) {
    const rest = longestFirst.reduce((left, part) => left.replaceAll(part, ''), candidate);
    if (rest !== candidate && rest.length < REST_LEAST) return true;
  }
  return false;
}

/** Mail address, what is before its @, and the name in both orders. */
function knownTexts({ email, name }: Traits): string[] {
  const first = fold(name?.first ?? '');
  const last = fold(name?.last ?? '');
  const address = fold(email);
  return [address, address.split('@')[0] ?? '', first, last, `${first}${last}`, `${last}${first}`]
    .map((text) => text.slice(0, COMPARED_MOST))
    .filter((text) => text.length >= PART_LEAST);
}

/** Small letters without accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Characters to change, add or leave out to get from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + change));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

import { readFileSync } from 'node:fs';

const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

/** Rows of keyboards, the alphabet and figures: what fingers and minds run along. */
const ROWS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '!@#$%^&*()',
].flatMap((row) => [row, [...row].reverse().join('')]);

const DATE = /^((19|20)\d\d[-./]?\d\d[-./]?\d\d|\d\d[-./]?\d\d[-./]?(19|20)\d\d)$/;
/** Longer ones are judged by their length alone. */
const LOOKED_AT_MOST = 40;
const WALK_LEAST = 3;
const WALKS_MOST = 3;
/** Figures and marks around a word up to this many make it no better. */
const TRIMMED_MOST = 6;
const WORD_LEAST = 3;

/** Figures and marks that stand for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Whether a password is among those that are tried first: a word of the list, also with figures and marks around it or in place of letters;
 * a walk over the keyboard; a repetition; a date.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (text.length > LOOKED_AT_MOST) return isRepetition(text);
  return isPredictable(text) || DATE.test(text) || cores(text).some((core) => COMMON.has(core) || COMMON.has(withLetters(core)));
}

/** The text as it is and without what is often put around a word. */
function cores(text: string): string[] {
  const [, before = '', core = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  const found = [text];
  if (isTrimmed(after)) found.push(before + core);
  if (isTrimmed(before)) found.push(core + after);
  if (isTrimmed(after) && isTrimmed(before)) found.push(core);
  return found.filter((one) => one.length >= WORD_LEAST);
}

function isTrimmed(part: string): boolean {
  return part.length <= TRIMMED_MOST || isPredictable(part);
}

function withLetters(text: string): string {
  return [...text].map((character) => LETTERS[character] ?? character).join('');
}

function isPredictable(text: string): boolean {
  return isRepetition(text) || isWalk(text);
}

/** One part again and again: `abcabcabc`, `aaaaaaaaa`, `12121`. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= text.length / 2 && size <= LOOKED_AT_MOST; size++) {
    if ([...text.slice(size)].every((character, index) => character === text[index])) return true;
  }
  return false;
}

/** A few runs along rows or on one key: `qwerty123456`, `abc654321`. */
function isWalk(text: string): boolean {
  let rest = text;
  for (let walks = 0; walks < WALKS_MOST; walks++) {
    const length = walkLength(rest);
    if (length < WALK_LEAST) return false;
    rest = rest.slice(length);
    if (rest === '') return true;
  }
  return false;
}

function walkLength(text: string): number {
  let longest = 1;
  while (longest < text.length && text[longest] === text[0]) longest++;
  for (const row of ROWS) {
    let length = 1;
    while (length < text.length && row.includes(text.slice(0, length + 1))) length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

const NEEDS_ESCAPE = /[\\"\p{C}\p{Zl}\p{Zp}]|[\p{Zs}--\x20]/gv;

/** Go's strconv.Quote: a double-quoted Go string literal; printable characters stay as they are. */
export function goQuote(text: string): string {
  return `"${text.replace(NEEDS_ESCAPE, escapeCharacter)}"`;
}

function escapeCharacter(char: string): string {
  const short = SHORT_ESCAPES[char];
  if (short !== undefined) return short;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

/** Go's strconv.QuoteToASCII: everything outside of ASCII is escaped. */
export function goQuoteAscii(text: string): string {
  return goQuote(text).replace(/[\u0080-\u{10ffff}]/gu, escapeCharacter);
}

/** Go's strconv.QuoteRune. */
export function goQuoteRune(character: string): string {
  if (character === "'") return "'\\''";
  return `'${character === '"' ? character : character.replace(NEEDS_ESCAPE, escapeCharacter)}'`;
}

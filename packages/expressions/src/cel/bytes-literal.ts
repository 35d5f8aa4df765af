const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{2})|([0-3][0-7]{2})|([\\?"'`abfnrtv]))/y;

const SIMPLE: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Bytes of the inside of a bytes literal: its text as UTF-8, escapes as single bytes. Undefined when an escape is wrong. */
export function readBytes(body: string, isRaw: boolean): Uint8Array | undefined {
  if (isRaw || !body.includes('\\')) return Buffer.from(body, 'utf8');
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < body.length) {
    const slash = body.indexOf('\\', at);
    const textEnd = slash === -1 ? body.length : slash;
    parts.push(Buffer.from(body.slice(at, textEnd), 'utf8'));
    if (slash === -1) break;
    ESCAPE.lastIndex = slash;
    const match = ESCAPE.exec(body);
    if (match === null) return undefined;
    parts.push(Uint8Array.of(escapedByte(match)));
    at = slash + match[0].length;
  }
  return Buffer.concat(parts);
}

function escapedByte([, hex, octal, simple = '']: RegExpExecArray): number {
  if (hex !== undefined) return Number.parseInt(hex, 16);
  if (octal !== undefined) return Number.parseInt(octal, 8);
  return SIMPLE[simple] ?? simple.charCodeAt(0);
}

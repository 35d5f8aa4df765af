/** One `name=value` of the query string, decoded, with where its parts stand in the raw text. */
export interface QueryParameter {
  name: string;
  value: string;
  /** Without an equals sign. */
  bare: boolean;
  raw: { name: string; value: string; nameAt: number; valueAt: number };
}

const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g;

function unescapeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** Form decoding; what is no valid escape stays as it is. */
export function decodePart(raw: string): string {
  return raw.replaceAll('+', ' ').replace(ESCAPES, unescapeRun);
}

/** Percent-encodes everything but letters, digits and `-_.~`. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Where in `raw` the character stands that decodes to offset `decodedAt`. */
export function rawOffset(raw: string, decodedAt: number): number {
  // Before the first escape both texts are equally long; this is asked for every part of a query.
  const firstEscape = raw.indexOf('%');
  if (firstEscape < 0 || decodedAt < firstEscape) return Math.min(decodedAt, raw.length);
  let decoded = 0;
  for (const match of raw.matchAll(/(?:%[0-9a-fA-F]{2})+|[^%]|%/gsu)) {
    const piece = match[0];
    const length = piece.startsWith('%') && piece.length > 1 ? unescapeRun(piece).length : piece.length;
    if (decoded + length > decodedAt) {
      // An escape of several characters: three raw characters for each is exact for ASCII, and near enough beyond.
      return match.index + (piece.length > 1 && length > 0 ? Math.floor(((decodedAt - decoded) * piece.length) / length) : 0);
    }
    decoded += length;
  }
  return raw.length;
}

/** Splits a raw query string. A leading `?`, empty segments and a trailing `&` are let pass. */
export function splitQuery(query: string): QueryParameter[] {
  const parameters: QueryParameter[] = [];
  let at = 0;
  for (const segment of query.split('&')) {
    const start = at;
    at += segment.length + 1;
    const lead = start === 0 || parameters.length === 0 ? /^\?+/.exec(segment)?.[0].length : 0;
    const text = segment.slice(lead);
    if (text === '') continue;
    const nameAt = start + (lead ?? 0);
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    const value = equals < 0 ? '' : text.slice(equals + 1);
    parameters.push({
      name: decodePart(name),
      value: decodePart(value),
      bare: equals < 0,
      raw: { name, value, nameAt, valueAt: nameAt + name.length + 1 },
    });
  }
  return parameters;
}

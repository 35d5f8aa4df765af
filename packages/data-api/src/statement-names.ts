import { createHash } from 'node:crypto';

/** Drivers keep a prepared statement for as long as a connection lives, so only so many get a name. */
const MAX_NAMES = 400;
/** A statement is prepared when it comes again. */
const MAX_SEEN = 2000;

/** Gives names, by hash of their text, to the statements that repeat. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return name;
    if (names.size >= MAX_NAMES) return undefined;
    if (!seen.has(text)) {
      if (seen.size >= MAX_SEEN) seen.clear();
      seen.add(text);
      return undefined;
    }
    seen.delete(text);
    const given = `data_api_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, given);
    return given;
  };
}

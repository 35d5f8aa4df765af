/** A match list (data-model §12.1): what a value must be, all parts together. */
export interface MatchList {
  equal: readonly string[];
  unequal: readonly string[];
  /** LIKE patterns with `%`, other wildcards escaped. */
  like: readonly string[];
  unlike: readonly string[];
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

function pattern(item: string): string | undefined {
  const before = item.startsWith('*');
  const after = item.length > 1 && item.endsWith('*');
  if (!before && !after) return undefined;
  const middle = item.slice(before ? 1 : 0, after ? -1 : undefined);
  return `${before ? '%' : ''}${escapeLike(middle)}${after ? '%' : ''}`;
}

/** Reads `a,!b,c*,*d`. Empty parts say nothing. */
export function parseMatchList(text: string): MatchList {
  const list = { equal: [] as string[], unequal: [] as string[], like: [] as string[], unlike: [] as string[] };
  for (const part of text.split(',')) {
    const item = part.trim();
    const negated = item.startsWith('!');
    const value = negated ? item.slice(1) : item;
    if (value === '') continue;
    const like = pattern(value);
    if (like === undefined) (negated ? list.unequal : list.equal).push(value);
    else (negated ? list.unlike : list.like).push(like);
  }
  return list;
}

import type { CheckKind } from '@quarterdeck/integrations/spec';

/** The same record with the known keys first, in their order; keys match in any case and the others keep theirs. */
export function inOrder(record: object, keys: readonly string[]): Record<string, unknown> {
  const rank = (key: string) => {
    const at = keys.findIndex((known) => known.toLowerCase() === key.toLowerCase());
    return at < 0 ? keys.length : at;
  };
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => rank(a) - rank(b)));
}

/** A check with the keys in the order of its kind's form; the database keeps no order. Unknown keys come last. */
export function orderedCheck(kind: CheckKind | undefined, check: unknown): unknown {
  if (kind === undefined || typeof check !== 'object' || check === null || Array.isArray(check)) return check;
  return inOrder(
    check,
    kind.fields.map(({ key }) => key),
  );
}

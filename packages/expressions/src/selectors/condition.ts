/** Where a value stands in a resource. `type` says how it is compared. */
export type ValueRef =
  | { readonly kind: 'column'; readonly name: string; readonly type: 'text' | 'uuid' | 'time' | 'number' | 'boolean' }
  /** A key of a map of texts, such as labels. */
  | { readonly kind: 'key'; readonly column: string; readonly key: string }
  /** A path into a document. */
  | { readonly kind: 'path'; readonly column: string; readonly path: readonly string[] };

export type TextTest = 'equals' | 'prefix' | 'suffix' | 'contains';

/**
 * What a resource must be. A leaf about a value that is not there does not hold, and `not` turns that round, so that SQL and memory agree.
 */
export type Condition =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'and' | 'or'; readonly items: readonly Condition[] }
  | { readonly kind: 'not'; readonly item: Condition }
  | { readonly kind: 'present'; readonly value: ValueRef }
  | {
      readonly kind: 'text';
      readonly value: ValueRef;
      readonly test: TextTest;
      readonly text: string;
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'in'; readonly value: ValueRef; readonly texts: readonly string[] }
  /** Compares times as times, numbers as numbers, everything else as text. */
  | { readonly kind: 'order'; readonly value: ValueRef; readonly operator: '<' | '>'; readonly text: string }
  /** Some value of a map of texts. */
  | { readonly kind: 'any-value'; readonly column: string; readonly test: TextTest; readonly text: string }
  /** A member of an array of texts. */
  | { readonly kind: 'member'; readonly column: string; readonly text: string }
  /** An element {name, text or value} of an array of properties; without texts its name is enough. */
  | { readonly kind: 'property'; readonly column: string; readonly name: string; readonly texts?: readonly string[] }
  /** The agent of that name. */
  | { readonly kind: 'agent-name'; readonly name: string }
  /** The definition (scraper, topology, canary) of that name that the resource comes from. */
  | { readonly kind: 'scope-name'; readonly namespace: string; readonly name: string };

export const EVERYTHING: Condition = { kind: 'everything' };
export const NOTHING: Condition = { kind: 'nothing' };

export function allOf(items: readonly Condition[]): Condition {
  const left = items.filter(({ kind }) => kind !== 'everything');
  if (left.some(({ kind }) => kind === 'nothing')) return NOTHING;
  const [first] = left;
  if (first === undefined) return EVERYTHING;
  return left.length === 1 ? first : { kind: 'and', items: left };
}

export function anyOf(items: readonly Condition[]): Condition {
  const left = items.filter(({ kind }) => kind !== 'nothing');
  if (left.some(({ kind }) => kind === 'everything')) return EVERYTHING;
  const [first] = left;
  if (first === undefined) return NOTHING;
  return left.length === 1 ? first : { kind: 'or', items: left };
}

/** Holds when the value is there and the condition about it does not hold. */
export function presentBut(value: ValueRef, condition: Condition): Condition {
  return allOf([
    { kind: 'present', value },
    { kind: 'not', item: condition },
  ]);
}

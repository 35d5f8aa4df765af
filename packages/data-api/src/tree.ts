/** What was asked, as parsed; nothing in it has been checked against a schema yet. */

export interface JsonStep {
  /** `->>` gives text, `->` gives JSON. */
  asText: boolean;
  key: string;
  isIndex: boolean;
}

export interface FieldRef {
  name: string;
  path: readonly JsonStep[];
  /** Offset in the raw query string. */
  at: number;
}

export interface StarItem {
  kind: 'star';
}

export interface FieldItem {
  kind: 'field';
  field: FieldRef;
  alias?: string | undefined;
  cast?: string | undefined;
}

export interface EmbedItem {
  kind: 'embed';
  name: string;
  alias?: string | undefined;
  hint?: string | undefined;
  inner: boolean;
  /** `...relation(a,b)`: the columns of the one row stand beside those of the parent. */
  spread?: boolean | undefined;
  items: readonly SelectItem[];
  at: number;
}

export type SelectItem = StarItem | FieldItem | EmbedItem;

export const COMPARISONS = [
  'eq',
  'neq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const;
export const SEARCHES = ['fts', 'plfts', 'phfts', 'wfts'] as const;
export type ComparisonOperator = (typeof COMPARISONS)[number];
export type SearchOperator = (typeof SEARCHES)[number];
export type Trilean = 'null' | 'true' | 'false' | 'unknown' | 'not_null';

export type Operation =
  | { kind: 'compare'; operator: ComparisonOperator; quantifier?: 'any' | 'all' | undefined; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: Trilean }
  | { kind: 'search'; operator: SearchOperator; config?: string | undefined; value: string }
  | { kind: 'distinct'; value: string };

export interface FilterNode {
  kind: 'filter';
  field: FieldRef;
  negated: boolean;
  operation: Operation;
}

export interface LogicNode {
  kind: 'logic';
  operator: 'and' | 'or';
  negated: boolean;
  items: readonly ConditionNode[];
}

export type ConditionNode = FilterNode | LogicNode;

/** `{column}.filter=`: what it means depends on the column's type, so it is read when the column is known. */
export interface MatchListNode {
  kind: 'match-list';
  field: FieldRef;
  value: string;
  /** What the parameter means if `{column}` is an embedded relation with a column called filter. */
  plain?: FilterNode | undefined;
}

export interface OrderTerm {
  /** `relation(field)`: by a field of the one row that is embedded under this name. */
  relation?: string | undefined;
  field: FieldRef;
  descending: boolean;
  nulls?: 'first' | 'last' | undefined;
}

/** Something said of the top level (empty path) or of an embedded relation. */
export interface Located<T> {
  path: readonly string[];
  at: number;
  value: T;
}

export interface QueryTree {
  select: readonly SelectItem[];
  /** Absent select is `*` for reads. */
  selectGiven: boolean;
  conditions: readonly Located<ConditionNode | MatchListNode>[];
  orders: readonly Located<readonly OrderTerm[]>[];
  limits: readonly Located<number>[];
  offsets: readonly Located<number>[];
  columns?: readonly string[] | undefined;
  onConflict?: readonly string[] | undefined;
  /** Parameters whose value names no operator: arguments of a function, refused on a table. */
  arguments: readonly { name: string; value: string; at: number }[];
  /** Filter parameters with their plain text, because a function may have an argument of that name. */
  canonical: string;
}

import type { DataCaller } from './caller.ts';

export type DataAction = 'read' | 'insert' | 'update' | 'delete' | 'call';

/**
 * Who decides on a column that requests do not decide on: `author` is the person who inserted the row, `editor` the one who wrote it last,
 * `server` nobody who uses the row API.
 */
export type StampKind = 'author' | 'editor' | 'server';

export interface RelationRule {
  /** Neither read nor written nor filtered on. */
  hiddenColumns?: readonly string[];
  /** Written but never read, filtered or ordered on (secrets). */
  writeOnlyColumns?: readonly string[];
  /** By column: what is stored instead of the JSON value that a row of a body has for it, such as its encrypted form. */
  sealed?: Readonly<Record<string, (value: unknown, row: Readonly<Record<string, unknown>>) => unknown>>;
  /** Columns that are filled in whatever a body of rows has for them; without a person they stay as they are. */
  stamps?: Readonly<Record<string, StampKind>>;
  /** What may be done; everything the database allows unless told. */
  actions?: readonly Exclude<DataAction, 'call'>[];
  /** Base table (not exposed itself) that this view is the public face of: embeds by column or constraint name lead here. */
  standsFor?: string;
  /** Filters by a member of an array column: the name in the request, and the column. */
  memberFilters?: Readonly<Record<string, string>>;
  /** Order (in the syntax of `order`) when the one asked for names no column. */
  defaultOrder?: string;
}

/** What of the database may be reached. Without `relations` (or `functions`) everything in the exposed schemas. */
export interface RelationPolicy {
  relations?: Readonly<Record<string, RelationRule>>;
  /** For calls, computed columns and computed relationships. */
  functions?: readonly string[];
  /** Called once for each relation or function that a request touches; throws a DataApiError to refuse. */
  authorize?(access: { caller: DataCaller | undefined; name: string; action: DataAction }): void;
}

export function ruleOf(policy: RelationPolicy, relation: string): RelationRule | undefined {
  if (policy.relations === undefined) return {};
  return Object.hasOwn(policy.relations, relation) ? policy.relations[relation] : undefined;
}

export function isExposed(policy: RelationPolicy, relation: string): boolean {
  return ruleOf(policy, relation) !== undefined;
}

export function mayRead(policy: RelationPolicy, relation: string, column: string): boolean {
  const rule = ruleOf(policy, relation);
  if (rule === undefined) return false;
  return !(rule.hiddenColumns?.includes(column) ?? false) && !(rule.writeOnlyColumns?.includes(column) ?? false);
}

export function stampOf(policy: RelationPolicy, relation: string, column: string): StampKind | undefined {
  const stamps = ruleOf(policy, relation)?.stamps;
  return stamps !== undefined && Object.hasOwn(stamps, column) ? stamps[column] : undefined;
}

export function mayWrite(policy: RelationPolicy, relation: string, column: string): boolean {
  const rule = ruleOf(policy, relation);
  return rule !== undefined && !(rule.hiddenColumns?.includes(column) ?? false);
}

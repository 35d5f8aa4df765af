import { DataApiError, unknownBodyColumn, unknownConflictColumn } from '../error.ts';
import type { RowsPayload } from '../parse/payload.ts';
import type { Preferences } from '../parse/prefer.ts';
import { mayWrite, ruleOf, type StampKind, stampOf } from '../policy.ts';
import type { Relation } from '../schema/model.ts';
import type { FilterNode, QueryTree } from '../tree.ts';
import { allowsAction, authorize, type ResolveContext } from './context.ts';
import type { DeletePlan, InsertPlan, ReadPlan, Stamp, UpdatePlan } from './plan.ts';
import { shapeOf } from './plan.ts';
import { refuseArguments, resolveRead } from './read.ts';

export type WriteAction = 'insert' | 'update' | 'delete';

export interface CheckedWrite<P> {
  plan: P;
  /** How the written rows are read back. */
  read: ReadPlan;
}

export function checkAction(context: ResolveContext, relation: Relation, action: WriteAction): void {
  authorize(context, relation.name, action);
  const possible = { insert: relation.insertable, update: relation.updatable, delete: relation.deletable }[action];
  if (possible && allowsAction(context, relation, action)) return;
  throw new DataApiError({ status: 405, code: 'PGRST101', message: `'${relation.name}' does not allow ${action}` });
}

/** Columns to write: named ones must exist; what the database generates and what is stamped is passed over. */
function writtenColumns(context: ResolveContext, relation: Relation, names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => {
    const column = relation.columns.get(name);
    if (column === undefined || !mayWrite(context.policy, relation.name, name)) throw unknownBodyColumn(relation.name, name);
    return !column.generated && stampOf(context.policy, relation.name, name) === undefined;
  });
}

/** The columns of some kinds of stamps, with the person who makes the request. */
function stampsOf(context: ResolveContext, relation: Relation, kinds: readonly StampKind[]): Stamp[] {
  const value = context.caller?.personId;
  if (value === undefined) return [];
  return Object.entries(ruleOf(context.policy, relation.name)?.stamps ?? {}).flatMap(([name, kind]) => {
    const column = relation.columns.get(name);
    return column !== undefined && kinds.includes(kind) ? [{ name, value, type: column.type }] : [];
  });
}

/** The tree split into what selects rows to write (top-level filters, order, range) and what shapes the answer. */
function splitRead(
  context: ResolveContext,
  relation: Relation,
  tree: QueryTree,
  full: boolean,
): { filters: ReadPlan; read: ReadPlan } {
  refuseArguments(tree);
  // A condition on rows that are not selected would be lost on the way to the statement that writes.
  const tolerances = { ...context.tolerances, unselectedFilters: false };
  const filters = resolveRead({ ...context, tolerances, maxRows: Number.POSITIVE_INFINITY }, shapeOf(relation), tree);
  const nothing: ReadPlan = { shape: shapeOf(relation), outputs: [], where: [], order: [], offset: 0 };
  return { filters, read: full ? { ...filters, where: [], order: [], limit: undefined, offset: 0 } : nothing };
}

function conflictOf(
  context: ResolveContext,
  relation: Relation,
  tree: QueryTree,
  resolution: Preferences['resolution'],
): InsertPlan['conflict'] {
  if (resolution === undefined) return undefined;
  const columns = tree.onConflict ?? relation.primaryKey;
  for (const name of columns) {
    if (!relation.columns.has(name) || !mayWrite(context.policy, relation.name, name)) throw unknownConflictColumn(name);
  }
  return columns.length === 0 ? undefined : { columns, merge: resolution === 'merge-duplicates' };
}

export function resolveInsert(
  context: ResolveContext,
  relation: Relation,
  tree: QueryTree,
  payload: RowsPayload,
  prefer: Preferences,
): CheckedWrite<InsertPlan> {
  const { read } = splitRead(context, relation, tree, prefer.return === 'representation');
  const conflict = conflictOf(context, relation, tree, prefer.resolution);
  if (conflict?.merge === true) checkAction(context, relation, 'update');
  return {
    plan: {
      kind: 'insert',
      relation,
      columns: writtenColumns(context, relation, tree.columns ?? payload.keys),
      body: payload.json,
      conflict,
      stamps: stampsOf(context, relation, ['author', 'editor']),
      restamped: stampsOf(context, relation, ['editor']).map(({ name }) => name),
      defaults: prefer.missing === 'default',
      where: [],
    },
    read,
  };
}

function isEquality(node: QueryTree['conditions'][number]['value']): node is FilterNode {
  if (node.kind !== 'filter' || node.negated || node.field.path.length > 0) return false;
  const { operation } = node;
  return operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === undefined;
}

/** Whether the filters compare each column of the primary key once, and nothing else. */
function areKeyFilters(relation: Relation, tree: QueryTree): boolean {
  const filters = tree.conditions.filter(({ path }) => path.length === 0).map(({ value }) => value);
  const names = filters.filter(isEquality).map(({ field }) => field.name);
  return (
    names.length === filters.length &&
    relation.primaryKey.length === names.length &&
    relation.primaryKey.every((name) => names.includes(name))
  );
}

/** PUT: one row, found by its whole primary key, inserted or replaced. */
export function resolveReplace(
  context: ResolveContext,
  relation: Relation,
  tree: QueryTree,
  payload: RowsPayload,
  prefer: Preferences,
): CheckedWrite<InsertPlan> {
  if (tree.limits.length > 0 || tree.offsets.length > 0) {
    throw new DataApiError({
      status: 400,
      code: 'PGRST114',
      message: 'Range header and limit/offset querystring parameters are not allowed for PUT',
    });
  }
  refuseArguments(tree);
  checkAction(context, relation, 'update');
  if (relation.primaryKey.length === 0 || !areKeyFilters(relation, tree)) {
    throw new DataApiError({
      status: 405,
      code: 'PGRST105',
      message: "Filters must include all and only primary key columns with 'eq' operators",
    });
  }
  const { filters } = splitRead(context, relation, tree, true);
  const write = resolveInsert(context, relation, tree, payload, { ...prefer, resolution: 'merge-duplicates' });
  return { ...write, plan: { ...write.plan, where: filters.where } };
}

function checkScope(filters: ReadPlan, tree: QueryTree, verb: string, allowUnfiltered: boolean): void {
  if (!allowUnfiltered && filters.where.length === 0) {
    // As PostgreSQL's safeupdate library says it, which clients of PostgREST know.
    throw new DataApiError({ status: 400, code: '21000', message: `${verb} requires a WHERE clause` });
  }
  if ((tree.limits.length > 0 || tree.offsets.length > 0) && filters.order.length === 0) {
    throw new DataApiError({
      status: 400,
      code: 'PGRST109',
      message: "A 'limit' was applied without an explicit 'order'",
      hint: "Apply an 'order' using unique column(s)",
    });
  }
}

export function resolveUpdate(
  context: ResolveContext,
  relation: Relation,
  tree: QueryTree,
  payload: RowsPayload,
  options: { full: boolean; allowUnfiltered: boolean },
): CheckedWrite<UpdatePlan> {
  const { filters, read } = splitRead(context, relation, tree, options.full);
  const columns = writtenColumns(context, relation, tree.columns ?? payload.keys);
  checkScope(filters, tree, 'UPDATE', options.allowUnfiltered || columns.length === 0);
  const { where, order, limit, offset } = filters;
  const stamps = columns.length === 0 ? [] : stampsOf(context, relation, ['editor']);
  return { plan: { kind: 'update', relation, columns, body: payload.json, stamps, where, order, limit, offset }, read };
}

export function resolveDelete(
  context: ResolveContext,
  relation: Relation,
  tree: QueryTree,
  options: { full: boolean; allowUnfiltered: boolean },
): CheckedWrite<DeletePlan> {
  const { filters, read } = splitRead(context, relation, tree, options.full);
  checkScope(filters, tree, 'DELETE', options.allowUnfiltered);
  const { where, order, limit, offset } = filters;
  return { plan: { kind: 'delete', relation, where, order, limit, offset }, read };
}

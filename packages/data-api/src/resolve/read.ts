import { DataApiError } from '../error.ts';
import { parseOrder } from '../parse/order.ts';
import { Scanner } from '../parse/scanner.ts';
import { ruleOf } from '../policy.ts';
import type { Relation } from '../schema/model.ts';
import type { Located, OrderTerm, QueryTree } from '../tree.ts';
import { resolveCondition, resolveMatchList, unknownEmbed } from './condition.ts';
import { allowsAction, type ResolveContext } from './context.ts';
import { findField, missingField } from './field.ts';
import { locateFilter } from './filtering-embed.ts';
import type { OrderPlan, ReadPlan, RowShape } from './plan.ts';
import { findEmbed, resolveSelect } from './select.ts';

function locate(root: ReadPlan, located: Located<unknown>, what: string): ReadPlan {
  let read = root;
  for (const name of located.path) {
    const embed = findEmbed(read, name);
    if (embed === undefined) throw unknownEmbed(name, what, located.at);
    read = embed.read;
  }
  return read;
}

function defaultOrder(context: ResolveContext, shape: RowShape): OrderPlan[] {
  const text = ruleOf(context.policy, shape.name)?.defaultOrder;
  if (text === undefined) return [];
  const terms = parseOrder(new Scanner({ text, what: 'default order', raw: text, rawAt: 0 }));
  return terms.flatMap((term) => orderTerm(context, shape, term) ?? []);
}

function relatedTerm(context: ResolveContext, read: ReadPlan, relation: string, term: OrderTerm): OrderPlan | undefined {
  const { field, descending, nulls } = term;
  const through = findEmbed(read, relation);
  if (through === undefined) {
    if (context.tolerances.unknownOrderColumn) return undefined;
    throw unknownEmbed(relation, 'order', field.at);
  }
  if (!through.single) {
    throw new DataApiError({
      status: 400,
      code: 'PGRST118',
      message: `A related order on '${relation}' is not possible`,
      details: `'${read.shape.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
      position: field.at,
    });
  }
  const expression = findField(context, through.read.shape, field);
  if (expression !== undefined) return { expression, through, descending, nulls };
  if (context.tolerances.unknownOrderColumn) return undefined;
  throw missingField(context, through.read.shape, field);
}

function orderTerm(context: ResolveContext, shape: RowShape, term: OrderTerm): OrderPlan | undefined {
  const { field, descending, nulls } = term;
  const expression = findField(context, shape, field);
  if (expression !== undefined) return { expression, descending, nulls };
  const text = context.model.types.get('tid');
  // The place of a row is an order for tables without a key.
  if (field.name === 'ctid' && field.path.length === 0 && shape.relation?.kind === 'table' && text !== undefined) {
    return { expression: { kind: 'column', name: 'ctid', type: text }, descending, nulls };
  }
  return undefined;
}

function resolveOrder(context: ResolveContext, read: ReadPlan, terms: readonly OrderTerm[]): OrderPlan[] {
  const { shape } = read;
  const plans: OrderPlan[] = [];
  for (const term of terms) {
    const { relation } = term;
    const plan = relation === undefined ? orderTerm(context, shape, term) : relatedTerm(context, read, relation, term);
    if (plan !== undefined) plans.push(plan);
    else if (!context.tolerances.unknownOrderColumn) throw missingField(context, shape, term.field);
  }
  return plans.length > 0 ? plans : defaultOrder(context, shape);
}

function applyOrders(context: ResolveContext, root: ReadPlan, tree: QueryTree): void {
  const set = new Set<ReadPlan>();
  for (const located of tree.orders) {
    const read = locate(root, located, 'order');
    if (set.has(read) && !context.tolerances.lastOrderWins) continue;
    set.add(read);
    read.order = resolveOrder(context, read, located.value);
  }
}

function applyRanges(context: ResolveContext, root: ReadPlan, tree: Pick<QueryTree, 'limits' | 'offsets'>): void {
  for (const located of tree.limits) {
    const read = locate(root, located, 'limit');
    read.limit = Math.min(located.value, context.maxRows);
  }
  for (const located of tree.offsets) locate(root, located, 'offset').offset = located.value;
}

/** Checks a query tree against the rows that it reads. */
export function resolveRead(context: ResolveContext, shape: RowShape, tree: QueryTree): ReadPlan {
  const root = resolveSelect(context, shape, tree.selectGiven ? tree.select : [{ kind: 'star' }]);
  for (const located of tree.conditions) {
    const read = locateFilter(context, root, located);
    const { value } = located;
    if (value.kind === 'match-list') read.where.push(...resolveMatchList(context, read, value));
    else read.where.push(resolveCondition(context, read, value));
  }
  applyOrders(context, root, tree);
  applyRanges(context, root, tree);
  return root;
}

/** The range of a list of values, which has nothing to select, filter or order. */
export function resolveRange(context: ResolveContext, shape: RowShape, tree: QueryTree): ReadPlan {
  const limit = Number.isFinite(context.maxRows) ? context.maxRows : undefined;
  const root: ReadPlan = { shape, outputs: [], where: [], order: [], limit, offset: 0 };
  const top = <T>(list: readonly Located<T>[]) => list.filter(({ path }) => path.length === 0);
  applyRanges(context, root, { limits: top(tree.limits), offsets: top(tree.offsets) });
  return root;
}

/** A table takes no arguments. */
export function refuseArguments(tree: QueryTree): void {
  const [first] = tree.arguments;
  if (first === undefined) return;
  const list = tree.arguments.map(({ name, value }) => `(${JSON.stringify(name)},${JSON.stringify(value)})`).join(',');
  throw new DataApiError({
    status: 400,
    code: 'PGRST104',
    message: 'Unexpected param or filter missing operator',
    details: `Failed to parse [${list.slice(0, 300)}]`,
    position: first.at,
  });
}

export function checkReadable(context: ResolveContext, relation: Relation): void {
  if (allowsAction(context, relation, 'read')) return;
  throw new DataApiError({ status: 405, code: 'PGRST101', message: `'${relation.name}' does not allow reading` });
}

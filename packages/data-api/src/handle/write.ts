import { bodyOf, contentRange, notSingular, singleColumn, typeHeader } from '../answer.ts';
import type { DataResponse } from '../contract.ts';
import { DataApiError } from '../error.ts';
import { type AnswerFormat, negotiate } from '../parse/media-type.ts';
import { readRows } from '../parse/payload.ts';
import { parseQuery } from '../parse/query.ts';
import { encodePart } from '../parse/query-string.ts';
import { parseRange, type RowRange } from '../parse/range.ts';
import { ruleOf } from '../policy.ts';
import { authorize, findRelation } from '../resolve/context.ts';
import { readLoadedRows } from '../resolve/loaded-rows.ts';
import type { ReadPlan, WritePlan } from '../resolve/plan.ts';
import { sealRows } from '../resolve/sealed-values.ts';
import { checkAction, resolveDelete, resolveInsert, resolveReplace, resolveUpdate } from '../resolve/write.ts';
import { type AnswerRow, inSession, onlyRow, runAlone } from '../session.ts';
import { writeStatement } from '../sql/write.ts';
import type { Located, QueryTree } from '../tree.ts';
import { type Exchange, preferenceApplied, queryOptions, transactionEnd } from './call-context.ts';

export type WriteMethod = 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface Checked {
  plan: WritePlan;
  read: ReadPlan;
}

/** A Range header limits the rows that are written as `limit` and `offset` do. */
function narrow(tree: QueryTree, range: RowRange | undefined): QueryTree {
  if (range === undefined) return tree;
  const own = <T>(list: readonly Located<T>[]) => list.findLast(({ path }) => path.length === 0);
  const offset = Math.max(range.offset, own(tree.offsets)?.value ?? 0);
  const limit = Math.min(range.limit ?? Number.POSITIVE_INFINITY, own(tree.limits)?.value ?? Number.POSITIVE_INFINITY);
  const top = (value: number): Located<number> => ({ path: [], at: 0, value });
  return {
    ...tree,
    limits: Number.isFinite(limit) ? [...tree.limits, top(limit)] : tree.limits,
    offsets: offset > 0 ? [...tree.offsets, top(offset)] : tree.offsets,
  };
}

function resolveWrite(exchange: Exchange, method: WriteMethod, name: string): Checked {
  const { request, settings, context, prefer } = exchange;
  const relation = findRelation(context, name);
  checkAction(context, relation, method === 'PATCH' ? 'update' : method === 'DELETE' ? 'delete' : 'insert');
  const sent = parseQuery(request.query, queryOptions(settings, false));
  const tree = method === 'POST' ? sent : narrow(sent, parseRange(request.headers.range, request.headers['range-unit']));
  const full = prefer.return === 'representation';
  if (full) authorize(context, relation.name, 'read');
  const options = { full, allowUnfiltered: settings.allowUnfilteredWrites };
  if (method === 'DELETE') return resolveDelete(context, relation, tree, options);
  const sentRows = readRows(request.body, request.headers['content-type'], settings.limits.bodyBytes, tree.columns !== undefined);
  const rows = context.tolerances.loadedRows ? readLoadedRows(relation, sentRows) : sentRows;
  const payload = sealRows(ruleOf(context.policy, relation.name)?.sealed, rows);
  if (method === 'PATCH') return resolveUpdate(context, relation, tree, payload, options);
  return method === 'PUT'
    ? resolveReplace(context, relation, tree, payload, prefer)
    : resolveInsert(context, relation, tree, payload, prefer);
}

function locationOf(plan: WritePlan, answer: AnswerRow): string | undefined {
  const values: unknown = answer.location === undefined || answer.location === null ? undefined : JSON.parse(answer.location);
  if (!Array.isArray(values)) return undefined;
  const filters = plan.relation.primaryKey.map((name, index) => {
    const value: unknown = values[index];
    return `${encodePart(name)}=${value === null ? 'is.null' : `eq.${encodePart(String(value))}`}`;
  });
  return `/${encodePart(plan.relation.name)}?${filters.join('&')}`;
}

function statusOf(method: WriteMethod, plan: WritePlan, rows: number, full: boolean): number {
  if (method === 'POST') return 201;
  if (plan.kind === 'update' && rows === 0 && plan.columns.length > 0) return 404;
  return full ? 200 : 204;
}

function appliedTo(exchange: Exchange, plan: WritePlan): Record<string, string> {
  const { applied } = transactionEnd(exchange);
  const resolution = plan.kind === 'insert' && plan.conflict !== undefined ? exchange.prefer.resolution : undefined;
  return preferenceApplied([...(resolution === undefined ? [] : [`resolution=${resolution}`]), ...applied]);
}

function rangeOf(method: WriteMethod, rows: number, counted: boolean): string {
  const total = counted ? rows : undefined;
  return contentRange({ offset: 0, rows: method === 'PATCH' ? rows : 0, total });
}

/** POST, PATCH, PUT and DELETE of a relation. */
export async function handleWrite(exchange: Exchange, method: WriteMethod, name: string): Promise<DataResponse> {
  const { request, settings, prefer } = exchange;
  const format: AnswerFormat = negotiate(request.headers.accept);
  const { plan, read } = resolveWrite(exchange, method, name);
  const full = prefer.return === 'representation';
  const single = full ? singleColumn(read.outputs, format) : undefined;
  const withLocation = method === 'POST' && prefer.return === 'headers-only';
  const statement = writeStatement(plan, read, { format, withBody: full, asObject: format === 'object' }, withLocation);
  const applied = appliedTo(exchange, plan);
  const { rollback } = transactionEnd(exchange);
  const mode = { readOnly: false, rollback };
  const most = plan.kind === 'insert' ? undefined : plan.limit;
  const isJudged = format === 'object' || method === 'PUT' || most !== undefined;
  const judged = () =>
    inSession(settings, exchange, mode, async (session) => {
      const row = onlyRow(await session.run<AnswerRow>(statement));
      // Thrown inside the transaction, so that nothing of the write stays.
      const rows = Number(row.rows);
      if (format === 'object' && rows !== 1) throw notSingular(rows, applied);
      if (method === 'PUT' && rows !== 1) throw mismatch();
      if (most !== undefined && rows > most) throw tooMany(rows, most);
      return row;
    });
  const answer = isJudged ? await judged() : onlyRow(await runAlone<AnswerRow>(settings, exchange, mode, statement));
  const rows = Number(answer.rows);
  const location = locationOf(plan, answer);
  return {
    status: statusOf(method, plan, rows, full),
    headers: {
      ...exchange.headers,
      ...applied,
      ...(full ? typeHeader(format) : {}),
      ...(method === 'PUT'
        ? {}
        : { 'content-range': rangeOf(method, rows, prefer.count === 'exact' || prefer.count === 'estimated') }),
      ...(location === undefined ? {} : { location }),
    },
    body: full ? bodyOf(answer.body, single) : '',
    written: { rows, columns: plan.kind === 'delete' ? [] : plan.columns },
  };
}

/** The order of a limited write leaves rows equal that its limit would have to choose among. */
function tooMany(rows: number, most: number): DataApiError {
  return new DataApiError({
    status: 400,
    code: 'PGRST110',
    message: 'The maximum number of rows allowed to change was surpassed',
    details: `Results contain ${rows} rows changed but the maximum number allowed is ${most}`,
  });
}

function mismatch(): DataApiError {
  return new DataApiError({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  });
}

import { bodyOf, contentRange, notSingular, rangeStatus, singleColumn, typeHeader } from '../answer.ts';
import type { DataResponse } from '../contract.ts';
import { DataApiError } from '../error.ts';
import { type AnswerFormat, negotiate } from '../parse/media-type.ts';
import { parseQuery } from '../parse/query.ts';
import { parseRange } from '../parse/range.ts';
import { authorize, findRelation, type ResolveContext } from '../resolve/context.ts';
import { type ReadPlan, shapeOf } from '../resolve/plan.ts';
import { checkReadable, refuseArguments, resolveRead } from '../resolve/read.ts';
import { type AnswerRow, inSession, onlyRow, runAlone, type Session } from '../session.ts';
import type { SingleOutput } from '../sql/answer.ts';
import { type CountKind, cappedCountStatement, plannedCountStatement, readStatement } from '../sql/statement.ts';
import { type Exchange, preferenceApplied, queryOptions, type Settings, transactionEnd } from './call-context.ts';
import { type CompiledRead, ReadyReads } from './ready-reads.ts';

/** Narrows a plan's range to the Range header's. */
export function applyRangeHeader(read: ReadPlan, exchange: Exchange): void {
  const { headers } = exchange.request;
  const range = parseRange(headers.range, headers['range-unit']);
  if (range === undefined) return;
  read.offset = Math.max(read.offset, range.offset);
  if (range.limit !== undefined) read.limit = read.limit === undefined ? range.limit : Math.min(read.limit, range.limit);
}

interface PlanRow {
  'QUERY PLAN'?: unknown;
}

function plannedRows(rows: readonly PlanRow[]): number {
  const answer = rows[0]?.['QUERY PLAN'];
  const parsed: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
  const first: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
  if (typeof first !== 'object' || first === null || !('Plan' in first)) return 0;
  const { Plan: plan } = first;
  if (typeof plan !== 'object' || plan === null || !('Plan Rows' in plan)) return 0;
  return Number(plan['Plan Rows']);
}

const COUNTED_ROWS = 1000;

async function estimateTotal(session: Session, read: ReadPlan, count: CountKind, cap: number): Promise<number> {
  if (count === 'estimated') {
    // Without a cap nothing says up to where a count is worth its time, so the planner is always asked too.
    const limit = Number.isFinite(cap) ? cap : COUNTED_ROWS;
    const [counted] = await session.run<{ total: string }>(cappedCountStatement(read, limit));
    const total = Number(counted?.total ?? 0);
    if (Number.isFinite(cap) && total <= limit) return total;
    return Math.max(total, plannedRows(await session.run<PlanRow>(plannedCountStatement(read))));
  }
  return plannedRows(await session.run<PlanRow>(plannedCountStatement(read)));
}

function countedAnswer(answer: AnswerRow): { answer: AnswerRow; total: number | undefined } {
  return { answer, total: answer.total === null ? undefined : Number(answer.total) };
}

function outOfRange(offset: number, total: number): DataApiError {
  return new DataApiError({
    status: 416,
    code: 'PGRST103',
    message: 'HTTP Range error',
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'content-range': `*/${total}` },
  });
}

function contentLocation(name: string, canonical: string): string {
  return `/${encodeURIComponent(name)}${canonical === '' ? '' : `?${canonical}`}`;
}

interface CompiledTableRead extends CompiledRead {
  read: ReadPlan;
  single: SingleOutput | undefined;
}

const readyReads = new WeakMap<Settings, ReadyReads<CompiledTableRead>>();

/** Checks a read of a relation and writes its SQL. */
function compileRead(
  exchange: Exchange,
  name: string,
  query: string,
  context: ResolveContext,
  format: AnswerFormat,
): CompiledTableRead {
  const { request, settings, prefer } = exchange;
  const relation = findRelation(context, name);
  checkReadable(context, relation);
  authorize(context, relation.name, 'read');
  const tree = parseQuery(query, queryOptions(settings, false));
  refuseArguments(tree);
  const read = resolveRead(context, shapeOf(relation), tree);
  applyRangeHeader(read, exchange);
  const single = singleColumn(read.outputs, format);
  const withBody = request.method !== 'HEAD';
  const statement = readStatement(read, { format, withBody, asObject: format === 'object' }, prefer.count);
  return { read, single, statement, canonical: tree.canonical };
}

function isEstimate(count: CountKind): boolean {
  return count === 'planned' || count === 'estimated';
}

/** An estimate follows from the plan itself, with the values of its caller. */
function compiledRead(exchange: Exchange, name: string, format: AnswerFormat): CompiledTableRead {
  const { request, context, prefer, settings } = exchange;
  const compile = (query: string, within: ResolveContext) => compileRead(exchange, name, query, within, format);
  if (isEstimate(prefer.count) || request.query.length > settings.limits.queryLength) return compile(request.query, context);
  const { range = '', 'range-unit': unit = '' } = request.headers;
  const key = [name, request.method, format, prefer.count ?? '', range, unit].join('\n');
  const ready = readyReads.get(settings) ?? new ReadyReads();
  readyReads.set(settings, ready);
  return ready.get(context, key, request.query, compile);
}

/** GET and HEAD of a relation. */
export async function handleRead(exchange: Exchange, name: string): Promise<DataResponse> {
  const { request, settings, context, prefer } = exchange;
  const format: AnswerFormat = negotiate(request.headers.accept);
  const { read, single, statement, canonical } = compiledRead(exchange, name, format);
  const withBody = request.method !== 'HEAD';
  const { rollback, applied } = transactionEnd(exchange);
  const mode = { readOnly: true, rollback };
  const { answer, total } = isEstimate(prefer.count)
    ? await inSession(settings, exchange, mode, async (session) => {
        const row = onlyRow(await session.run<AnswerRow>(statement));
        return { answer: row, total: await estimateTotal(session, read, prefer.count, context.maxRows) };
      })
    : countedAnswer(onlyRow(await runAlone<AnswerRow>(settings, exchange, mode, statement)));
  const rows = Number(answer.rows);
  const extent = { offset: read.offset, rows, total };
  const status = rangeStatus(extent);
  if (status === 416 && settings.tolerances.refuseOffside) throw outOfRange(read.offset, total ?? 0);
  if (format === 'object' && rows !== 1) throw notSingular(rows);
  return {
    status,
    headers: {
      ...exchange.headers,
      ...preferenceApplied(applied),
      ...typeHeader(format),
      'content-range': contentRange(extent),
      'content-location': contentLocation(name, canonical),
    },
    body: withBody ? bodyOf(answer.body, single) : '',
  };
}

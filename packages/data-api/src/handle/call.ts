import { checkRawType, contentRange, isRaw, notSingular, rangeStatus, singleColumn, typeHeader } from '../answer.ts';
import type { DataResponse } from '../contract.ts';
import { DataApiError } from '../error.ts';
import { type AnswerFormat, negotiate } from '../parse/media-type.ts';
import { parseQuery } from '../parse/query.ts';
import { callShape, resolveCall } from '../resolve/call.ts';
import { authorize } from '../resolve/context.ts';
import type { CallPlan, ReadPlan } from '../resolve/plan.ts';
import { resolveRange, resolveRead } from '../resolve/read.ts';
import { type AnswerRow, inSession, onlyRow, runAlone } from '../session.ts';
import { isBinary } from '../sql/answer.ts';
import { callStatement } from '../sql/call.ts';
import { comparable } from '../sql/text.ts';
import { type Exchange, preferenceApplied, queryOptions, transactionEnd } from './call-context.ts';
import { applyRangeHeader } from './read.ts';

function isScalar(plan: CallPlan): boolean {
  return plan.result === 'scalar' || plan.result === 'scalars' || plan.result === 'void';
}

function refuseRaw(plan: CallPlan, read: ReadPlan, format: AnswerFormat): boolean {
  if (!isRaw(format)) return false;
  if (isScalar(plan)) {
    if (plan.result !== 'void') checkRawType(format, plan.routine.returns);
    return comparable(plan.routine.returns).id === 'pg_catalog.bytea';
  }
  const single = singleColumn(read.outputs, format);
  return single !== undefined && isBinary(single);
}

/** GET, HEAD and POST of a function. */
export async function handleCall(exchange: Exchange, name: string): Promise<DataResponse> {
  const { request, settings, context, prefer } = exchange;
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    throw new DataApiError({ status: 405, code: 'PGRST101', message: `Cannot use the ${request.method} method on RPC` });
  }
  const format = negotiate(request.headers.accept);
  const tree = parseQuery(request.query, queryOptions(settings, true));
  const { body, headers } = request;
  const bodyLimit = settings.limits.bodyBytes;
  const plan = resolveCall(context, name, tree, prefer, {
    method: request.method,
    body,
    contentType: headers['content-type'],
    bodyLimit,
  });
  const shape = callShape(context, plan.routine);
  if (shape.relation !== undefined) authorize(context, shape.relation.name, 'read');
  const read = isScalar(plan) ? resolveRange(context, shape, tree) : resolveRead(context, shape, tree);
  applyRangeHeader(read, exchange);
  const bytes = refuseRaw(plan, read, format);
  const withBody = request.method !== 'HEAD';
  const isOnce = plan.arguments.kind !== 'json' || !plan.arguments.each;
  const asObject = format === 'object' || (plan.result === 'row' && isOnce);
  const count = prefer.count === undefined ? undefined : 'exact';
  const statement = callStatement(plan, read, { format, withBody, asObject }, count);
  const { rollback, applied } = transactionEnd(exchange);
  const readOnly = request.method !== 'POST' || plan.routine.volatility !== 'volatile';
  const mode = { readOnly, rollback };
  const judged = () =>
    inSession(settings, exchange, mode, async (session) => {
      const row = onlyRow(await session.run<AnswerRow>(statement));
      const rows = Number(row.rows);
      if (rows !== 1 && plan.result !== 'void') throw notSingular(rows);
      return row;
    });
  const isJudged = format === 'object';
  const answer = isJudged ? await judged() : onlyRow(await runAlone<AnswerRow>(settings, exchange, mode, statement));
  const base = { ...exchange.headers, ...preferenceApplied(applied) };
  if (plan.result === 'void') return { status: 204, headers: base, body: '' };
  const extent = {
    offset: read.offset,
    rows: Number(answer.rows),
    total: answer.total === null ? undefined : Number(answer.total),
  };
  return {
    status: rangeStatus(extent),
    headers: { ...base, ...typeHeader(format), 'content-range': contentRange(extent) },
    body: !withBody ? '' : bytes ? Buffer.from(answer.body, 'base64') : answer.body,
  };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { CanaryCheck } from '@quarterdeck/integrations/spec';
import { WEBHOOK_TYPE } from '../canaries/canary-definition.ts';
import type { WebhookSpec } from '../canaries/webhook-spec.ts';
import type { Queries } from '../environment.ts';
import type { CheckMetrics } from '../metrics/check-metrics.ts';
import type { CustomMetrics } from '../metrics/custom-metrics.ts';
import { measureResults } from '../metrics/measure-results.ts';
import { collectResults } from '../results/collect-results.ts';
import type { ResultWriter } from '../results/result-writer.ts';
import { checkKey, type LoadedCanary, loadCanaries } from '../scheduling/canary-cache.ts';
import type { CanaryRunOptions } from '../scheduling/canary-run.ts';
import type { CheckExecutor } from './check-executor.ts';

export interface WebhookCall {
  name: string;
  token: string | undefined;
  /** Without those that let the sender in. */
  headers: Readonly<Record<string, string>>;
  /** A JSON object, or text. */
  body: { json: Record<string, unknown> } | { content: string };
}

export interface WebhookOptions {
  run: CanaryRunOptions;
  executor: CheckExecutor;
  metrics: { checks: CheckMetrics; custom: CustomMetrics };
  resolveToken(token: NonNullable<WebhookSpec['token']>, namespace: string): Promise<string>;
  writer: Pick<ResultWriter, 'write'>;
}

async function findCanary(db: Queries, name: string): Promise<LoadedCanary> {
  const { rows } = await db.query<{ canary_id: string }>(
    `SELECT d.canary_id FROM check_definitions d JOIN canaries c ON c.id = d.canary_id
     WHERE d.type = $1 AND d.name = $2 AND d.deleted_at IS NULL AND c.deleted_at IS NULL AND d.transformed IS NOT TRUE`,
    [WEBHOOK_TYPE, name],
  );
  if (rows.length > 1) throw new QuarterdeckError('BAD_REQUEST', `${rows.length} canaries have a webhook of this name`);
  const loaded = await loadCanaries(
    db,
    rows.map((row) => row.canary_id),
  );
  const canary = loaded[0];
  if (canary?.definition.webhook === undefined) throw new QuarterdeckError('WEBHOOK_NOT_FOUND', 'no webhook has this name');
  return canary;
}

function isSameToken(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * Takes data sent to a canary: judges it and stores the results. Checks that do not come back stay.
 * @throws WEBHOOK_NOT_FOUND, BAD_REQUEST when the name is not unique, UNAUTHORIZED. Source: health-checks §6.7.
 */
export async function receiveWebhook(options: WebhookOptions, call: WebhookCall, signal: AbortSignal): Promise<void> {
  const { db, log } = options.run;
  const canary = await findCanary(db, call.name);
  const { webhook, canary: subject } = canary.definition;
  if (webhook === undefined) throw new QuarterdeckError('WEBHOOK_NOT_FOUND', 'no webhook has this name');
  const wanted = webhook.token === undefined ? '' : await options.resolveToken(webhook.token, subject.namespace);
  if (wanted !== '' && !isSameToken(call.token ?? '', wanted)) throw new QuarterdeckError('UNAUTHORIZED', 'the token is wrong');
  const known = canary.checks.get(checkKey(WEBHOOK_TYPE, webhook.name));
  const check: CanaryCheck = {
    key: WEBHOOK_TYPE,
    type: WEBHOOK_TYPE,
    name: webhook.name,
    index: 0,
    spec: webhook,
    ...(known === undefined ? {} : { id: known.id }),
  };
  const results = await options.executor.judge(canary, check, { results: { headers: call.headers, ...call.body } }, signal);
  const collected = await collectResults(db, log, canary, results, undefined);
  const measured = measureResults(options.metrics, canary, collected);
  await options.writer.write({ results: measured.map((entry) => entry.row) });
}

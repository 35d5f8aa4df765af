import type { Queries } from '../environment.ts';
import { microsecondsToText } from '../results/microseconds.ts';
import { checkGraph } from './graph.ts';
import type { Retention } from './stats-store.ts';
import type { TimeSpan } from './time-span.ts';

const MOST_STATUSES = 1_000;

/**
 * GET /api?check=…: the check with its results of a span, newest first, as evidence cards read it. Source: console-calls §1.3.
 * @returns `{checks: []}` when there is no such check
 */
export async function checkWithStatuses(
  db: Queries,
  checkId: string,
  span: TimeSpan,
  options: { nowMs: number; retention: Retention; runnerName: string; includeMessages: boolean },
): Promise<Record<string, unknown>> {
  const checks = await db.query<Record<string, unknown>>(
    `SELECT id, canary_id, name, icon, type, namespace, description, labels, severity, status, last_runtime FROM checks WHERE id = $1`,
    [checkId],
  );
  const [check] = checks.rows;
  if (check === undefined) return { runnerName: options.runnerName, checks: [] };
  const [graph, statuses] = await Promise.all([
    checkGraph(db, checkId, span, options),
    db.query<Record<string, unknown>>(
      `SELECT time, status, invalid, duration${options.includeMessages ? ', message, error' : ''} FROM check_statuses
       WHERE check_id = $1 AND time >= $2 AND time < $3 ORDER BY time DESC LIMIT ${MOST_STATUSES}`,
      [checkId, microsecondsToText(span.fromMs * 1000), microsecondsToText(span.toMs * 1000)],
    ),
  ]);
  return {
    runnerName: options.runnerName,
    checks: [{ ...check, latency: graph.latency, uptime: graph.uptime, checkStatuses: statuses.rows }],
  };
}

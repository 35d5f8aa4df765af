import { QuarterdeckError } from '@quarterdeck/contract';
import type { Queries } from '../environment.ts';
import { microsecondsToText, parseMicroseconds } from '../results/microseconds.ts';
import { isUuid } from '../runs/run-now.ts';

/** How long a moment lasts that is written with so many decimals of a second. */
function precisionUs(text: string): number {
  const decimals = /[.,](\d+)/.exec(text)?.[1]?.length ?? 0;
  return 10 ** Math.max(0, 6 - decimals);
}

/**
 * The stored details of one result. A time with fewer decimals than stored finds the first result within it. Source: health-checks §6.6.
 * @returns JSON text; `null` when the result has no details
 * @throws BAD_REQUEST when a parameter is missing or wrong, NOT_FOUND when there is no such result
 */
export async function readStatusDetails(db: Queries, checkId: string | undefined, time: string | undefined): Promise<string> {
  if (!checkId || !time) throw new QuarterdeckError('BAD_REQUEST', 'key and time are needed');
  const us = parseMicroseconds(time);
  if (us === undefined || !isUuid(checkId))
    throw new QuarterdeckError('BAD_REQUEST', 'key must be a check id and time an RFC 3339 time');
  const { rows } = await db.query<{ details: string | null }>(
    `SELECT details::text AS details FROM check_statuses WHERE check_id = $1 AND time >= $2 AND time < $3 ORDER BY time LIMIT 1`,
    [checkId, microsecondsToText(us), microsecondsToText(us + precisionUs(time))],
  );
  const [row] = rows;
  if (row === undefined) throw new QuarterdeckError('NOT_FOUND', 'there is no result of this check at this time');
  return row.details ?? 'null';
}

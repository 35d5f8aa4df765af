import type { Queries } from '../environment.ts';
import { microsecondsToText } from './microseconds.ts';
import { type ResultRow, storableText } from './result-row.ts';
import { STATE_TEXT_LENGTH } from './result-store.ts';

/** A result whose time somebody else gave, such as a transform or a sender. */
export interface GivenResult {
  row: ResultRow;
  /** When it came about here, in microseconds since 1970. */
  cameUs: number;
}

interface Options {
  /** Results older than the newest one of their check are news all the same, because the check has just been judged. */
  olderIsNews: boolean;
}

/**
 * Places results on the time line of their checks. Times in the future become the time at which the result came about. So does a time at which
 * the check has a result already (with `olderIsNews` also an earlier one) when the new result says something else: a target that reports two
 * states with one time has changed all the same. The same result sent again keeps its time and is stored once.
 */
export async function placeGivenResults(db: Queries, given: readonly GivenResult[], options: Options): Promise<ResultRow[]> {
  const placed = given.map(({ row, cameUs }) => ({ cameUs, row: row.timeUs > cameUs ? { ...row, timeUs: cameUs } : row }));
  if (placed.length === 0) return [];
  const { rows: beaten } = await db.query<{ check_id: string }>(
    `SELECT c.check_id FROM unnest($1::uuid[], $2::timestamptz[], $3::boolean[], $4::text[], $5::text[]) AS g(check_id, time, passed, message, error)
     JOIN check_states c ON c.check_id = g.check_id
     WHERE (c.last_runtime = g.time OR ($6 AND c.last_runtime > g.time))
       AND (c.status = 'healthy', coalesce(c.last_message, ''), coalesce(c.last_error, '')) IS DISTINCT FROM
         (g.passed, left(g.message, ${STATE_TEXT_LENGTH}), left(g.error, ${STATE_TEXT_LENGTH}))`,
    [
      placed.map(({ row }) => row.checkId),
      placed.map(({ row }) => microsecondsToText(row.timeUs)),
      placed.map(({ row }) => row.pass),
      placed.map(({ row }) => storableText(row.message)),
      placed.map(({ row }) => storableText(row.error)),
      options.olderIsNews,
    ],
  );
  const isBeaten = new Set(beaten.map((row) => row.check_id));
  return placed.map(({ row, cameUs }) => (isBeaten.has(row.checkId) ? { ...row, timeUs: cameUs } : row));
}

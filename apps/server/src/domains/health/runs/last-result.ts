import type { LastResult } from '@quarterdeck/integrations/run';
import type { Queries } from '../environment.ts';

interface StatusRow {
  status: boolean | null;
  invalid: boolean | null;
  created_at: Date;
  duration: number | null;
  message: string | null;
  error: string | null;
  details: unknown;
}

/** The newest stored result of a check, for expressions; undefined when it never ran. */
export async function readLastResult(db: Queries, checkId: string): Promise<LastResult | undefined> {
  const { rows } = await db.query<StatusRow>(
    `SELECT status, invalid, created_at, duration, message, error, details FROM check_statuses
     WHERE check_id = $1 ORDER BY time DESC LIMIT 1`,
    [checkId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    status: row.status ?? '',
    invalid: row.invalid ?? false,
    createdAt: row.created_at,
    duration: row.duration ?? 0,
    message: row.message ?? '',
    error: row.error ?? '',
    results: row.details ?? {},
  };
}

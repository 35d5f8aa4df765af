import type { Queries } from '../environment.ts';
import { MIN_GAP_MS } from '../scheduling/schedule-grid.ts';
import { microsecondsToText } from './microseconds.ts';
import { type LeaseRelease, liveResult, packRow, type ResultRow, storableText, storedDuration } from './result-row.ts';

/** NOTIFY channel of results, for the live stream. */
export const RESULTS_CHANNEL = 'check_results';
const MAX_NOTIFY_BYTES = 7_500;
/** Characters of message and error that the state of a check holds. */
export const STATE_TEXT_LENGTH = 500;

/** Splits results into JSON texts that fit a notification. */
export function notificationChunks(rows: readonly ResultRow[]): string[] {
  const chunks: string[] = [];
  let chunk: string[] = [];
  let size = 2;
  for (const row of rows) {
    const text = JSON.stringify(liveResult(row));
    if (size + text.length + 1 > MAX_NOTIFY_BYTES) {
      chunks.push(`[${chunk.join(',')}]`);
      chunk = [];
      size = 2;
    }
    chunk.push(text);
    size += text.length + 1;
  }
  if (chunk.length > 0) chunks.push(`[${chunk.join(',')}]`);
  return chunks;
}

const STORE_RESULTS = `
  WITH incoming AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::boolean[], $4::boolean[], $5::integer[], $6::text[], $7::text[], $8::text[],
      $9::timestamptz[], $10::integer[]) AS u(check_id, time, passed, invalid, duration, message, error, details, next_runtime, packed)
  ), stored AS (
    INSERT INTO check_statuses (check_id, time, status, invalid, duration, message, error, details)
    SELECT i.check_id, i.time, i.passed, i.invalid, i.duration, i.message, i.error, i.details::jsonb
    FROM incoming i WHERE EXISTS (SELECT FROM check_definitions d WHERE d.id = i.check_id)
    ON CONFLICT (check_id, time) DO NOTHING
    RETURNING check_id, time
  ), late AS (
    INSERT INTO check_rollups_late (hour, check_id)
    SELECT DISTINCT date_trunc('hour', s.time, 'UTC'), s.check_id
    FROM stored s JOIN check_rollups r ON r.level = '1h' AND s.time < greatest(r.closed_until, r.complete_until)
    ON CONFLICT DO NOTHING
  ), states AS (
    UPDATE check_states c SET status = CASE WHEN i.passed THEN 'healthy' ELSE 'unhealthy' END, last_runtime = i.time,
      next_runtime = coalesce(i.next_runtime, c.next_runtime), last_duration = i.duration, last_message = left(i.message, ${STATE_TEXT_LENGTH}),
      last_error = left(i.error, ${STATE_TEXT_LENGTH}), recent = (c.recent || i.packed)[greatest(1, cardinality(c.recent) - 38):]
    FROM incoming i WHERE c.check_id = i.check_id AND (c.last_runtime IS NULL OR i.time > c.last_runtime)
  ), released AS (
    UPDATE canary_schedules s SET lease_until = NULL, worker = NULL, last_started_at = r.started_at,
      costly_failures = CASE WHEN s.definition_hash IS NOT DISTINCT FROM r.definition_hash THEN r.costly_failures ELSE 0 END,
      next_at = CASE WHEN s.definition_hash IS NOT DISTINCT FROM r.definition_hash THEN coalesce(r.next_at, 'infinity')
        ELSE greatest(s.next_at, r.started_at + make_interval(secs => ${MIN_GAP_MS / 1000})) END
    FROM unnest($11::uuid[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::text[], $17::integer[])
      AS r(canary_id, worker, started_at, next_at, definition_hash, costly_failures)
    WHERE s.canary_id = r.canary_id AND s.worker = r.worker
  ), told AS (
    SELECT count(pg_notify('${RESULTS_CHANNEL}', chunk)) AS chunks FROM unnest($16::text[]) AS chunk
  )
  SELECT (SELECT count(*) FROM stored)::integer AS stored, (SELECT chunks FROM told)::integer AS chunks`;

/**
 * Stores results, the checks' new states and the released leases in one statement; safe to repeat after an unknown outcome.
 * A check occurs at most once. Results older than the state of their check are stored without changing it; results of checks that are
 * gone are left out.
 * @returns how many results were new
 */
export async function storeResults(db: Queries, rows: readonly ResultRow[], releases: readonly LeaseRelease[]): Promise<number> {
  const { rows: answer } = await db.query<{ stored: number }>(
    STORE_RESULTS,
    [
      rows.map((row) => row.checkId),
      rows.map((row) => microsecondsToText(row.timeUs)),
      rows.map((row) => row.pass),
      rows.map((row) => row.invalid),
      rows.map(storedDuration),
      rows.map((row) => storableText(row.message)),
      rows.map((row) => storableText(row.error)),
      rows.map((row) => row.details ?? null),
      rows.map((row) => row.nextRuntime?.toISOString() ?? null),
      rows.map(packRow),
      releases.map((release) => release.canaryId),
      releases.map((release) => release.worker),
      releases.map((release) => release.startedAt.toISOString()),
      releases.map((release) => release.nextAt?.toISOString() ?? null),
      releases.map((release) => release.definitionHash),
      notificationChunks(rows),
      releases.map((release) => release.costlyFailures),
    ],
    { name: 'store_results' },
  );
  return answer[0]?.stored ?? 0;
}

import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import type { CheckResult } from '@quarterdeck/integrations/run';
import type { HealthDatabase, Queries } from '../environment.ts';
import { checkKey } from '../scheduling/canary-cache.ts';
import type { ResultRow } from './result-row.ts';
import { storeResults } from './result-store.ts';

type StrategyHolder = { transformDeleteStrategy?: string };

function specOf(result: CheckResult): Record<string, unknown> {
  const strategy: StrategyHolder =
    result.transformDeleteStrategy === undefined ? {} : { transformDeleteStrategy: result.transformDeleteStrategy };
  return { name: result.name, type: result.type, endpoint: result.endpoint, ...strategy };
}

/**
 * Stores the checks that a transform made: adds, changes, revives. A `deletedAt` of the result is the row's.
 * Nothing is stored for a canary that was deleted meanwhile.
 * @returns ids by `checkKey`
 */
export async function upsertTransformedChecks(
  db: Queries,
  canaryId: string,
  results: readonly CheckResult[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; type: string; name: string }>(
    `WITH wanted AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
         AS w(type, name, namespace, description, icon, spec, labels, owner, severity, deleted_at)
     ), canary AS (
       SELECT id FROM canaries WHERE id = $1 AND deleted_at IS NULL
     ), written AS (
       INSERT INTO check_definitions AS d (canary_id, agent_id, type, name, namespace, description, icon, spec, labels, owner, severity,
         transformed, deleted_at)
       SELECT canary.id, $12, type, name, namespace, description, icon, spec::jsonb, labels::jsonb, owner, severity, true, deleted_at
       FROM wanted, canary
       ON CONFLICT ON CONSTRAINT checks_canary_id_type_name_agent_id_key DO UPDATE SET namespace = excluded.namespace,
         description = excluded.description, icon = excluded.icon, spec = excluded.spec, labels = excluded.labels, owner = excluded.owner,
         severity = excluded.severity, transformed = true, deleted_at = excluded.deleted_at
       WHERE (d.namespace, d.description, d.icon, d.spec, d.labels, d.owner, d.severity, d.transformed, d.deleted_at) IS DISTINCT FROM
         (excluded.namespace, excluded.description, excluded.icon, excluded.spec, excluded.labels, excluded.owner, excluded.severity, true,
          excluded.deleted_at)
       RETURNING id, type, name
     )
     SELECT id, type, name FROM written
     UNION
     SELECT d.id, d.type, d.name FROM check_definitions d JOIN wanted w ON w.type = d.type AND w.name = d.name
     WHERE d.canary_id = $1 AND d.agent_id = $12`,
    [
      canaryId,
      results.map((result) => result.type),
      results.map((result) => result.name),
      results.map((result) => result.namespace),
      results.map((result) => result.description ?? null),
      results.map((result) => result.icon ?? null),
      results.map((result) => JSON.stringify(specOf(result))),
      results.map((result) => JSON.stringify(result.labels)),
      results.map((result) => result.owner ?? null),
      results.map((result) => result.severity ?? null),
      results.map((result) => result.deletedAt?.toISOString() ?? null),
      LOCAL_AGENT_ID,
    ],
  );
  await db.query(
    `INSERT INTO check_states (check_id, canary_id) SELECT id, $2 FROM unnest($1::uuid[]) AS id ON CONFLICT (check_id) DO NOTHING`,
    [rows.map((row) => row.id), canaryId],
  );
  return new Map(rows.map((row) => [checkKey(row.type, row.name), row.id]));
}

interface VanishedCheck {
  id: string;
  strategy: string | null;
}

function finalRow(check: VanishedCheck, timeUs: number): ResultRow[] {
  if (check.strategy !== 'MarkHealthy' && check.strategy !== 'MarkUnhealthy') return [];
  const pass = check.strategy === 'MarkHealthy';
  return [
    {
      checkId: check.id,
      timeUs,
      pass,
      invalid: false,
      durationMs: 0,
      message: pass ? 'No longer reported; marked healthy' : '',
      error: pass ? '' : 'No longer reported; marked unhealthy',
      details: undefined,
      nextRuntime: undefined,
    },
  ];
}

/**
 * Ends the checks of transforms that the newest run did not report: writes the final result that their strategy asks for, then
 * soft-deletes them. Source: health-checks §3.4.
 * @param presentIds checks that the run reported
 * @returns how many ended
 */
export async function endVanishedChecks(
  db: HealthDatabase,
  canaryId: string,
  presentIds: readonly string[],
  timeUs: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<VanishedCheck>(
      `SELECT id, spec ->> 'transformDeleteStrategy' AS strategy FROM check_definitions
       WHERE canary_id = $1 AND transformed AND deleted_at IS NULL AND type <> 'webhook' AND id <> ALL($2::uuid[])
       ORDER BY id FOR NO KEY UPDATE`,
      [canaryId, presentIds],
    );
    if (rows.length === 0) return 0;
    const finalRows = rows.flatMap((check) => finalRow(check, timeUs));
    if (finalRows.length > 0) await storeResults(tx, finalRows, []);
    await tx.query(`UPDATE check_definitions SET deleted_at = now() WHERE id = ANY($1::uuid[])`, [rows.map((row) => row.id)]);
    return rows.length;
  });
}

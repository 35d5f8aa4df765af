import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import type { Queries } from '../environment.ts';
import { type WantedCheck, WEBHOOK_TYPE } from './canary-definition.ts';

export interface OwnedCheck extends WantedCheck {
  canaryId: string;
}

export interface StoredCheck {
  id: string;
  canary_id: string;
  type: string;
  name: string;
}

function columnsOf(checks: readonly OwnedCheck[]): unknown[] {
  return [
    checks.map((check) => check.canaryId),
    checks.map((check) => check.type),
    checks.map((check) => check.name),
    checks.map((check) => check.namespace),
    checks.map((check) => check.description),
    checks.map((check) => check.icon),
    checks.map((check) => JSON.stringify(check.spec)),
    checks.map((check) => JSON.stringify(check.labels)),
    checks.map((check) => check.owner),
    checks.map((check) => check.severity),
  ];
}

const WANTED = `SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
  AS w(canary_id, type, name, namespace, description, icon, spec, labels, owner, severity)`;

/**
 * Makes the checks of canaries equal to what their specs define: adds, changes, revives; soft-deletes those no longer defined
 * (made by a transform or by a push excepted: those have no spec of their own). Rows that are as wanted are not written. Source: health-checks §5.2, §5.4.
 */
export async function replaceDefinedChecks(
  db: Queries,
  canaryIds: readonly string[],
  checks: readonly OwnedCheck[],
  now: Date,
): Promise<void> {
  const columns = columnsOf(checks);
  await db.query(
    `WITH wanted AS (${WANTED})
     UPDATE check_definitions d SET deleted_at = $12
     WHERE d.canary_id = ANY($11::uuid[]) AND d.deleted_at IS NULL AND d.transformed IS NOT TRUE AND d.spec IS NOT NULL
       AND NOT EXISTS (SELECT FROM wanted w WHERE w.canary_id = d.canary_id AND w.type = d.type AND w.name = d.name)`,
    [...columns, canaryIds, now],
  );
  if (checks.length === 0) return;
  await db.query(
    `WITH wanted AS (${WANTED})
     INSERT INTO check_definitions AS d (canary_id, agent_id, type, name, namespace, description, icon, spec, labels, owner, severity, transformed)
     SELECT canary_id, $11, type, name, namespace, description, icon, spec::jsonb, labels::jsonb, owner, severity, false FROM wanted
     ON CONFLICT ON CONSTRAINT checks_canary_id_type_name_agent_id_key DO UPDATE SET namespace = excluded.namespace,
       description = excluded.description, icon = excluded.icon, spec = excluded.spec, labels = excluded.labels, owner = excluded.owner,
       severity = excluded.severity, transformed = false, deleted_at = NULL
     WHERE (d.namespace, d.description, d.icon, d.spec, d.labels, d.owner, d.severity, d.transformed, d.deleted_at) IS DISTINCT FROM
       (excluded.namespace, excluded.description, excluded.icon, excluded.spec, excluded.labels, excluded.owner, excluded.severity, false, NULL)`,
    [...columns, LOCAL_AGENT_ID],
  );
  await db.query(
    `INSERT INTO check_states (check_id, canary_id, status, last_transition_time)
     SELECT d.id, d.canary_id, CASE WHEN d.type = $2 THEN 'healthy' END, CASE WHEN d.type = $2 THEN $3::timestamptz END
     FROM check_definitions d WHERE d.canary_id = ANY($1::uuid[]) AND d.deleted_at IS NULL
     ON CONFLICT (check_id) DO NOTHING`,
    [canaryIds, WEBHOOK_TYPE, now],
  );
}

/** Live checks of canaries, by type and name. */
export async function findLiveChecks(db: Queries, canaryIds: readonly string[]): Promise<StoredCheck[]> {
  const { rows } = await db.query<StoredCheck>(
    `SELECT id, canary_id, type, name FROM check_definitions WHERE canary_id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY type, name`,
    [canaryIds],
  );
  return rows;
}

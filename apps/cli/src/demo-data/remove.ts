import { isDemo } from './demo-id.ts';
import { type DemoDatabase, MARKER, type Queries } from './model.ts';
import { quietly } from './quiet.ts';

/** Tables with demo rows, each with the column that tells them. Parts come before what they belong to. */
const TABLES: readonly (readonly [table: string, column: string])[] = [
  ['check_statuses', 'check_id'],
  ['check_statuses_1h', 'check_id'],
  ['check_statuses_1d', 'check_id'],
  ['check_status_summary', 'check_id'],
  ['check_transitions', 'check_id'],
  ['check_states', 'check_id'],
  ['canary_schedules', 'canary_id'],
  ['check_component_relationships', 'id'],
  ['check_config_relationships', 'id'],
  ['config_component_relationships', 'component_id'],
  ['component_relationships', 'id'],
  ['team_components', 'component_id'],
  ['config_relationships', 'id'],
  ['incident_histories', 'id'],
  ['comment_responders', 'id'],
  ['comments', 'id'],
  ['evidences', 'id'],
  ['hypotheses', 'id'],
  ['responders', 'id'],
  ['incident_relationships', 'incident_id'],
  ['incidents', 'id'],
  ['incident_rules', 'id'],
  ['artifacts', 'id'],
  ['playbook_approvals', 'id'],
  ['playbook_run_actions', 'id'],
  ['playbook_runs', 'id'],
  ['notification_send_history', 'id'],
  ['notification_silences', 'id'],
  ['notifications', 'id'],
  ['permissions', 'id'],
  ['playbooks', 'id'],
  ['config_analysis', 'id'],
  ['config_changes', 'id'],
  ['components', 'id'],
  ['topologies', 'id'],
  ['config_items', 'id'],
  ['config_scrapers', 'id'],
  ['logging_backends', 'id'],
  ['check_definitions', 'id'],
  ['canaries', 'id'],
  ['connection_definitions', 'id'],
  ['integrations', 'id'],
  ['saved_query', 'id'],
  ['properties', 'created_by'],
  ['job_history', 'id'],
  ['event_queue', 'id'],
  ['access_tokens', 'id'],
  ['casbin_rule', 'v0'],
  ['team_members', 'team_id'],
  ['teams', 'id'],
  ['identities', 'id'],
  ['agents', 'id'],
  ['people', 'id'],
];

/**
 * Takes all demo rows out. Rows of others stay as they are, but for what hangs on demo rows, such as a comment that somebody wrote on a
 * demo incident: that goes, or forgets the demo row, as its foreign key says.
 */
export async function removeDemoData(db: DemoDatabase): Promise<void> {
  const { rows: statusTables } = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'check_statuses'::regclass ORDER BY 1`,
  );
  await removeOldFormat(db);
  const emptied: string[] = [];
  for (const [table, column] of TABLES) {
    const parts = table === 'check_statuses' ? statusTables.map(({ name }) => name) : [table];
    for (const part of parts) if (await removeFrom(db, part, column)) emptied.push(part);
  }
  await quietly(db, async (tx) => {
    while ((await letGo(tx)) > 0);
    await tx.query(`SELECT delete_unused_config_tag_values()`);
  });
  // Room for the next set: without it, the tables would grow with every run.
  for (const table of emptied) await db.query(`VACUUM ${table}`);
}

/** @returns whether room is left behind that a vacuum frees */
async function removeFrom(db: DemoDatabase, table: string, column: string): Promise<boolean> {
  return quietly(db, async (tx) => {
    await tx.query(`SET LOCAL work_mem = '256MB'`);
    const { rows } = await tx.query<{ demo: boolean; others: boolean; referenced: boolean }>(
      `SELECT EXISTS (SELECT FROM ${table} WHERE ${isDemo(column)}) AS demo,
         EXISTS (SELECT FROM ${table} WHERE NOT coalesce(${isDemo(column)}, false)) AS others,
         EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = '${table}'::regclass) AS referenced`,
    );
    if (rows[0]?.demo !== true) return false;
    if (!rows[0].others && !rows[0].referenced) {
      await tx.query(`TRUNCATE ${table}`);
      return false;
    }
    await tx.query(`DELETE FROM ${table} WHERE ${isDemo(column)}`);
    return true;
  });
}

/** Canaries that carry the marker without a demo id, with what belongs to them, and the agents that came with them. */
async function removeOldFormat(db: DemoDatabase): Promise<void> {
  await db.query(`DELETE FROM canaries WHERE annotations @> $1::jsonb AND NOT ${isDemo('id')}`, [JSON.stringify(MARKER)]);
  await db.query(`DELETE FROM agents WHERE id = md5('demo-agent:' || name)::uuid`);
}

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly key: string;
  readonly forgets: boolean;
}

/** Applies the foreign keys once to rows whose target is gone; returns how many rows that moved. */
async function letGo(tx: Queries): Promise<number> {
  const { rows: references } = await tx.query<Reference>(
    `SELECT c.conrelid::regclass::text AS table, quote_ident(a.attname) AS column, c.confrelid::regclass::text AS target, quote_ident(k.attname) AS key,
       c.confdeltype <> 'c' AND NOT a.attnotnull AS forgets
     FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     JOIN pg_attribute k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conparentid = 0 AND cardinality(c.conkey) = 1 AND c.connamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  );
  let moved = 0;
  for (const { table, column, target, key, forgets } of references) {
    const gone = `${isDemo(`t.${column}`)} AND NOT EXISTS (SELECT FROM ${target} o WHERE o.${key} = t.${column})`;
    const statement = forgets ? `UPDATE ${table} t SET ${column} = NULL WHERE ${gone}` : `DELETE FROM ${table} t WHERE ${gone}`;
    const { rows } = await tx.query<{ count: number }>(
      `WITH gone AS (${statement} RETURNING 1) SELECT count(*)::int AS count FROM gone`,
    );
    moved += rows[0]?.count ?? 0;
  }
  return moved;
}

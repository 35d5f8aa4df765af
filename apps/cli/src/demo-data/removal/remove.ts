import { isDemo } from '../demo-id.ts';
import { type DemoDatabase, MARKER } from '../model.ts';
import { quietly } from '../quiet.ts';
import { DEMO_TABLES } from './demo-tables.ts';
import { emptyDemoOnlyTables } from './empty-tables.ts';
import { letGo } from './let-go.ts';

/**
 * Takes all demo rows out. Rows of others stay as they are, but for what hangs on demo rows, such as a comment that somebody wrote on a
 * demo incident: that goes, or forgets the demo row, as its foreign key says.
 */
export async function removeDemoData(db: DemoDatabase): Promise<void> {
  await removeOldFormat(db);
  const emptied = await quietly(db, emptyDemoOnlyTables);
  const shared = DEMO_TABLES.filter(([table]) => !emptied.has(table));
  const deleted = await quietly(db, async (tx) => {
    await tx.query(`SET LOCAL work_mem = '256MB'`);
    const tables: string[] = [];
    for (const [table, column] of shared) {
      const { rows } = await tx.query(
        `WITH gone AS (DELETE FROM ${table} WHERE ${isDemo(column)} RETURNING 1) SELECT 1 FROM gone LIMIT 1`,
      );
      if (rows.length > 0) tables.push(table);
    }
    while ((await letGo(tx)) > 0);
    await tx.query(`SELECT delete_unused_config_tag_values()`);
    return tables;
  });
  // Room for the next set: without it, the tables would grow with every run.
  for (const table of deleted) await db.query(`VACUUM ${table}`);
}

/** Canaries that carry the marker without a demo id, with what belongs to them, and the agents that came with them. */
async function removeOldFormat(db: DemoDatabase): Promise<void> {
  await db.query(`DELETE FROM canaries WHERE annotations @> $1::jsonb AND NOT ${isDemo('id')}`, [JSON.stringify(MARKER)]);
  await db.query(`DELETE FROM agents WHERE id = md5('demo-agent:' || name)::uuid`);
}

import type { Database } from '@quarterdeck/database';
import { readTunables } from '../../../app/retention/tunables.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 7 * DAY_MS;
const BATCH = 1_000;

/** The deepest go first, so that no row is left whose parent is gone; children that stay become roots. */
const DELETE_SOME = `
  WITH doomed AS (
    SELECT id FROM components c
    WHERE c.deleted_at < $1
      AND NOT EXISTS (SELECT FROM evidences e WHERE e.component_id = c.id)
      AND NOT EXISTS (SELECT FROM playbook_runs r WHERE r.component_id = c.id)
    ORDER BY length(coalesce(c.path, '')) DESC, c.id LIMIT ${BATCH}
  )`;

/** Deletes components for good that were deleted a week ago, unless incidents or playbook runs tell of them; property `component.retention.period`. */
export async function deleteOldComponents(
  db: Pick<Database, 'query' | 'transaction'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const tunables = await readTunables(db, ['component.retention.period']);
  const before = new Date(now.getTime() - tunables.durationMs('component.retention.period', KEPT_MS));
  let total = 0;
  while (signal?.aborted !== true) {
    const count = await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>(`${DELETE_SOME} SELECT id FROM doomed`, [before]);
      const ids = rows.map(({ id }) => id);
      await tx.query('UPDATE components SET parent_id = NULL WHERE parent_id = ANY($1::uuid[]) AND NOT (id = ANY($1::uuid[]))', [
        ids,
      ]);
      await tx.query('DELETE FROM components WHERE id = ANY($1::uuid[])', [ids]);
      return ids.length;
    });
    total += count;
    if (count < BATCH) break;
  }
  return total;
}

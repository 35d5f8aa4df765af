import { LOCAL_AGENT_ID } from '@quarterdeck/contract/platform';
import type { Database } from '@quarterdeck/database';
import { parseDuration } from '@quarterdeck/integrations/spec';
import { deleteInBatches } from '../../../app/retention/delete-in-batches.ts';
import { readTunables } from '../../../app/retention/tunables.ts';

type Queries = Pick<Database, 'query'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHANGES_KEPT_MS = 60 * DAY_MS;
const INSIGHTS_KEPT_MS = 60 * DAY_MS;
const OPEN_DAYS = 7;
const DELETED_ITEMS_KEPT_MS = 7 * DAY_MS;
const FRESH_MS = 24 * HOUR_MS;
const UPDATE_BATCH = 2_000;
/** An item goes with its changes, insights and relations. */
const ITEM_BATCH = 200;

/** Changes older than 60 days, unless an incident has them as evidence. */
export function deleteOldChanges(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(db, {
    table: 'config_changes',
    key: 'id',
    condition: 'created_at < $1 AND NOT EXISTS (SELECT FROM evidences e WHERE e.config_change_id = config_changes.id)',
    values: [new Date(now.getTime() - CHANGES_KEPT_MS)],
    order: 'created_at',
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Insights that were not seen for 60 days, unless an incident has them as evidence. */
export function deleteOldInsights(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(db, {
    table: 'config_analysis',
    key: 'id',
    condition: `coalesce(last_observed, first_observed) < $1
      AND NOT EXISTS (SELECT FROM evidences e WHERE e.config_analysis_id = config_analysis.id)`,
    values: [new Date(now.getTime() - INSIGHTS_KEPT_MS)],
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Closes insights that were not seen for a week; property `config_analysis.set_status_closed_days`. */
export async function closeOldInsights(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const tunables = await readTunables(db, ['config_analysis.set_status_closed_days']);
  const days = tunables.count('config_analysis.set_status_closed_days', OPEN_DAYS);
  return repeatUpdate(signal, async () => {
    const { rowCount } = await db.query(
      `UPDATE config_analysis SET status = 'closed' WHERE id = ANY (ARRAY(
         SELECT id FROM config_analysis WHERE last_observed < $1 AND status IS DISTINCT FROM 'closed' LIMIT ${UPDATE_BATCH}
       ))`,
      [new Date(now.getTime() - days * DAY_MS)],
    );
    return rowCount;
  });
}

/** Items that were deleted a week ago and that nothing refers to, with all that belongs to them; property `config.retention.period`. */
export async function deleteOldItems(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const tunables = await readTunables(db, ['config.retention.period']);
  const before = new Date(now.getTime() - tunables.durationMs('config.retention.period', DELETED_ITEMS_KEPT_MS));
  let total = 0;
  while (signal?.aborted !== true) {
    const { rows } = await db.query<{ count: number }>('SELECT delete_config_items_gone_before($1, $2) AS count', [
      before,
      ITEM_BATCH,
    ]);
    const count = rows[0]?.count ?? 0;
    total += count;
    if (count < ITEM_BATCH) break;
  }
  return total;
}

/**
 * Marks items of agents as deleted that their scraper has not seen for its `retention.staleItemAge`; `keep` switches that off. Without one
 * the property `config.retention.agent.stale_item_age` or `config.retention.stale_item_age` counts, else a day.
 */
export async function deleteStaleAgentItems(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const names = ['config.retention.agent.stale_item_age', 'config.retention.stale_item_age'] as const;
  const tunables = await readTunables(db, names);
  const defaultMs = tunables.durationMs(names[0], tunables.durationMs(names[1], FRESH_MS));
  const { rows: scrapers } = await db.query<{ id: string; age: string | null }>(
    `SELECT id, spec -> 'retention' ->> 'staleItemAge' AS age FROM config_scrapers WHERE agent_id <> $1`,
    [LOCAL_AGENT_ID],
  );
  let total = 0;
  for (const { id, age } of scrapers) {
    const staleMs = staleAgeMs(age, defaultMs);
    if (staleMs === undefined) continue;
    total += await repeatUpdate(signal, async () => {
      const { rowCount } = await db.query(
        `UPDATE config_items SET deleted_at = $3, delete_reason = 'STALE' WHERE id = ANY (ARRAY(
           SELECT id FROM config_items
           WHERE scraper_id = $1 AND deleted_at IS NULL AND last_scraped_time < $2 AND agent_id <> $4 LIMIT ${UPDATE_BATCH}
         ))`,
        [id, new Date(now.getTime() - staleMs), now, LOCAL_AGENT_ID],
      );
      return rowCount;
    });
  }
  return total;
}

/** Takes out pairs of tags and labels that no live item has any more. */
export async function deleteUnusedTagValues(db: Queries): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT delete_unused_config_tag_values() AS count');
  return rows[0]?.count ?? 0;
}

async function repeatUpdate(signal: AbortSignal | undefined, updateSome: () => Promise<number>): Promise<number> {
  let total = 0;
  let changed = UPDATE_BATCH;
  while (changed === UPDATE_BATCH && signal?.aborted !== true) {
    changed = await updateSome();
    total += changed;
  }
  return total;
}

/** @returns undefined when items never get stale */
function staleAgeMs(text: string | null, defaultMs: number): number | undefined {
  if (text === 'keep') return undefined;
  const ms = parseDuration(text ?? '');
  return ms === undefined || ms <= 0 ? defaultMs : ms;
}

import type { Database } from '@quarterdeck/database';
import { parseDuration } from '@quarterdeck/integrations/spec';
import { deleteInBatches } from '../../../app/retention/delete-in-batches.ts';

type Queries = Pick<Database, 'query'>;

/** One entry of a scraper's `retention.changes`, as it is stored. */
interface RuleRow {
  scraper_id: string;
  scraper: string;
  name: string | null;
  age: string | null;
  count: string | null;
}

interface Rule {
  readonly scraperId: string;
  /** Change type that it is about. */
  readonly name: string;
  readonly ageMs: number | undefined;
  /** Newest changes that stay per item. */
  readonly count: number | undefined;
}

const RULES = `
  SELECT s.id AS scraper_id, s.name AS scraper, r.rule ->> 'name' AS name, r.rule ->> 'age' AS age, r.rule ->> 'count' AS count
  FROM config_scrapers s
  CROSS JOIN LATERAL jsonb_array_elements(
    CASE WHEN jsonb_typeof(s.spec -> 'retention' -> 'changes') = 'array' THEN s.spec -> 'retention' -> 'changes' ELSE '[]' END
  ) AS r (rule)
  WHERE s.deleted_at IS NULL
  ORDER BY s.id`;

/**
 * Deletes changes beyond what their scrapers want to keep: of a rule's type, older than its age or beyond its newest count per item. Changes
 * that are evidence stay. Source: catalog-topology-logs §2.9.
 */
export async function applyChangeRules(
  db: Queries,
  now: Date,
  signal?: AbortSignal,
): Promise<{ deleted: number; errors: string[] }> {
  const { rows } = await db.query<RuleRow>(RULES);
  const errors: string[] = [];
  let deleted = 0;
  for (const row of rows) {
    const rule = readRule(row);
    if (typeof rule === 'string') errors.push(`${row.scraper}: ${rule}`);
    else deleted += await applyRule(db, rule, now, signal);
  }
  return { deleted, errors };
}

/** @returns the rule, or what is wrong with it */
function readRule({ scraper_id, name, age, count }: RuleRow): Rule | string {
  if (name === null || name === '') return 'a rule for changes has no name';
  const ageMs = age === null || age === '' ? undefined : parseDuration(age);
  if (age !== null && age !== '' && ageMs === undefined) return `the age ${age} of the rule for ${name} is not a duration`;
  const number = count === null ? 0 : Number(count);
  if (!Number.isSafeInteger(number) || number < 0) return `the count ${count} of the rule for ${name} is not a number`;
  if (ageMs === undefined && number === 0) return `the rule for ${name} has neither an age nor a count`;
  return { scraperId: scraper_id, name, ageMs, count: number === 0 ? undefined : number };
}

async function applyRule(db: Queries, { scraperId, name, ageMs, count }: Rule, now: Date, signal?: AbortSignal): Promise<number> {
  const evidence = 'NOT EXISTS (SELECT FROM evidences e WHERE e.config_change_id = config_changes.id)';
  const ofScraper = 'config_id IN (SELECT i.id FROM config_items i WHERE i.scraper_id = $1)';
  const stopping = signal === undefined ? {} : { signal };
  let deleted = 0;
  if (ageMs !== undefined) {
    deleted += await deleteInBatches(db, {
      table: 'config_changes',
      key: 'id',
      condition: `change_type = $2 AND created_at < $3 AND ${ofScraper} AND ${evidence}`,
      values: [scraperId, name, new Date(now.getTime() - ageMs)],
      ...stopping,
    });
  }
  if (count !== undefined) {
    deleted += await deleteInBatches(db, {
      table: 'config_changes',
      key: 'id',
      condition: `id IN (
        SELECT ranked.id FROM (
          SELECT c.id, row_number() OVER (PARTITION BY c.config_id ORDER BY c.created_at DESC, c.id DESC) AS position
          FROM config_changes c JOIN config_items i ON i.id = c.config_id
          WHERE i.scraper_id = $1 AND c.change_type = $2
        ) AS ranked WHERE ranked.position > $3) AND ${evidence}`,
      values: [scraperId, name, count],
      ...stopping,
    });
  }
  return deleted;
}

import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import type { Queries } from '../environment.ts';
import type { ResolvedSelector } from './relationship-selectors.ts';

/** Where the relations of one side are kept. `externalId` and `namespace` are conditions on the table `t`. */
const SIDES = {
  components: {
    table: 'components',
    relation: 'check_component_relationships',
    column: 'component_id',
    externalId: 't.external_id = $2',
    namespace: 't.namespace = $4',
  },
  configs: {
    table: 'config_items',
    relation: 'check_config_relationships',
    column: 'config_id',
    externalId: '$2 = ANY(t.external_id)',
    namespace: "t.tags ->> 'namespace' = $4",
  },
} as const;
export type RelationSide = keyof typeof SIDES;

async function findMatches(db: Queries, side: RelationSide, selector: ResolvedSelector): Promise<string[]> {
  const { table, externalId, namespace } = SIDES[side];
  const { rows } = await db.query<{ id: string }>(
    `SELECT t.id FROM ${table} t
     WHERE t.deleted_at IS NULL
       AND ($1::text IS NULL OR t.id::text = $1)
       AND ($2::text IS NULL OR ${externalId})
       AND ($3::text IS NULL OR t.name = $3)
       AND ($4::text IS NULL OR ${namespace})
       AND ($5::text IS NULL OR t.type = $5)
       AND t.labels @> $6::jsonb IS NOT FALSE
       AND ($6::jsonb = '{}' OR t.labels IS NOT NULL)
       AND ($7 = 'all' OR t.agent_id = (SELECT a.id FROM agents a WHERE a.deleted_at IS NULL AND (a.id::text = $7 OR a.name = $7) LIMIT 1))`,
    [
      selector.id ?? null,
      selector.externalId ?? null,
      selector.name ?? null,
      selector.namespace ?? null,
      selector.type ?? null,
      JSON.stringify(selector.labels),
      selector.agent ?? LOCAL_AGENT_ID,
    ],
  );
  return rows.map((row) => row.id);
}

/**
 * Makes the relations of a check equal to what its selectors match now; relations of other selectors go. Source: health-checks §3.5.
 */
export async function replaceRelations(
  db: Queries,
  side: RelationSide,
  check: { checkId: string; canaryId: string },
  selectors: readonly ResolvedSelector[],
): Promise<void> {
  const { relation, column } = SIDES[side];
  const ids: string[] = [];
  const selectorIds: string[] = [];
  for (const selector of selectors) {
    for (const id of await findMatches(db, side, selector)) {
      ids.push(id);
      selectorIds.push(selector.selectorId);
    }
  }
  await db.query(
    `WITH wanted AS (SELECT DISTINCT * FROM unnest($3::uuid[], $4::text[]) AS w(id, selector_id)), gone AS (
       DELETE FROM ${relation} r WHERE r.check_id = $1
         AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = r.${column} AND w.selector_id = r.selector_id)
     )
     INSERT INTO ${relation} AS r (${column}, check_id, canary_id, selector_id)
     SELECT w.id, $1, $2, w.selector_id FROM wanted w
     ON CONFLICT ON CONSTRAINT ${relation}_key DO UPDATE SET deleted_at = NULL WHERE r.deleted_at IS NOT NULL`,
    [check.checkId, check.canaryId, ids, selectorIds],
  );
}

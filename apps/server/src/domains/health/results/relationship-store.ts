import { compileSelector, RESOURCES, toSql } from '@quarterdeck/expressions/selectors';
import type { Queries } from '../environment.ts';
import type { ResolvedSelector } from './relationship-selectors.ts';

/** Where the relations of one side are kept. */
const SIDES = {
  components: { kind: 'component', relation: 'check_component_relationships', column: 'component_id' },
  configs: { kind: 'config', relation: 'check_config_relationships', column: 'config_id' },
} as const;
export type RelationSide = keyof typeof SIDES;

async function findMatches(db: Queries, side: RelationSide, selector: ResolvedSelector, now: Date): Promise<string[]> {
  const { kind } = SIDES[side];
  const { type, agent, selectorId: _selectorId, ...fields } = selector;
  const compiled = compileSelector(kind, {
    ...fields,
    types: type === undefined ? [] : [type],
    agent: agent ?? 'local',
  });
  const { text, values } = toSql(compiled, { now });
  const { rows } = await db.query<{ id: string }>(`SELECT t.id FROM ${RESOURCES[kind].relation} t WHERE ${text}`, values);
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
  now: Date,
): Promise<void> {
  const { relation, column } = SIDES[side];
  const ids: string[] = [];
  const selectorIds: string[] = [];
  for (const selector of selectors) {
    for (const id of await findMatches(db, side, selector, now)) {
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

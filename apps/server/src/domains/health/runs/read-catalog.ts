import { compileSelector, toSql } from '@quarterdeck/expressions/selectors';
import type { CatalogReader } from '@quarterdeck/integrations/run';
import type { HealthClock, Queries } from '../environment.ts';
import { isUuid } from './run-now.ts';

/** Items as expressions see them. */
const ITEM = `to_jsonb(t) || jsonb_build_object('namespace', t.tags ->> 'namespace') AS item`;
const MOST_REACHED = 1_000;

/** The catalog of this server, for checks that select its items. */
export function readCatalog({ db, clock }: { db: Queries; clock: HealthClock }): CatalogReader {
  return {
    async find(selector, limit, signal) {
      const { text, values } = toSql(compileSelector('config', selector), { now: clock.now(), first: 2 });
      const { rows } = await db.query<{ item: Record<string, unknown> }>(
        `SELECT ${ITEM} FROM config_items t WHERE ${text} ORDER BY t.name, t.id LIMIT $1`,
        [limit, ...values],
        { signal },
      );
      return rows.map(({ item }) => item);
    },
    async traverse(id, path, direction, signal) {
      let items: Record<string, unknown>[] = [];
      let ids = isUuid(id) ? [id] : [];
      for (const type of path.split('/')) {
        const { rows } = await db.query<{ id: string; item: Record<string, unknown> }>(
          `SELECT t.id, ${ITEM} FROM config_items t
           WHERE t.deleted_at IS NULL AND t.type = $3 AND t.id <> ALL ($1::uuid[]) AND t.id IN (
             SELECT r.id FROM unnest($1::uuid[]) AS s (id) CROSS JOIN LATERAL related_config_ids_recursive(s.id, $2) AS r
             UNION SELECT p.id FROM unnest($1::uuid[]) AS s (id) CROSS JOIN LATERAL get_recursive_path(s.id) AS p WHERE $2 = 'incoming')
           ORDER BY t.name, t.id LIMIT ${MOST_REACHED}`,
          [ids, direction, type.trim()],
          { signal },
        );
        items = rows.map(({ item }) => item);
        ids = rows.map((row) => row.id);
      }
      return items;
    },
  };
}

import { compileSelector, toSql } from '@quarterdeck/expressions/selectors';
import type { CatalogReader } from '@quarterdeck/integrations/run';
import type { HealthClock, Queries } from '../environment.ts';

/** The catalog of this server, for checks that select its items. */
export function readCatalog({ db, clock }: { db: Queries; clock: HealthClock }): CatalogReader {
  return {
    async find(selector, limit, signal) {
      const { text, values } = toSql(compileSelector('config', selector), { now: clock.now(), first: 2 });
      const { rows } = await db.query<{ item: Record<string, unknown> }>(
        `SELECT to_jsonb(t) || jsonb_build_object('namespace', t.tags ->> 'namespace') AS item
         FROM config_items t WHERE ${text} ORDER BY t.name, t.id LIMIT $1`,
        [limit, ...values],
        { signal },
      );
      return rows.map(({ item }) => item);
    },
  };
}

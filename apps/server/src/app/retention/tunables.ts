import type { Queryable } from '@quarterdeck/database';
import { parseDuration } from '@quarterdeck/integrations/spec';

/** Settings of the server that people change in the table `properties`; what makes no sense there counts as not set. */
export interface Tunables {
  /** A duration such as 720h, 30d or 1h30m. */
  durationMs(name: string, fallbackMs: number): number;
  /** A whole number above zero. */
  count(name: string, fallback: number): number;
}

export async function readTunables(db: Pick<Queryable, 'query'>, names: readonly string[]): Promise<Tunables> {
  const { rows } = await db.query<{ name: string; value: string }>(
    'SELECT name, value FROM properties WHERE deleted_at IS NULL AND name = ANY($1::text[])',
    [names],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value.trim()]));
  return {
    durationMs(name, fallbackMs) {
      const ms = parseDuration(values.get(name) ?? '');
      return ms === undefined || ms <= 0 ? fallbackMs : ms;
    },
    count(name, fallback) {
      const text = values.get(name) ?? '';
      return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback;
    },
  };
}

import { QuarterdeckError } from '@quarterdeck/contract';
import { STRIPS_MAX_IDS, type Strips } from '@quarterdeck/contract/health';
import type { Queries } from '../environment.ts';
import { isUuid } from '../runs/run-now.ts';

/** @throws BAD_REQUEST when there are too many ids or one is none */
export function readStripIds(text: string | undefined): string[] {
  const ids = (text ?? '').split(',').filter((id) => id !== '');
  if (ids.length > STRIPS_MAX_IDS) throw new QuarterdeckError('BAD_REQUEST', `ids: at most ${STRIPS_MAX_IDS} checks at a time`);
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw new QuarterdeckError('BAD_REQUEST', `ids: "${wrong}" is no id`);
  return ids;
}

/** The newest results of some checks; unknown ids are left out. */
export async function readStrips(db: Queries, ids: readonly string[]): Promise<Strips> {
  const { rows } = await db.query<{ check_id: string; recent: number[] }>(
    `SELECT check_id, recent FROM check_states WHERE check_id = ANY($1::uuid[])`,
    [ids],
  );
  return { strips: Object.fromEntries(rows.map((row) => [row.check_id, row.recent])) };
}

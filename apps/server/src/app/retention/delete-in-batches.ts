import type { Queryable } from '@quarterdeck/database';

export interface OldRows {
  readonly table: string;
  /** Column, or ctid, by which the rows of a batch are found again. */
  readonly key: string;
  readonly condition: string;
  readonly values: readonly unknown[];
  /** Oldest first lets every batch go on where the last one ended. */
  readonly order?: string;
  readonly batch?: number;
  /** No further batch is begun once it is aborted. */
  readonly signal?: AbortSignal;
}

const DEFAULT_BATCH = 5_000;

/**
 * Deletes rows a batch at a time, each in a transaction of its own, so that nobody waits long for a lock.
 * @returns how many went
 */
export async function deleteInBatches(db: Pick<Queryable, 'query'>, rows: OldRows): Promise<number> {
  const { table, key, condition, values, order, batch = DEFAULT_BATCH, signal } = rows;
  const sorted = order === undefined ? '' : `ORDER BY ${order}`;
  let total = 0;
  while (signal?.aborted !== true) {
    const { rowCount } = await db.query(
      `DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(SELECT ${key} FROM ${table} WHERE ${condition} ${sorted} LIMIT ${batch}))`,
      values,
    );
    total += rowCount;
    if (rowCount < batch) break;
  }
  return total;
}

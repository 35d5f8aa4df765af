import { useMemo, useState } from 'react';
import { countOrderChanges, inHeldOrder } from './held-order.ts';

export interface HeldRows<Row> {
  rows: readonly Row[];
  /** Changes of the order that wait. */
  pending: number;
  /** Applies the waiting order. */
  apply(): void;
  /** Freezes the order; the pointer or the focus came into the list. */
  hold(): void;
  /** The list is left alone: the order may follow again. */
  release(): void;
}

/** Keeps the order of a live list while someone reads it. Values go on changing in place. */
export function useHeldRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  live: boolean,
  orderKey: string,
): HeldRows<Row> {
  const [held, setHeld] = useState<{ ids: readonly string[]; key: string }>();
  const isHolding = live && held !== undefined;
  const result = useMemo(() => {
    if (!isHolding || held.key !== orderKey) return { rows, pending: 0 };
    const ids = rows.map(rowId);
    return { rows: inHeldOrder(held.ids, rows, rowId), pending: countOrderChanges(held.ids, ids) };
  }, [isHolding, held, orderKey, rows, rowId]);
  if (isHolding && held.key !== orderKey) setHeld({ ids: rows.map(rowId), key: orderKey });
  return {
    ...result,
    apply: () => setHeld((now) => now && { ids: rows.map(rowId), key: orderKey }),
    hold: () => live && setHeld((now) => now ?? { ids: rows.map(rowId), key: orderKey }),
    release: () => setHeld(undefined),
  };
}

/** Length of the longest increasing run of numbers that can be picked in order. */
function longestIncreasing(values: readonly number[]): number {
  const tails: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}

/** How many rows changed their place: moved, new or gone. Rows that only made room do not count. */
export function countOrderChanges(held: readonly string[], next: readonly string[]): number {
  const places = new Map(held.map((id, index) => [id, index]));
  const kept: number[] = [];
  let added = 0;
  for (const id of next) {
    const place = places.get(id);
    if (place === undefined) added += 1;
    else kept.push(place);
  }
  const gone = held.length - kept.length;
  return kept.length - longestIncreasing(kept) + added + gone;
}

/** Rows in the held order, with their current values. Rows that are gone leave, rows that are new wait. */
export function inHeldOrder<Row>(held: readonly string[], rows: readonly Row[], rowId: (row: Row) => string): Row[] {
  const byId = new Map(rows.map((row) => [rowId(row), row]));
  const result: Row[] = [];
  for (const id of held) {
    const row = byId.get(id);
    if (row !== undefined) result.push(row);
  }
  return result;
}

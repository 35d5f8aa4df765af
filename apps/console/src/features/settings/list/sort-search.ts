import type { SortState } from '@quarterdeck/ui';
import { z } from 'zod';

/** The order of a table in the address, by one of its columns. */
export function sortParams<const Column extends string>(columns: readonly Column[]) {
  return { sortBy: z.enum(columns).optional().catch(undefined), sortDesc: z.boolean().optional().catch(undefined) };
}

export interface SortSearch {
  readonly sortBy?: string | undefined;
  readonly sortDesc?: boolean | undefined;
}

/** The order that an address names, and `initial` when it names none. */
export function sortOf({ sortBy, sortDesc }: SortSearch, initial: SortState): SortState {
  return sortBy === undefined ? initial : { column: sortBy, desc: sortDesc === true };
}

/** An order as the address keeps it; without one, and for `initial`, it keeps nothing. */
export function searchOfSort(sort: SortState | null, initial: SortState): SortSearch {
  const isInitial = sort === null || (sort.column === initial.column && sort.desc === initial.desc);
  return isInitial ? { sortBy: undefined, sortDesc: undefined } : { sortBy: sort.column, sortDesc: sort.desc || undefined };
}

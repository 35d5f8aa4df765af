import { useEffect, useEffectEvent } from 'react';

/** Zero-based index of the page to show instead, when `pageIndex` is past the last one; undefined when it is not, or not known yet. */
export function lastPageInstead(pageIndex: number, pageSize: number, total: number | undefined): number | undefined {
  if (total === undefined) return undefined;
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  return pageIndex > last ? last : undefined;
}

interface CountedList {
  readonly data: { readonly total: number } | undefined;
  /** The rows are those of another page or filter, until the own ones are there. */
  readonly isPlaceholderData: boolean;
}

/** Leads from a page that is no more, since rows went away or the link is old, to the last one. `go` gets its zero-based index. */
export function useLastPage(list: CountedList, pageIndex: number, pageSize: number, go: (pageIndex: number) => void): void {
  const instead = lastPageInstead(pageIndex, pageSize, list.isPlaceholderData ? undefined : list.data?.total);
  const leave = useEffectEvent(go);
  useEffect(() => {
    if (instead !== undefined) leave(instead);
  }, [instead]);
}

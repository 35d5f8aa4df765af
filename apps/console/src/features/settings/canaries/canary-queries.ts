import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';

/** Rows of one page of the list. Source: spec 1 §9, "settings lists". */
export const CANARY_PAGE_SIZE = 100;

export const canaryKeys = {
  all: ['canaries'] as const,
  lists: ['canaries', 'list'] as const,
  one: (id: string) => ['canaries', 'one', id] as const,
};

export interface CanaryListRequest {
  readonly pageIndex: number;
  readonly sort: { readonly column: string; readonly desc: boolean } | undefined;
  readonly search: string;
}

/** The times of last runs have no live event of their own. */
const LIST_REREAD_MS = 15_000;

/** Settings lists are read anew each time they are shown. Source: spec 2 §9. */
export function canaryListOptions({ pageIndex, sort, search }: CanaryListRequest) {
  return queryOptions({
    queryKey: [...canaryKeys.lists, { pageIndex, sort, search }],
    queryFn: ({ signal }) => client.canaries.page({ pageIndex, pageSize: CANARY_PAGE_SIZE, sort, search }, signal),
    staleTime: 0,
    refetchInterval: LIST_REREAD_MS,
  });
}

export function canaryOptions(id: string) {
  return queryOptions({
    queryKey: canaryKeys.one(id),
    queryFn: ({ signal }) => client.canaries.get(id, signal),
    staleTime: 0,
  });
}

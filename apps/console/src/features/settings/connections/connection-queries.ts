import type { ConnectionSortColumn } from '@quarterdeck/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { connectionKeys } from '../../../lib/connections.ts';
import { useLiveChange } from '../../../lib/live.ts';
import { typesTitled } from './connection-types.ts';

/** Rows of the list. Source: spec 2 §9, "settings lists". */
export const MOST_CONNECTIONS = 100;

export interface ConnectionListRequest {
  readonly sort: { readonly column: ConnectionSortColumn; readonly desc: boolean };
  readonly search: string;
  readonly type: string | undefined;
}

/** Settings lists are read anew each time they are shown. Source: spec 2 §9. */
export function connectionListOptions({ sort, search, type }: ConnectionListRequest) {
  return queryOptions({
    queryKey: [...connectionKeys.lists, { sort, search, type }],
    queryFn: ({ signal }) => {
      const searchTypes = typesTitled(search);
      return client.connections.search({ sort, search, searchTypes, type, limit: MOST_CONNECTIONS }, signal);
    },
    staleTime: 0,
  });
}

export function connectionOptions(id: string) {
  return queryOptions({
    queryKey: connectionKeys.one(id),
    queryFn: ({ signal }) => client.connections.get(id, signal),
    staleTime: 0,
  });
}

/** Reads the lists again when a connection was added, changed or deleted anywhere. */
export function useLiveConnections(): void {
  const queries = useQueryClient();
  useLiveChange('connection', () => void queries.invalidateQueries({ queryKey: connectionKeys.lists }));
}

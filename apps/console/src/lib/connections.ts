import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const connectionKeys = {
  all: ['connections'] as const,
  lists: ['connections', 'list'] as const,
  one: (id: string) => ['connections', 'one', id] as const,
};

/** How checks and other definitions name a stored connection. Source: health-checks §4.2. */
export function connectionReference({ namespace, name }: { namespace: string; name: string }): string {
  return `connection://${namespace}/${name}`;
}

/** Every connection by name, for pickers and the palette. */
export const allConnectionsOptions = queryOptions({
  queryKey: [...connectionKeys.lists, 'all'],
  queryFn: ({ signal }) => client.connections.list({ sort: { column: 'name', desc: false } }, signal),
});

import { useQuery } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';

/** Names of agents by id; asked for only when the tabs are agents. */
export function useAgentNames(isWanted: boolean): ReadonlyMap<string, string> | undefined {
  const { data } = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: async ({ signal }) => new Map((await client.agents.names(signal)).map(({ id, name }) => [id, name])),
    enabled: isWanted,
  });
  return data;
}

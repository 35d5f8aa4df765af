import type { AccessToken, CreateToken } from '@quarterdeck/contract/identity';
import { toast } from '@quarterdeck/ui';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';

const KEY = ['tokens'] as const;

/** `all`: of everybody, for administrators. */
export function tokensOptions(all: boolean) {
  return queryOptions({
    queryKey: [...KEY, { all }],
    queryFn: ({ signal }) => client.tokens.list({ all, signal }),
    staleTime: 0,
  });
}

function useReread() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}

export function useCreateToken() {
  const reread = useReread();
  return useMutation({
    mutationFn: (token: CreateToken) => client.tokens.create(token),
    onSuccess: reread,
    // The text of a token is nothing to keep.
    gcTime: 0,
  });
}

export function useRevokeToken() {
  const reread = useReread();
  return useMutation({
    mutationFn: ({ id }: AccessToken) => client.tokens.revoke(id),
    onSuccess: async (_, { name }) => {
      toast.success(`${name} revoked`);
      await reread();
    },
  });
}

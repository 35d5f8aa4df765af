import type { User, UserInvite, UserUpdate } from '@quarterdeck/client';
import { toast } from '@quarterdeck/ui';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { useLiveChange } from '../../../lib/live.ts';
import { fullName } from './user-form.ts';

export const usersOptions = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => client.people.users(signal),
  staleTime: 0,
});

/** Reads the users again when accounts or roles changed anywhere. */
export function useLiveUsers(): void {
  const queries = useQueryClient();
  useLiveChange('access', () => void queries.invalidateQueries({ queryKey: usersOptions.queryKey }));
}

function useReread() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: usersOptions.queryKey });
}

export function useInviteUser() {
  const reread = useReread();
  return useMutation({ mutationFn: (user: UserInvite) => client.people.invite(user), onSuccess: reread });
}

/** Texts of the toasts: spec 3 §8. */
export function useUpdateUser() {
  const reread = useReread();
  return useMutation({
    mutationFn: (user: UserUpdate) => client.people.update(user),
    onSuccess: async (_, user) => {
      toast.success(`${fullName(user)} updated successfully`);
      await reread();
    },
  });
}

export function useDeleteUser() {
  const reread = useReread();
  return useMutation({
    mutationFn: ({ id }: User) => client.people.remove(id),
    onSuccess: async () => {
      toast.success('user deleted successfully');
      await reread();
    },
  });
}

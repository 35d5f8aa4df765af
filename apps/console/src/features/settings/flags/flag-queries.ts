import { ClientError, type PropertyDetail } from '@quarterdeck/client';
import { toast } from '@quarterdeck/ui';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { propertyKeys } from '../../../lib/properties.ts';
import { useSession } from '../../../lib/session.ts';
import { FLAG_TEXTS, type FlagDraft } from './flag-form.ts';

export const flagsOptions = queryOptions({
  queryKey: propertyKeys.details,
  queryFn: ({ signal }) => client.properties.details(signal),
  staleTime: 0,
});

function useReread() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: propertyKeys.all });
}

/** Saves a flag: a new one, or the value of `saved`. */
export function useSaveFlag(saved: PropertyDetail | undefined, onSaved: () => void) {
  const { person } = useSession();
  const reread = useReread();
  return useMutation({
    mutationFn: (flag: FlagDraft) =>
      saved === undefined ? client.properties.create(flag, person.id) : client.properties.update(flag),
    onSuccess: async () => {
      onSaved();
      toast.success(saved === undefined ? FLAG_TEXTS.added : FLAG_TEXTS.updated);
      await reread();
    },
    onError: async (error) => {
      const isTaken = saved === undefined && error instanceof ClientError && error.status === 409;
      toast.error('The feature flag could not be saved', { description: isTaken ? FLAG_TEXTS.isTaken : error.message });
      if (isTaken) await reread();
    },
  });
}

/** Removes a flag and offers to set it again. */
export function useRemoveFlag(onRemoved: () => void) {
  const { person } = useSession();
  const reread = useReread();
  const restore = useMutation({
    mutationFn: ({ name, value, createdBy }: PropertyDetail) =>
      client.properties.create({ name, value }, createdBy?.id ?? person.id),
    onSuccess: (_, { name }) => toast.success(`${name} restored`),
    onError: (error, { name }) => toast.error(`${name} could not be restored`, { description: error.message }),
    onSettled: reread,
  });
  return useMutation({
    mutationFn: ({ name }: PropertyDetail) => client.properties.remove(name),
    onSuccess: async (_, flag) => {
      onRemoved();
      toast.undo(FLAG_TEXTS.removed, () => restore.mutate(flag));
      await reread();
    },
    onError: (error) => toast.error('The feature flag could not be removed', { description: error.message }),
  });
}

import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { checkKeys, checkOptions } from './check-queries.ts';

/** Runs the check at once, tells how it went and reads everything about it again. */
export function useRunNow(checkId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await client.health.runNow(checkId);
      await queries.invalidateQueries({ queryKey: checkKeys.all(checkId) });
      return queries.fetchQuery(checkOptions(checkId));
    },
    onSuccess: (check) => {
      if (check.status === 'unhealthy') toast.error(`${check.name} is unhealthy`);
      else toast.success(check.status === 'healthy' ? `${check.name} is healthy` : `${check.name} ran`);
    },
    onError: (error) => toast.error('The check could not be run', { description: error.message }),
  });
}

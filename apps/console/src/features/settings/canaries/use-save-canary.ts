import { ClientError } from '@quarterdeck/client';
import type { CanaryRow } from '@quarterdeck/contract/health';
import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { canaryKeys } from './canary-queries.ts';
import { canaryWrite } from './canary-text.ts';
import type { CanaryEditor } from './use-canary-editor.ts';

export interface SaveOptions {
  editor: CanaryEditor;
  /** The canary as it stands on the server; undefined for a new one. */
  saved: CanaryRow | undefined;
  onSaved(row: CanaryRow, text: string): void;
}

/** Saves the text as it stands; what the server finds wrong with it goes back to the fields and lines. */
export function useSaveCanary({ editor, saved, onSaved }: SaveOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => {
      const canary = canaryWrite(text);
      return saved === undefined ? client.canaries.create(canary) : client.canaries.update(saved.id, canary);
    },
    onSuccess: async (written, text) => {
      const { checks: _checks, issues: _issues, ...row } = written;
      queries.setQueryData(canaryKeys.one(written.id), row);
      onSaved(row, text);
      toast.success(`${written.name} ${saved === undefined ? 'added' : 'updated'} successfully`);
      await queries.invalidateQueries({ queryKey: canaryKeys.lists });
    },
    onError: (error, text) => {
      if (error instanceof ClientError && error.issues.length > 0) editor.reportIssues(error.issues, text);
      toast.error('The canary could not be saved', { description: error.message });
    },
  });
}

/** Takes a soft delete back. */
export function useRestoreCanary() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (row: Pick<CanaryRow, 'id' | 'name'>) => client.canaries.restore(row.id),
    onSuccess: (_answer, row) => toast.success(`${row.name} restored`),
    onError: (error, row) => toast.error(`${row.name} could not be restored`, { description: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: canaryKeys.all }),
  });
}

/** Deletes softly and offers to take it back. */
export function useDeleteCanary(onDeleted: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: canaryKeys.lists });
  const { mutate: restore } = useRestoreCanary();
  return useMutation({
    mutationFn: (row: CanaryRow) => client.canaries.remove(row.id),
    onSuccess: async (_answer, row) => {
      onDeleted();
      toast.undo(`${row.name} deleted successfully`, () => restore(row));
      queries.removeQueries({ queryKey: canaryKeys.one(row.id) });
      await refresh();
    },
    onError: (error, row) => toast.error(`${row.name} could not be deleted`, { description: error.message }),
  });
}

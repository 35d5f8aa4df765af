import { ClientError } from '@quarterdeck/client';
import type { Connection } from '@quarterdeck/contract/connections';
import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { connectionKeys } from '../../../lib/connections.ts';
import type { ConnectionEditor } from './use-connection-editor.ts';

export interface SaveOptions {
  editor: ConnectionEditor;
  /** The connection as it stands on the server; undefined for a new one. */
  saved: Connection | undefined;
  onSaved(row: Connection): void;
}

/** Saves the form as it stands. Texts of the toasts: spec 2 §8. */
export function useSaveConnection({ editor, saved, onSaved }: SaveOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      saved === undefined ? client.connections.create(editor.write()) : client.connections.update(saved.id, editor.write()),
    onSuccess: async (row) => {
      queries.setQueryData(connectionKeys.one(row.id), row);
      onSaved(row);
      toast.success(saved === undefined ? 'Connection added successfully' : 'Connection updated successfully');
      await queries.invalidateQueries({ queryKey: connectionKeys.lists });
    },
    onError: (error) => {
      if (error instanceof ClientError && error.code === 'CONFLICT') {
        editor.report('name', `There is a connection with this name in ${editor.draft.namespace.trim()}`);
      }
      toast.error('The connection could not be saved', { description: error.message });
    },
  });
}

/** Takes a soft delete back. */
function useRestoreConnection() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Connection) => client.connections.restore(id),
    onSuccess: (_answer, { name }) => toast.success(`${name} restored`),
    onError: (error, { name }) => toast.error(`${name} could not be restored`, { description: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionKeys.all }),
  });
}

/** Deletes softly and offers to take it back. Rejects with what the server said. */
export function useDeleteConnection(onDeleted: () => void) {
  const queries = useQueryClient();
  const { mutate: restore } = useRestoreConnection();
  return useMutation({
    mutationFn: ({ id }: Connection) => client.connections.remove(id),
    onSuccess: async (_answer, row) => {
      onDeleted();
      toast.undo('Connection deleted successfully', () => restore(row));
      queries.removeQueries({ queryKey: connectionKeys.one(row.id) });
      await queries.invalidateQueries({ queryKey: connectionKeys.lists });
    },
  });
}

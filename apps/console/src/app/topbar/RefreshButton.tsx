import { IconButton } from '@quarterdeck/ui';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';

/** Reads everything on the screen again; spins while anything is being read. */
export function RefreshButton() {
  const queries = useQueryClient();
  const isLoading = useIsFetching() > 0;
  return (
    <IconButton
      icon={RotateCw}
      label="Refresh"
      className={isLoading ? 'app-refresh is-loading' : 'app-refresh'}
      aria-busy={isLoading}
      onClick={() => void queries.invalidateQueries()}
    />
  );
}

import { ErrorState } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { errorView } from '../../../lib/error-view.ts';

interface ListState {
  readonly isError: boolean;
  readonly data: unknown;
  readonly error: unknown;
  refetch(): void;
}

/** What stands in for a table whose rows could not be loaded; undefined while there are rows, from earlier too. */
export function listFailure(list: ListState, title: string): ReactNode {
  if (!list.isError || list.data !== undefined) return undefined;
  return <ErrorState {...errorView(title, list.error)} onRetry={list.refetch} />;
}

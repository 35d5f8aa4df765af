import type { Connection } from '@quarterdeck/contract/connections';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connectionKeys } from '../../../lib/connections.ts';
import { useLiveChange } from '../../../lib/live.ts';
import type { ConnectionEditor } from './use-connection-editor.ts';

export interface SavedConnection {
  /** Someone else saved the connection while it was being changed here. */
  readonly isOutdated: boolean;
  /** Goes on with the own values. */
  keepMine(): void;
  /** Drops the own values for what the other one saved. */
  takeTheirs(): void;
  /** The own values were saved as this row. */
  accept(row: Connection): void;
}

/** Watches the saved connection behind the form. An unchanged form follows it; a changed one is never overwritten unasked. */
export function useSavedConnection(saved: Connection | undefined, editor: ConnectionEditor): SavedConnection {
  const queries = useQueryClient();
  const [base, setBase] = useState(saved);
  useLiveChange('connection', ({ subject }) => {
    if (subject === saved?.id) void queries.invalidateQueries({ queryKey: connectionKeys.one(subject) });
  });
  const differs = saved !== undefined && base !== undefined && saved.updated_at !== base.updated_at;
  const { isChanged, load } = editor;
  useEffect(() => {
    if (!differs || isChanged) return;
    setBase(saved);
    load(saved);
  }, [differs, isChanged, saved, load]);
  return {
    isOutdated: differs && isChanged,
    keepMine: () => setBase(saved),
    takeTheirs: () => {
      if (saved === undefined) return;
      setBase(saved);
      load(saved);
    },
    accept(row) {
      setBase(row);
      load(row);
    },
  };
}

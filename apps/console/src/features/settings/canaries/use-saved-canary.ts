import type { CanaryRow } from '@quarterdeck/contract/health';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveChange } from '../../../lib/live.ts';
import { canaryKeys } from './canary-queries.ts';
import { canaryText } from './canary-text.ts';
import type { CanaryEditor } from './use-canary-editor.ts';

export interface SavedCanary {
  /** Someone else saved the canary while it was being changed here. */
  readonly isOutdated: boolean;
  /** Goes on with the own text, now against what the other one saved. */
  keepMine(): void;
  /** Drops the own text for what the other one saved. */
  takeTheirs(): void;
  /** The own text was saved as this row. */
  accept(row: CanaryRow): void;
}

/** Watches the saved canary behind the editor. Unchanged text follows it; changed text is never overwritten unasked. */
export function useSavedCanary(saved: CanaryRow | undefined, editor: CanaryEditor): SavedCanary {
  const queries = useQueryClient();
  const [base, setBase] = useState(saved);
  useLiveChange('canary', ({ subject }) => {
    if (subject === saved?.id) void queries.invalidateQueries({ queryKey: canaryKeys.one(subject) });
  });
  const differs = saved !== undefined && base !== undefined && saved.updated_at !== base.updated_at;
  const { isChanged, load } = editor;
  useEffect(() => {
    if (!differs || isChanged) return;
    setBase(saved);
    load(canaryText(saved));
  }, [differs, isChanged, saved, load]);
  return {
    isOutdated: differs && isChanged,
    keepMine: () => setBase(saved),
    takeTheirs: () => {
      if (saved === undefined) return;
      setBase(saved);
      load(canaryText(saved));
    },
    accept: setBase,
  };
}

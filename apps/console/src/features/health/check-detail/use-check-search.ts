import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type CheckDetailSearch, CheckDetailSearchSchema } from './check-detail-search.ts';

/** The panel's part of the address and the way to change it; other parameters stay. */
export function useCheckSearch(): [CheckDetailSearch, (change: Partial<CheckDetailSearch>) => void] {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => CheckDetailSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const change = useCallback(
    (next: Partial<CheckDetailSearch>) => {
      void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...next }) });
    },
    [navigate],
  );
  return [search, change];
}

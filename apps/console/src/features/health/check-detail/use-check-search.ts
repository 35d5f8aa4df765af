import { useMemo } from 'react';
import { useSearchParams } from '../../../lib/search-params.ts';
import { type CheckDetailSearch, CheckDetailSearchSchema } from './check-detail-search.ts';

/** The panel's part of the address and the way to change it; other parameters stay. */
export function useCheckSearch(): [CheckDetailSearch, (change: Partial<CheckDetailSearch>) => void] {
  const [params, changeParams] = useSearchParams();
  const search = useMemo(() => CheckDetailSearchSchema.parse(params), [params]);
  const change = (next: Partial<CheckDetailSearch>) => {
    changeParams(
      Object.fromEntries(Object.entries(next).map(([name, value]) => [name, value === undefined ? undefined : String(value)])),
    );
  };
  return [search, change];
}

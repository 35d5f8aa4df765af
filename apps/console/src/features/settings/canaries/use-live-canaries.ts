import { useQueryClient } from '@tanstack/react-query';
import { useLiveChange } from '../../../lib/live.ts';
import { canaryKeys } from './canary-queries.ts';

/** Reads the list again when a canary was added, changed or deleted anywhere. */
export function useLiveCanaries(): void {
  const queries = useQueryClient();
  useLiveChange('canary', () => void queries.invalidateQueries({ queryKey: canaryKeys.lists }));
}

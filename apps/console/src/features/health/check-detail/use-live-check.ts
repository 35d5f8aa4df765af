import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveChange, useLiveResult } from '../../../lib/live.ts';
import { checkKeys } from './check-queries.ts';

/** Everything about the check is read again at most this often, however many results arrive. */
const REREAD_MS = 1_000;

function reread(queries: QueryClient, checkId: string): void {
  void queries.invalidateQueries({ queryKey: checkKeys.all(checkId) });
}

/** Keeps the panel current: a new result or a change of the check reads its figures and history again. */
export function useLiveCheck(checkId: string): void {
  const queries = useQueryClient();
  const last = useRef(0);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits belongs to the check that was shown
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [checkId],
  );
  const onNews = () => {
    if (waiting.current !== undefined) return;
    const waitMs = Math.max(0, last.current + REREAD_MS - performance.now());
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      last.current = performance.now();
      reread(queries, checkId);
    }, waitMs);
  };
  useLiveResult(checkId, onNews);
  useLiveChange('check', ({ subject }) => {
    if (subject === checkId) onNews();
  });
}

import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { watchUnsaved } from '../../lib/unsaved.ts';

export interface UnsavedGuard {
  readonly isAsking: boolean;
  leave(): void;
  stay(): void;
}

/** Holds back leaving the page while there are unsaved changes; a change of the view inside the page passes. */
export function useUnsavedGuard(mayLeave: () => boolean): UnsavedGuard {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !mayLeave() && current.pathname !== next.pathname,
    enableBeforeUnload: () => !mayLeave(),
    withResolver: true,
  });
  const isUnsaved = useEffectEvent(() => !mayLeave());
  useEffect(() => watchUnsaved(() => isUnsaved()), []);
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

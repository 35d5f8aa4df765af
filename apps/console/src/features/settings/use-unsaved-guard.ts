import { useBlocker } from '@tanstack/react-router';

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
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

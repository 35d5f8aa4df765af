import { useEffect, useSyncExternalStore } from 'react';

let name: string | undefined;
const listeners = new Set<() => void>();

function setName(next: string | undefined): void {
  name = next;
  for (const listener of listeners) listener();
}

/** Names the page after what it shows, in the breadcrumb and in the title of the window, while it is open. */
export function usePageName(pageName: string | undefined): void {
  useEffect(() => {
    setName(pageName);
    return () => setName(undefined);
  }, [pageName]);
}

/** The name the open page gave itself. */
export function useGivenPageName(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => name,
  );
}

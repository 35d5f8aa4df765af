import { useSyncExternalStore } from 'react';

/** Where the page would have gone to sign in, while it stays for what was typed. */
let signInHref: string | undefined;
const listeners = new Set<() => void>();

function set(next: string | undefined): void {
  if (next === signInHref) return;
  signInHref = next;
  for (const listener of listeners) listener();
}

/** Keeps the page although somebody has to sign in. */
export function holdPage(href: string): void {
  set(href);
}

/** Somebody is signed in again. */
export function releasePage(): void {
  set(undefined);
}

/** The address of the sign-in that the held page needs; undefined for a page that is not held. */
export function useHeldPage(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => signInHref,
  );
}

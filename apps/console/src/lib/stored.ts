import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Reads a preference of this browser; null when there is none or nothing may be stored. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a preference, or removes it with null. A browser that stores nothing forgets it; everything works all the same. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** A preference of this browser, current in all tabs. */
export function useStored(key: string): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => readStored(key));
  return [value, useCallback((next: string | null) => writeStored(key, next), [key])];
}

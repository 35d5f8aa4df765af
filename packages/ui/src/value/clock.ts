import { useCallback, useSyncExternalStore } from 'react';

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  if (document.visibilityState === 'hidden') return;
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    nowMs = Date.now();
    timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

/**
 * A value derived from the current time, from one timer of one second for the whole page. The component renders again only
 * when the derived value changes, so derive a primitive.
 */
export function useNow<Value extends string | number | boolean>(derive: (nowMs: number) => Value): Value {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => derive(nowMs), [derive]),
  );
}

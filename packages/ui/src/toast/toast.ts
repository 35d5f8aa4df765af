import type { ReactNode } from 'react';

export type ToastKind = 'success' | 'error' | 'info' | 'undo';

export interface ToastAction {
  label: string;
  onClick(): void;
}

export interface ToastOptions {
  /** Second line: the cause. */
  description?: ReactNode;
  action?: ToastAction;
  /** How long it stays, in milliseconds. Default 5,000; 0 keeps it until dismissed. */
  durationMs?: number;
}

export interface Toast extends ToastOptions {
  id: number;
  kind: ToastKind;
  title: ReactNode;
}

const defaultDurationMs = 5000;
const mostShown = 4;

let toasts: readonly Toast[] = [];
let nextId = 1;
const timers = new Map<number, { timer: ReturnType<typeof setTimeout> | undefined; endsAt: number; leftMs: number }>();
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function dismissToast(id: number) {
  clearTimeout(timers.get(id)?.timer);
  timers.delete(id);
  set(toasts.filter((toast) => toast.id !== id));
}

function show(kind: ToastKind, title: ReactNode, options: ToastOptions = {}): number {
  const id = nextId;
  nextId += 1;
  const durationMs = options.durationMs ?? defaultDurationMs;
  const kept = toasts.slice(-(mostShown - 1));
  for (const old of toasts) if (!kept.includes(old)) clearTimeout(timers.get(old.id)?.timer);
  set([...kept, { ...options, id, kind, title }]);
  if (durationMs > 0) {
    timers.set(id, {
      timer: setTimeout(() => dismissToast(id), durationMs),
      endsAt: performance.now() + durationMs,
      leftMs: durationMs,
    });
  }
  return id;
}

/** Stops the clocks while someone points at the toasts. */
export function pauseToasts() {
  for (const entry of timers.values()) {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.leftMs = Math.max(1000, entry.endsAt - performance.now());
  }
}

/** Lets the clocks run on. */
export function resumeToasts() {
  for (const [id, entry] of timers) {
    if (entry.timer !== undefined) continue;
    entry.endsAt = performance.now() + entry.leftMs;
    entry.timer = setTimeout(() => dismissToast(id), entry.leftMs);
  }
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readToasts() {
  return toasts;
}

/** Says what just happened. Each call answers the id for `toast.dismiss`. */
export const toast = {
  success: (title: ReactNode, options?: ToastOptions) => show('success', title, options),
  error: (title: ReactNode, options?: ToastOptions) => show('error', title, options),
  info: (title: ReactNode, options?: ToastOptions) => show('info', title, options),
  /** After a soft delete: `sftp-leeds deleted successfully` with an Undo button. */
  undo: (title: ReactNode, onUndo: () => void, options?: ToastOptions) =>
    show('undo', title, { ...options, action: { label: 'Undo', onClick: onUndo } }),
  dismiss: dismissToast,
};

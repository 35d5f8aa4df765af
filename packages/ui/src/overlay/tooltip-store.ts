import type { ReactNode } from 'react';

/** Where the tooltip points: a rectangle in viewport pixels. */
export interface TooltipAnchor {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface TooltipState {
  content: ReactNode;
  anchor: TooltipAnchor;
  side: 'top' | 'bottom';
}

/** Element id of the one tooltip, for `aria-describedby`. */
export const tooltipId = 'qd-tooltip';

const openDelayMs = 350;
const closeDelayMs = 80;
const warmMs = 400;

let current: TooltipState | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let warmUntil = 0;
const listeners = new Set<() => void>();

function set(next: TooltipState | undefined) {
  if (current && !next) warmUntil = performance.now() + warmMs;
  current = next;
  for (const listener of listeners) listener();
}

/** Shows the tooltip after the usual delay, or at once while another one is or was just open. */
export function showTooltip(next: TooltipState, options: { immediate?: boolean } = {}) {
  clearTimeout(timer);
  if (options.immediate || current || performance.now() < warmUntil) set(next);
  else timer = setTimeout(() => set(next), openDelayMs);
}

/** Hides the tooltip after a short delay, so that the pointer can move onto it. */
export function hideTooltip(options: { immediate?: boolean } = {}) {
  clearTimeout(timer);
  if (!current) return;
  if (options.immediate) set(undefined);
  else timer = setTimeout(() => set(undefined), closeDelayMs);
}

/** Keeps the open tooltip while the pointer rests on it. */
export function keepTooltip() {
  if (current) clearTimeout(timer);
}

export function subscribeTooltip(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readTooltip() {
  return current;
}

export function anchorOf(element: Element): TooltipAnchor {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

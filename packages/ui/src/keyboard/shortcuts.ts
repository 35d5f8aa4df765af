import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface ShortcutOptions {
  /** What the key does, for the help. Shortcuts without one are not listed. */
  description?: string;
  /** Heading in the help. Default `This page`. */
  scope?: string;
  enabled?: boolean;
  /** Also when the focus is in a text field. Default: only for keys with Mod. */
  inFields?: boolean;
}

/** A registered shortcut as the help shows it. */
export interface ShortcutInfo {
  keys: string;
  description: string;
  scope: string;
}

interface Registration extends ShortcutInfo {
  inFields: boolean;
  handler: (event: KeyboardEvent) => void;
}

let registrations: readonly Registration[] = [];
let listed: readonly ShortcutInfo[] = [];
const listeners = new Set<() => void>();

function update(next: readonly Registration[]) {
  if (registrations.length === 0 && next.length > 0) document.addEventListener('keydown', onKeyDown);
  if (registrations.length > 0 && next.length === 0) document.removeEventListener('keydown', onKeyDown);
  registrations = next;
  listed = next.filter(({ description }) => description !== '');
  for (const listener of listeners) listener();
}

function isField(target: EventTarget | null) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Whether a key event is the given combination: `j`, `?`, `/`, `[`, `Mod+K`, `Shift+Enter`, `Escape`. */
export function matchesKeys(
  keys: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  const parts = keys.length === 1 ? [keys] : keys.split('+');
  const key = parts[parts.length - 1] ?? '';
  const wantsMod = parts.includes('Mod');
  if (wantsMod !== (event.ctrlKey || event.metaKey) || parts.includes('Alt') !== event.altKey) return false;
  if (event.key.toLowerCase() !== key.toLowerCase()) return false;
  // Shift makes characters such as `?`; for letters and named keys it has to be asked for.
  return /^([a-z]|.{2,})$/i.test(key) ? parts.includes('Shift') === event.shiftKey : true;
}

/** Whether a modal layer is open: page shortcuts then stay silent. */
function isModalOpen() {
  return document.querySelector('.qd-dialog') !== null;
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  const inField = isField(event.target);
  const modal = isModalOpen();
  // The last registered wins: a panel or dialog over the page.
  for (let index = registrations.length - 1; index >= 0; index -= 1) {
    const registration = registrations[index];
    if (!registration || !matchesKeys(registration.keys, event)) continue;
    if (inField && !registration.inFields) continue;
    if (modal && !registration.keys.startsWith('Mod')) continue;
    event.preventDefault();
    registration.handler(event);
    return;
  }
}

/** Registers a keyboard shortcut while the component is mounted and lists it in the keyboard help. */
export function useShortcut(keys: string, handler: (event: KeyboardEvent) => void, options: ShortcutOptions = {}) {
  const { description = '', scope = 'This page', enabled = true, inFields = keys.startsWith('Mod') } = options;
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (!enabled) return;
    const registration: Registration = { keys, description, scope, inFields, handler: (event) => latest.current(event) };
    update([...registrations, registration]);
    return () => update(registrations.filter((other) => other !== registration));
  }, [keys, description, scope, enabled, inFields]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The shortcuts that work now, in the order of their registration. */
export function useShortcutList(): readonly ShortcutInfo[] {
  return useSyncExternalStore(subscribe, () => listed);
}

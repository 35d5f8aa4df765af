import { lazy } from 'react';

/**
 * The floating layers (popover, menu, dialog) live in one chunk that loads on the first intent to open one,
 * so that no page pays for them before they are needed.
 */
const load = () => import('./layers.ts');

/** Starts loading the floating layers; call it when the pointer or the focus reaches something that opens one. */
export function preloadLayers() {
  void load().catch(() => {
    // A failed preload is tried again when the layer opens, where an error boundary can show it.
  });
}

export const PopoverLayer = lazy(() => load().then((layers) => ({ default: layers.PopoverLayer })));
export const MenuLayer = lazy(() => load().then((layers) => ({ default: layers.MenuLayer })));
export const DialogLayer = lazy(() => load().then((layers) => ({ default: layers.DialogLayer })));

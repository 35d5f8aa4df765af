import { lazyPart } from '../lazy-part.ts';

/**
 * The floating layers (popover, menu, dialog) live in one chunk that loads on the first intent to open one,
 * so that no page pays for them before they are needed.
 */
const load = () => import('./layers.ts');

export const PopoverLayer = lazyPart(async () => (await load()).PopoverLayer);
export const MenuLayer = lazyPart(async () => (await load()).MenuLayer);
export const DialogLayer = lazyPart(async () => (await load()).DialogLayer);

/** Starts loading the floating layers; call it when the pointer or the focus reaches something that opens one. */
export function preloadLayers() {
  for (const layer of [PopoverLayer, MenuLayer, DialogLayer]) layer.preload();
}

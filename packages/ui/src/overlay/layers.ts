export { DialogLayer } from './DialogLayer.tsx';
export { MenuLayer } from './MenuLayer.tsx';
export { PopoverLayer } from './PopoverLayer.tsx';

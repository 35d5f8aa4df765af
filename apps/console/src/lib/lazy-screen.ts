import { loadPart } from '@quarterdeck/ui';
import { lazyRouteComponent } from '@tanstack/react-router';

/** A screen whose code is loaded when it is first opened; without its code it throws PartNotLoaded. */
export const lazyScreen: typeof lazyRouteComponent = (load, exportName) => lazyRouteComponent(() => loadPart(load), exportName);

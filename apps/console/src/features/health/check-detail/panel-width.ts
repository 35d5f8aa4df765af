import { readStored, writeStored } from '../../../lib/stored.ts';

const KEY = 'quarterdeck.check-panel-width';
/** Until someone drags it: narrower on small screens, so that the names in the list stay readable. */
const DEFAULT_PX = { narrow: 460, wide: 500 } as const;
const NARROW_BELOW_PX = 1400;
const BOUNDS_PX = { min: 400, max: 1600 } as const;

/** Width of the panel in pixels as this person left it. */
export const panelWidth = {
  read(): number {
    const stored = Number(readStored(KEY));
    if (stored >= BOUNDS_PX.min && stored <= BOUNDS_PX.max) return stored;
    return innerWidth < NARROW_BELOW_PX ? DEFAULT_PX.narrow : DEFAULT_PX.wide;
  },
  write(width: number): void {
    writeStored(KEY, String(Math.round(width)));
  },
};

import { readStored, writeStored } from '../../../lib/stored.ts';

const KEY = 'quarterdeck.check-panel-width';
const DEFAULT_PX = 520;
const BOUNDS_PX = { min: 400, max: 1600 } as const;

/** Width of the panel in pixels as this person left it. */
export const panelWidth = {
  read(): number {
    const stored = Number(readStored(KEY) ?? DEFAULT_PX);
    return stored >= BOUNDS_PX.min && stored <= BOUNDS_PX.max ? stored : DEFAULT_PX;
  },
  write(width: number): void {
    writeStored(KEY, String(Math.round(width)));
  },
};

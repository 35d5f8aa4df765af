const KEY = 'quarterdeck.check-panel-width';
const DEFAULT_PX = 520;

/** Width of the panel in pixels as this person left it; a personal preference, so it lives in the browser. */
export const panelWidth = {
  read(): number {
    try {
      const stored = Number(localStorage.getItem(KEY));
      return Number.isFinite(stored) && stored >= 320 && stored <= 1600 ? stored : DEFAULT_PX;
    } catch {
      return DEFAULT_PX;
    }
  },
  write(width: number): void {
    try {
      localStorage.setItem(KEY, String(Math.round(width)));
    } catch {
      // A browser that stores nothing forgets the width; the panel works all the same.
    }
  },
};

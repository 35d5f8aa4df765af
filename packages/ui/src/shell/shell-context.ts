import { createContext, useContext } from 'react';

export interface ShellState {
  /** The sidebar shows icons only. */
  isFolded: boolean;
  /** Phone width: the sidebar is a drawer. */
  isPhone: boolean;
  isDrawerOpen: boolean;
  openDrawer(): void;
  closeDrawer(): void;
  toggleFold(): void;
  /** Element that takes the side panel of the page, beside the content. */
  panelSlot: HTMLElement | null;
}

export const ShellContext = createContext<ShellState | undefined>(undefined);

/** The state of the surrounding Shell; undefined outside one. */
export function useShell(): ShellState | undefined {
  return useContext(ShellContext);
}

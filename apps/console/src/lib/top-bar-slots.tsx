import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

export interface TopBarElements {
  /** Left of the live dot: time range, refresh rate. */
  tools: HTMLElement | null;
  /** Actions of the page. */
  actions: HTMLElement | null;
}

export const TopBarContext = createContext<TopBarElements>({ tools: null, actions: null });

/** Puts tools of the page into the top bar, left of the live dot. */
export function TopBarTools({ children }: { children: ReactNode }) {
  const { tools } = useContext(TopBarContext);
  return tools === null ? null : createPortal(children, tools);
}

/** Puts actions of the page into the top bar; they leave on a phone. */
export function TopBarActions({ children }: { children: ReactNode }) {
  const { actions } = useContext(TopBarContext);
  return actions === null ? null : createPortal(children, actions);
}

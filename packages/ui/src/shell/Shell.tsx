import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { classNames } from '../class-name.ts';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { ShellContext, type ShellState } from './shell-context.ts';
import { useIsPhone, useMedia } from './use-media.ts';

export interface ShellProps {
  sidebar: ReactNode;
  topbar: ReactNode;
  /** The page. It scrolls inside the main region. */
  children: ReactNode;
  /** The person's choice, to be remembered; below 1024 px the sidebar folds itself. */
  folded?: boolean;
  onFoldedChange?: (folded: boolean) => void;
  /** Changes with the address: closes the drawer and scrolls to the top. */
  locationKey?: string;
}

/** The frame of every page: sidebar, top bar, content, and a slot for the side panel. */
export function Shell({ sidebar, topbar, children, folded = false, onFoldedChange, locationKey }: ShellProps) {
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(max-width: 1023px)');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [panelSlot, setPanelSlot] = useState<HTMLElement | null>(null);
  const isFolded = !isPhone && (folded || isNarrow);

  useShortcut('[', () => onFoldedChange?.(!folded), { description: 'Fold the sidebar', scope: 'Everywhere', enabled: !isNarrow });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the signal, not a value that is read
  useEffect(() => setDrawerOpen(false), [locationKey, isPhone]);
  useEffect(() => {
    if (!isDrawerOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrawerOpen(false);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isDrawerOpen]);

  const state = useMemo<ShellState>(
    () => ({
      isFolded,
      isPhone,
      isDrawerOpen: isPhone && isDrawerOpen,
      openDrawer: () => setDrawerOpen(true),
      closeDrawer: () => setDrawerOpen(false),
      toggleFold: () => onFoldedChange?.(!folded),
      panelSlot,
    }),
    [isFolded, isPhone, isDrawerOpen, folded, onFoldedChange, panelSlot],
  );
  return (
    <ShellContext value={state}>
      <a className="qd-skip" href="#main">
        Skip to content
      </a>
      <div className={classNames('qd-shell', isFolded && 'is-folded')}>
        {sidebar}
        {state.isDrawerOpen && <div className="qd-drawer-scrim" onPointerDown={() => setDrawerOpen(false)} />}
        <div className="qd-frame" inert={state.isDrawerOpen || undefined}>
          {topbar}
          <main className="qd-main" id="main" tabIndex={-1}>
            {children}
          </main>
          <div ref={setPanelSlot} style={{ display: 'contents' }} />
        </div>
      </div>
    </ShellContext>
  );
}

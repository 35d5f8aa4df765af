import { Breadcrumb, ErrorBoundary, KeyboardHelp, Shell, ToolDivider, TopBar, useNavigateTo, useShortcut } from '@quarterdeck/ui';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useHosted } from '../lib/hosted.ts';
import { useGivenPageName } from '../lib/page-name.ts';
import { renewPage } from '../lib/renew-page.ts';
import { useStored } from '../lib/stored.ts';
import { TopBarContext } from '../lib/top-bar-slots.tsx';
import { AppSidebar } from './AppSidebar.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { PalettePart, usePreloadedPalette } from './PalettePart.tsx';
import { ScreenGuard } from './ScreenGuard.tsx';
import { SIDEBAR_KEY } from './sidebar-key.ts';
import { BellLink } from './topbar/BellLink.tsx';
import { HelpMenu } from './topbar/HelpMenu.tsx';
import { LiveMenu } from './topbar/LiveMenu.tsx';
import { NoSignInBadge } from './topbar/NoSignInBadge.tsx';
import { RefreshButton } from './topbar/RefreshButton.tsx';
import { UserMenu } from './topbar/UserMenu.tsx';
import { useGoToKeys } from './use-go-to-keys.ts';

/** Where the page is, from its route and the name it gave itself. */
function usePlace() {
  const matches = useMatches();
  const given = useGivenPageName();
  const { title, crumbs = [] } = matches.at(-1)?.staticData ?? {};
  const name = given ?? title;
  const items = useMemo(() => (name === undefined ? crumbs : [...crumbs, { label: name }]), [name, crumbs]);
  // The address is ahead of the screen while the next screen is on its way.
  return { name, items, screenId: matches.at(-1)?.id };
}

/** The frame around every screen. */
export function AppShell() {
  const { pathname, href } = useLocation();
  const [collapsed, setCollapsed] = useStored(SIDEBAR_KEY);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const hosted = useHosted();
  const slots = useMemo(() => ({ tools, actions }), [tools, actions]);
  const { name, items, screenId } = usePlace();

  useEffect(() => {
    document.title = name === undefined ? 'Quarterdeck' : `${name} · Quarterdeck`;
  }, [name]);
  useShortcut('Mod+K', () => setPaletteOpen((open) => !open), { description: 'Search or run', scope: 'Everywhere' });
  useShortcut('?', () => setHelpOpen(true), { description: 'Keyboard shortcuts', scope: 'Everywhere' });
  const navigate = useNavigateTo();
  useGoToKeys(navigate);
  usePreloadedPalette();

  return (
    <TopBarContext value={slots}>
      <Shell
        folded={collapsed === 'true'}
        onFoldedChange={(folded) => setCollapsed(String(folded))}
        locationKey={pathname}
        sidebar={<AppSidebar onSearch={() => setPaletteOpen(true)} onHelp={() => setHelpOpen(true)} />}
        topbar={
          <TopBar
            breadcrumb={<Breadcrumb items={items} />}
            actions={<span ref={setActions} className="app-slot" />}
            tools={
              <>
                <span ref={setTools} className="app-slot" />
                <LiveMenu />
                <RefreshButton />
                <ToolDivider />
                <NoSignInBadge />
                {hosted?.organisations}
                <BellLink />
                <HelpMenu onKeyboardHelp={() => setHelpOpen(true)} />
                <UserMenu />
              </>
            }
          />
        }
      >
        <ConnectionNotice />
        <ErrorBoundary key={screenId} onError={renewPage}>
          <Suspense fallback={null}>
            <ScreenGuard>
              <Outlet />
            </ScreenGuard>
          </Suspense>
        </ErrorBoundary>
      </Shell>
      {isPaletteOpen && <PalettePart key={href} onClose={() => setPaletteOpen(false)} onKeyboardHelp={() => setHelpOpen(true)} />}
      <KeyboardHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </TopBarContext>
  );
}

import { useRouter } from '@tanstack/react-router';
import { Activity, type LucideIcon, Settings2 } from 'lucide-react';
import { useMemo } from 'react';
import { type Session, useSession } from '../lib/session.ts';
import { obstacleOf, type ScreenRules } from './screen-rules.ts';

export interface SubScreen {
  readonly label: string;
  readonly href: string;
}

export interface Screen extends SubScreen {
  readonly icon: LucideIcon;
  /** The second key after `g`. */
  readonly goKey: string;
  /** Sorted by name. The screen is there only when one of them is. */
  readonly children?: readonly SubScreen[];
}

const SETTINGS = '/settings';

/** The screens of the main navigation, in the order of the sidebar. Who sees them stands at their routes. */
export const SCREENS: readonly Screen[] = [
  { label: 'Health', href: '/health', icon: Activity, goKey: 'h' },
  {
    label: 'Settings',
    href: SETTINGS,
    icon: Settings2,
    goKey: 's',
    children: [
      { label: 'Access Tokens', href: '/settings/tokens' },
      { label: 'Audit', href: '/settings/audit' },
      { label: 'Connections', href: '/settings/connections' },
      { label: 'Feature Flags', href: '/settings/feature-flags' },
      { label: 'Health Checks', href: '/settings/canaries' },
      { label: 'Users', href: '/settings/users' },
    ],
  },
];

/** Rules of the route of an address; undefined when there is no such route. */
export type RulesOf = (href: string) => ScreenRules | undefined;

function useRulesOf(): RulesOf {
  const router = useRouter();
  return useMemo(() => {
    const routes: Readonly<Record<string, { options: { staticData?: ScreenRules } } | undefined>> = router.routesByPath;
    return (href) => {
      const route = routes[href];
      return route === undefined ? undefined : (route.options.staticData ?? {});
    };
  }, [router]);
}

/** The screens that somebody sees. Viewers have no settings. Source: spec 1 §2. */
export function visibleScreens(screens: readonly Screen[], rulesOf: RulesOf, session: Omit<Session, 'person'>): Screen[] {
  const isVisible = ({ href }: SubScreen) => {
    const rules = rulesOf(href);
    return rules !== undefined && obstacleOf(rules, session) === undefined;
  };
  return screens.flatMap((screen) => {
    if (screen.href === SETTINGS && session.role === 'viewer') return [];
    if (screen.children === undefined) return isVisible(screen) ? [screen] : [];
    const children = screen.children.filter(isVisible);
    return children.length === 0 ? [] : [{ ...screen, children }];
  });
}

export function useVisibleScreens(): readonly Screen[] {
  const session = useSession();
  const rulesOf = useRulesOf();
  return useMemo(() => visibleScreens(SCREENS, rulesOf, session), [rulesOf, session]);
}

/** Whether there is a screen at an address, and whoever is signed in may see it. */
export function useIsVisible(): (href: string) => boolean {
  const session = useSession();
  const rulesOf = useRulesOf();
  return useMemo(() => {
    return (href) => {
      const rules = rulesOf(href);
      return rules !== undefined && obstacleOf(rules, session) === undefined;
    };
  }, [rulesOf, session]);
}

import { Avatar, lazyPart, Menu, type MenuEntry, type ThemePreference, toast, useTheme } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleUser, Download, KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { Suspense, useState } from 'react';
import { client } from '../../lib/client.ts';
import { useHosted } from '../../lib/hosted.ts';
import { useSession } from '../../lib/session.ts';
import { FRONTEND_VERSION } from '../../lib/version.ts';
import { useIsVisible } from '../screens.ts';
import { signOut } from './sign-out.ts';

const KubeconfigDialog = lazyPart(async () => (await import('./KubeconfigDialog.tsx')).KubeconfigDialog);

const THEMES = [
  { preference: 'light', label: 'Light', icon: Sun },
  { preference: 'dark', label: 'Dark', icon: Moon },
  { preference: 'system', label: 'System', icon: Monitor },
] as const satisfies readonly { preference: ThemePreference; label: string; icon: typeof Sun }[];

const TOKENS = '/settings/tokens';
const SEPARATOR = { type: 'separator' } as const;

/** The theme that the person prefers. */
function useThemeItems(): MenuEntry[] {
  const { preference, setPreference } = useTheme();
  return [
    { type: 'label', label: 'Theme' },
    ...THEMES.map(({ preference: value, label, icon }) => ({
      label,
      icon,
      checked: preference === value,
      onSelect: () => setPreference(value),
    })),
  ];
}

/** What belongs to whoever is signed in. */
function useAccountItems(onKubeconfig: () => void): MenuEntry[] {
  const { mode } = useSession();
  const hosted = useHosted();
  const isVisible = useIsVisible();
  const profile: MenuEntry[] =
    hosted !== undefined
      ? [{ label: 'Your Profile', icon: CircleUser, onSelect: hosted.openProfile }]
      : mode === 'none'
        ? []
        : [{ label: 'Your Profile', icon: CircleUser, href: '/profile-settings' }];
  return [
    ...profile,
    ...(isVisible(TOKENS) ? [{ label: 'Access tokens', icon: KeyRound, href: TOKENS }] : []),
    { label: 'Download kubeconfig', icon: Download, onSelect: onKubeconfig },
  ];
}

/** Whoever is signed in, what belongs to them, the theme, and the versions of both sides. Source: spec 1 §2. */
export function UserMenu() {
  const { person, mode } = useSession();
  const hosted = useHosted();
  const [isKubeconfigOpen, setKubeconfigOpen] = useState(false);
  const about = useQuery({ queryKey: ['about'], queryFn: ({ signal }) => client.about(signal), staleTime: Infinity });
  const leave = async () => {
    try {
      await signOut(hosted);
    } catch (error) {
      toast.error('You could not be signed out', { description: error instanceof Error ? error.message : undefined });
    }
  };
  const items: MenuEntry[] = [
    { type: 'label', label: `Hi ${person.name}` },
    ...useAccountItems(() => setKubeconfigOpen(true)),
    SEPARATOR,
    ...useThemeItems(),
    SEPARATOR,
    { type: 'label', label: `Frontend ${FRONTEND_VERSION}` },
    { type: 'label', label: `Backend ${about.data?.Version || 'NA'}` },
    ...(mode === 'none' ? [] : [SEPARATOR, { label: 'Sign out', icon: LogOut, onSelect: () => void leave() }]),
  ];
  return (
    <>
      <Menu
        align="end"
        label="User menu"
        items={items}
        trigger={
          <button type="button" className="app-avatar" aria-label="User menu">
            <Avatar name={person.name} size="m" />
          </button>
        }
      />
      {isKubeconfigOpen && (
        <Suspense fallback={null}>
          <KubeconfigDialog onClose={() => setKubeconfigOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

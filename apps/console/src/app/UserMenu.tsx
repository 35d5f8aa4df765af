import { Avatar, Menu, type MenuEntry, type ThemePreference, useTheme } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Moon, Sun } from 'lucide-react';
import { client } from '../lib/client.ts';
import { FRONTEND_VERSION } from '../lib/version.ts';

const THEMES = [
  { preference: 'light', label: 'Light', icon: Sun },
  { preference: 'dark', label: 'Dark', icon: Moon },
  { preference: 'system', label: 'System', icon: Monitor },
] as const satisfies readonly { preference: ThemePreference; label: string; icon: typeof Sun }[];

/** Who is looking, the theme, and the versions of both sides. Source: spec 1 §1: a backend that does not say is NA. */
export function UserMenu() {
  const { preference, setPreference } = useTheme();
  const about = useQuery({ queryKey: ['about'], queryFn: ({ signal }) => client.about(signal), staleTime: Infinity });
  const items: MenuEntry[] = [
    { type: 'label', label: 'Theme' },
    ...THEMES.map(({ preference: value, label, icon }) => ({
      label,
      icon,
      checked: preference === value,
      onSelect: () => setPreference(value),
    })),
    { type: 'separator' },
    { type: 'label', label: `Frontend ${FRONTEND_VERSION}` },
    { type: 'label', label: `Backend ${about.data?.Version || 'NA'}` },
  ];
  return (
    <Menu
      align="end"
      label="User menu"
      items={items}
      trigger={
        <button type="button" className="app-avatar" aria-label="User menu">
          <Avatar name="Operator" size="m" />
        </button>
      }
    />
  );
}

import { Activity, Settings2 } from 'lucide-react';

/** The screens of the main navigation, in the order of the sidebar. */
export const SCREENS = [
  { label: 'Health', href: '/health', icon: Activity, goKey: 'h' },
  {
    label: 'Settings',
    href: '/settings',
    icon: Settings2,
    goKey: 's',
    children: [
      { label: 'Connections', href: '/settings/connections' },
      { label: 'Health Checks', href: '/settings/canaries' },
    ],
  },
] as const;

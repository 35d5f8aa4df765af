import { Activity, Settings2 } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { ScreenRules } from './screen-rules.ts';
import { SCREENS, type Screen, visibleScreens } from './screens.ts';

const MENU: readonly Screen[] = [
  { label: 'Health', href: '/health', icon: Activity, goKey: 'h' },
  {
    label: 'Settings',
    href: '/settings',
    icon: Settings2,
    goKey: 's',
    children: [
      { label: 'Connections', href: '/settings/connections' },
      { label: 'Feature Flags', href: '/settings/feature-flags' },
    ],
  },
];
const ROUTES: Readonly<Record<string, ScreenRules>> = {
  '/health': { access: { resource: 'canaries', right: 'read' }, feature: 'health' },
  '/settings': {},
  '/settings/connections': { access: { resource: 'connections', right: 'read' } },
  '/settings/feature-flags': { access: { resource: 'feature_flags', right: 'read' }, feature: 'settings.feature_flags' },
};

function shown(role: 'admin' | 'editor' | 'viewer', off: readonly string[] = [], routes = ROUTES): string[] {
  const session = { role, mode: 'local', disabledFeatures: new Set(off) } as const;
  return visibleScreens(MENU, (href) => routes[href], session).flatMap(({ label, children = [] }) => [
    label,
    ...children.map((child) => child.label),
  ]);
}

describe('the navigation', () => {
  it('has everything for an administrator', () => {
    expect(shown('admin')).toEqual(['Health', 'Settings', 'Connections', 'Feature Flags']);
  });

  it('leaves out what may not be read', () => {
    expect(shown('editor')).toEqual(['Health', 'Settings', 'Feature Flags']);
  });

  it('has no settings for a viewer', () => {
    expect(shown('viewer')).toEqual(['Health']);
  });

  it('leaves out what is switched off, and a menu without entries', () => {
    expect(shown('editor', ['health', 'settings.feature_flags'])).toEqual([]);
  });

  it('leaves out what has no route', () => {
    const { '/health': _, ...others } = ROUTES;
    expect(shown('editor', [], others)).toEqual(['Settings', 'Feature Flags']);
  });

  it('lists the settings sorted by name', () => {
    const labels = SCREENS.flatMap(({ children = [] }) => children.map(({ label }) => label));
    expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b)));
  });
});

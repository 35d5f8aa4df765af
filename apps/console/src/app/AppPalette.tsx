import type { Connection } from '@quarterdeck/contract/connections';
import type { CheckSummary } from '@quarterdeck/contract/health';
import { copyText, HealthGlyph, Palette, type PaletteGroup, type PaletteItem, TechIcon, toast, useTheme } from '@quarterdeck/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BookOpen, FileCog, Filter, Keyboard, Link2, Moon, Pause, Play, Plus, RefreshCw, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { healthOf } from '../features/health/dashboard/check-health.ts';
import { formatLabelFilter, labelId } from '../features/health/dashboard/label-filter.ts';
import { summaryOptions } from '../lib/checks.ts';
import { client } from '../lib/client.ts';
import { allConnectionsOptions } from '../lib/connections.ts';
import { live, useLiveState } from '../lib/live.ts';
import { useCan } from '../lib/permissions.ts';
import { stringifySearch } from '../lib/search-params.ts';
import { type Found, findConnections, matchRank, searchPalette } from './palette-search.ts';
import { type Screen, useIsVisible, useVisibleScreens } from './screens.ts';

export interface AppPaletteProps {
  query: string;
  onQueryChange(query: string): void;
  /** Keys reach its input from now on. */
  onFocus(): void;
  onClose(): void;
  onKeyboardHelp(): void;
}

/** The check that is open in the panel. */
function useOpenCheck(checks: readonly CheckSummary[] | undefined): CheckSummary | undefined {
  const { checkId }: { checkId?: unknown } = useSearch({ strict: false });
  return checks?.find(({ id }) => id === checkId);
}

/** What can be done with the open check. */
function useCheckActions(check: CheckSummary | undefined): PaletteItem[] {
  const queries = useQueryClient();
  const canRun = useCan({ resource: 'canaries', right: 'run' });
  const canWrite = useCan({ resource: 'canaries', right: 'write' });
  if (check === undefined) return [];
  const runNow = async () => {
    try {
      await client.health.runNow(check.id);
      await queries.invalidateQueries({ queryKey: ['check', check.id] });
      toast.success(`${check.name} ran`);
    } catch (error) {
      toast.error('The check could not be run', { description: error instanceof Error ? error.message : undefined });
    }
  };
  return [
    ...(canRun ? [{ id: 'run-now', label: 'Run Now', icon: Play, onSelect: () => void runNow() }] : []),
    {
      id: 'edit',
      label: canWrite ? 'Edit its canary' : 'Show its canary',
      icon: FileCog,
      href: `/settings/canaries/${check.canary_id}`,
    },
    { id: 'copy-link', label: 'Copy link', icon: Link2, onSelect: () => void copyText(location.href) },
  ];
}

/** What can be done anywhere. */
function useGeneralActions(onKeyboardHelp: () => void): PaletteItem[] {
  const queries = useQueryClient();
  const { theme, setPreference } = useTheme();
  const isPaused = useLiveState() === 'paused';
  const isVisible = useIsVisible();
  return [
    ...(isVisible('/settings/canaries/new')
      ? [{ id: 'new-canary', label: 'New canary', icon: Plus, href: '/settings/canaries/new' }]
      : []),
    ...(isVisible('/settings/connections/new')
      ? [{ id: 'new-connection', label: 'Add connection', icon: Plus, href: '/settings/connections?add=true' }]
      : []),
    { id: 'refresh', label: 'Refresh', icon: RefreshCw, onSelect: () => void queries.invalidateQueries() },
    {
      id: 'theme',
      label: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme',
      icon: theme === 'dark' ? Sun : Moon,
      onSelect: () => setPreference(theme === 'dark' ? 'light' : 'dark'),
    },
    isPaused
      ? { id: 'live', label: 'Resume live updates', icon: Play, onSelect: live.resume }
      : { id: 'live', label: 'Pause live updates', icon: Pause, onSelect: live.pause },
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, shortcut: '?', onSelect: onKeyboardHelp },
  ];
}

const DOCS: PaletteItem = { id: '/docs', label: 'Docs', href: '/docs', icon: BookOpen };

function screenItems(screens: readonly Screen[]): PaletteItem[] {
  const items = screens.flatMap(({ label: parent, href: parentHref, icon, goKey, children = [] }): PaletteItem[] => [
    { id: parentHref, label: parent, icon, href: parentHref, shortcut: `g ${goKey}` },
    ...children.map(({ label, href }) => ({ id: href, label, detail: parent, icon, href })),
  ]);
  return [...items, DOCS];
}

function foundItems({ checks, canaries }: Found): PaletteItem[] {
  return [
    ...checks.map((check) => ({
      id: `check:${check.id}`,
      label: check.name,
      detail: `${check.canary_name}${check.namespace ? `, ${check.namespace}` : ''}`,
      icon: <TechIcon name={check.icon || check.type} />,
      end: <HealthGlyph state={healthOf(check)} />,
      href: `/health?checkId=${encodeURIComponent(check.id)}`,
    })),
    ...canaries.map(({ id, name, namespace, checks: count }) => ({
      id: `canary:${id}`,
      label: name,
      detail: `canary${namespace ? `, ${namespace}` : ''}`,
      icon: FileCog,
      end: `${count} ${count === 1 ? 'check' : 'checks'}`,
      href: `/settings/canaries/${id}`,
    })),
  ];
}

function connectionItems(connections: readonly Connection[]): PaletteItem[] {
  return connections.map(({ id, name, namespace, type }) => ({
    id: `connection:${id}`,
    label: name,
    detail: `connection, ${namespace}`,
    icon: <TechIcon name={type} />,
    href: `/settings/connections/${id}`,
  }));
}

function filterItems({ filters }: Found): PaletteItem[] {
  return filters.map(({ key, value, checks }) => ({
    id: `filter:${key}:${value}`,
    label: `${key} is ${value}`,
    detail: `${checks} ${checks === 1 ? 'check' : 'checks'}`,
    icon: Filter,
    href: `/health${stringifySearch(
      key === 'namespace'
        ? { activeTab: value, tabBy: 'namespace' }
        : { labels: formatLabelFilter({ [labelId(key, value)]: 1 }) },
    )}`,
  }));
}

const matching = (items: readonly PaletteItem[], query: string) =>
  items.filter(({ label }) => matchRank(label, query.trim().toLowerCase()) !== undefined);

const NO_CONNECTIONS: readonly Connection[] = [];

/** Search everything and run anything: the open check first, then where to go, what to filter, what to do. */
export function AppPalette({ query, onQueryChange, onFocus, onClose, onKeyboardHelp }: AppPaletteProps) {
  const screens = useVisibleScreens();
  const isVisible = useIsVisible();
  const { data } = useQuery({ ...summaryOptions, enabled: isVisible('/health') });
  const checks = data?.checks_summary;
  const openCheck = useOpenCheck(checks);
  const checkActions = useCheckActions(openCheck);
  const generalActions = useGeneralActions(onKeyboardHelp);
  const { data: connections = NO_CONNECTIONS } = useQuery({
    ...allConnectionsOptions,
    enabled: query.trim() !== '' && isVisible('/settings/connections'),
  });
  const foundConnections = useMemo(() => findConnections(connections, query), [connections, query]);
  const found = useMemo(() => searchPalette(checks ?? [], query), [checks, query]);
  const groups: PaletteGroup[] = [
    { label: openCheck === undefined ? '' : `On ${openCheck.name}`, items: matching(checkActions, query) },
    {
      label: 'Go to',
      items: [...matching(screenItems(screens), query), ...foundItems(found), ...connectionItems(foundConnections)],
    },
    { label: 'Filter the checks', items: filterItems(found) },
    { label: 'Do', items: matching(generalActions, query) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Palette
      open
      onClose={onClose}
      query={query}
      onQueryChange={onQueryChange}
      onFocus={onFocus}
      groups={groups}
      context={
        openCheck && (
          <>
            <HealthGlyph state={healthOf(openCheck)} label="" />
            {openCheck.name}
          </>
        )
      }
    />
  );
}

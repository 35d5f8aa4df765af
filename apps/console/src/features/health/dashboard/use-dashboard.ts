import type { CheckSummary } from '@quarterdeck/contract/health';
import { useMemo } from 'react';
import { filterScope, filterVisible } from './check-filter.ts';
import { type Grouping, type GroupTree, groupingOf, groupTree } from './check-groups.ts';
import { countHealth, healthOf } from './check-health.ts';
import { sortChecks } from './check-sort.ts';
import { type CheckTabItem, checksOfTab, checkTabs } from './check-tabs.ts';
import type { HealthView } from './health-view.ts';
import { type LabelFacet, labelFacets, labelKeys } from './label-facets.ts';

export interface Dashboard {
  counts: ReturnType<typeof countHealth>;
  tabs: readonly CheckTabItem[];
  facets: readonly LabelFacet[];
  labelKeys: readonly string[];
  /** The listed checks in their order. */
  rows: readonly CheckSummary[];
  grouping: Grouping | undefined;
  tree: GroupTree;
  /** Passing checks of the scope that Hide Passing keeps out of the list. */
  hiddenPassing: number;
  /** Checks behind the tab. */
  tabTotal: number;
  /** Changes with everything that decides which rows are shown and how, so that only the data's own changes wait. */
  orderKey: string;
}

/** What the dashboard shows of the checks. Each step is remembered, so that a key stroke only filters, sorts and groups. */
export function useDashboard(
  checks: readonly CheckSummary[],
  view: HealthView,
  query: string,
  agentNames: ReadonlyMap<string, string> | undefined,
): Dashboard {
  const { tabBy, tab, labels, hidePassing, statuses, groupBy, sort } = view;
  const counts = useMemo(() => countHealth(checks), [checks]);
  const tabs = useMemo(() => checkTabs(checks, tabBy, agentNames), [checks, tabBy, agentNames]);
  const keys = useMemo(() => labelKeys(checks), [checks]);
  const ofTab = useMemo(() => checksOfTab(checks, tabBy, tab), [checks, tabBy, tab]);
  const facets = useMemo(() => labelFacets(ofTab), [ofTab]);
  const scope = useMemo(() => filterScope(ofTab, { query, labels }), [ofTab, query, labels]);
  const visible = useMemo(() => filterVisible(scope, { hidePassing, statuses }), [scope, hidePassing, statuses]);
  const rows = useMemo(() => sortChecks(visible, sort), [visible, sort]);
  const grouping = useMemo(() => groupingOf(groupBy), [groupBy]);
  const tree = useMemo(() => groupTree(scope, grouping), [scope, grouping]);
  const hiddenPassing = useMemo(
    () => (hidePassing && statuses.length === 0 ? scope.filter((check) => healthOf(check) === 'healthy').length : 0),
    [scope, hidePassing, statuses],
  );
  const orderKey = JSON.stringify([tabBy, tab, query, labels, hidePassing, statuses, groupBy, sort]);
  return { counts, tabs, facets, labelKeys: keys, rows, grouping, tree, hiddenPassing, tabTotal: ofTab.length, orderKey };
}

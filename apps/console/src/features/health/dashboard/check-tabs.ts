import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import type { CheckSummary } from '@quarterdeck/contract/health';
import { attentionOf, countHealth } from './check-health.ts';

export const DEFAULT_TAB_BY = 'namespace';
export const ALL_TAB = 'All';
const NONE_TAB = 'none';
const LABEL_PREFIX = 'label:';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export interface CheckTabItem {
  /** Value of the `activeTab` parameter. */
  id: string;
  label: string;
  count: number;
  /** The worst that is behind the tab. */
  glyph: 'unhealthy' | 'warning' | undefined;
}

export function tabByOptions(labelKeys: readonly string[]): { value: string; label: string }[] {
  return [
    { value: 'namespace', label: 'Namespace' },
    { value: 'agent_id', label: 'Agent' },
    ...labelKeys.map((key) => ({ value: `${LABEL_PREFIX}${key}`, label: key })),
  ];
}

/** Tab of one check. Source: spec 1 §2: namespace, agent or a label key; `none` without a value. */
export function tabOf(check: CheckSummary, tabBy: string): string {
  if (tabBy === 'namespace') return check.namespace || NONE_TAB;
  if (tabBy === 'agent_id') return check.agent_id || LOCAL_AGENT_ID;
  const key = tabBy.startsWith(LABEL_PREFIX) ? tabBy.slice(LABEL_PREFIX.length) : tabBy;
  return check.labels?.[key] || NONE_TAB;
}

/** 'All' first, then the others by label. `agentNames`: name by agent id. */
export function checkTabs(
  checks: readonly CheckSummary[],
  tabBy: string,
  agentNames: ReadonlyMap<string, string> = new Map(),
): CheckTabItem[] {
  const byTab = Map.groupBy(checks, (check) => tabOf(check, tabBy));
  const labelOf = (id: string) => {
    if (tabBy !== 'agent_id') return id;
    return agentNames.get(id) ?? (id === LOCAL_AGENT_ID ? 'local' : id);
  };
  const tabs = [...byTab].map(([id, members]) => ({
    id,
    label: labelOf(id),
    count: members.length,
    glyph: attentionOf(countHealth(members)),
  }));
  tabs.sort((a, b) => collator.compare(a.label, b.label));
  return [{ id: ALL_TAB, label: ALL_TAB, count: checks.length, glyph: undefined }, ...tabs];
}

/** The checks behind a tab; an unknown tab has none, so a stale link shows an empty list and not everything. */
export function checksOfTab(checks: readonly CheckSummary[], tabBy: string, tab: string): readonly CheckSummary[] {
  return tab === ALL_TAB ? checks : checks.filter((check) => tabOf(check, tabBy) === tab);
}

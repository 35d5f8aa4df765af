import { type HealthState, isTimeRange, type TimeRange } from '@quarterdeck/contract/health';
import { isHealthState } from './check-health.ts';
import { PIVOT_CELL_TYPES, type PivotCellType } from './check-pivot.ts';
import { type CheckSort, DEFAULT_SORT, SORT_KEYS, type SortKey } from './check-sort.ts';
import { ALL_TAB } from './check-tabs.ts';
import { type HealthSettings, isHidingPassing } from './health-settings.ts';
import { formatLabelFilter, type LabelFilter, parseLabelFilter } from './label-filter.ts';

/** Everything that decides what the dashboard shows. */
export interface HealthView {
  layout: 'table' | 'card';
  checkId: string | undefined;
  timeRange: TimeRange | undefined;
  query: string;
  labels: LabelFilter;
  statuses: readonly HealthState[];
  sort: CheckSort;
  pivotLabel: string | undefined;
  pivotCellType: PivotCellType;
  hidePassing: boolean;
  groupBy: string;
  tabBy: string;
  tab: string;
}

/** Parameters of the address as text. */
export type Params = Readonly<Record<string, string | undefined>>;

function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text);
}

function statusesOf(text: string | undefined): HealthState[] {
  return (text ?? '').split(',').filter(isHealthState);
}

function sortOf(params: Params): CheckSort {
  const by = oneOf(SORT_KEYS, params.sortBy);
  return by === undefined ? DEFAULT_SORT : { by, desc: params.sortDesc === 'true' };
}

/** Reads the address; what it does not say comes from the settings of the person. Source: spec 1 §2, query parameters. */
export function parseHealthView(params: Params, settings: HealthSettings, report: (message: string) => void): HealthView {
  return {
    layout: params.layout === 'card' ? 'card' : 'table',
    checkId: params.checkId || undefined,
    timeRange: isTimeRange(params.timeRange) ? params.timeRange : undefined,
    query: params.query ?? '',
    labels: parseLabelFilter(params.labels, report),
    statuses: statusesOf(params.status),
    sort: sortOf(params),
    pivotLabel: params.pivotBy === 'labels' ? params.pivotLabel || undefined : undefined,
    pivotCellType: oneOf(PIVOT_CELL_TYPES, params.pivotCellType) ?? 'health',
    hidePassing: params.hidePassing === undefined ? isHidingPassing(settings) : params.hidePassing !== 'false',
    groupBy: params.groupBy || settings.groupBy,
    tabBy: params.tabBy || settings.tabBy,
    tab: params.activeTab || ALL_TAB,
  };
}

/** Parameters of a label filter. */
export function labelParams(labels: LabelFilter): Params {
  return { labels: formatLabelFilter(labels) };
}

/** Parameters of a sort; the default leaves the address clean. */
export function sortParams(sort: { by: SortKey; desc: boolean } | undefined): Params {
  if (sort === undefined || (sort.by === DEFAULT_SORT.by && sort.desc === DEFAULT_SORT.desc)) {
    return { sortBy: undefined, sortDesc: undefined };
  }
  return { sortBy: sort.by, sortDesc: String(sort.desc) };
}

export function pivotParams(label: string | undefined, cellType: PivotCellType): Params {
  if (label === undefined) return { pivotBy: undefined, pivotLabel: undefined, pivotCellType: undefined };
  return { pivotBy: 'labels', pivotLabel: label, pivotCellType: cellType === 'health' ? undefined : cellType };
}

/** Takes every filter away, the text too. */
export const NO_FILTERS: Params = { query: undefined, labels: undefined, status: undefined };

/** Parameters of the check detail that belong to the check that was open. */
export const NEXT_CHECK: Params = { hPage: undefined, hZoom: undefined, hFull: undefined };

/** Closing the panel removes the check and resets the range. Source: spec 1 §2, check detail. */
export const CLOSED_PANEL: Params = {
  ...NEXT_CHECK,
  checkId: undefined,
  timeRange: '1h',
  tab: undefined,
  hStatus: undefined,
  hDuration: undefined,
};

export function isFiltered(view: HealthView): boolean {
  return view.query !== '' || view.statuses.length > 0 || Object.keys(view.labels).length > 0;
}

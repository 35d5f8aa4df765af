import type { CheckSummary } from '@quarterdeck/contract/health';

export const PIVOT_CELL_TYPES = ['health', 'uptime', 'latency'] as const;
export type PivotCellType = (typeof PIVOT_CELL_TYPES)[number];

/** Checks of one name, spread over the values of the pivot label. */
export interface PivotRow {
  /** Unique within the table. */
  id: string;
  name: string;
  checks: readonly CheckSummary[];
  byValue: ReadonlyMap<string, readonly CheckSummary[]>;
}

export interface PivotTable {
  /** One column each, by name; checks without the label are under `none`, last. */
  values: readonly string[];
  rows: readonly PivotRow[];
}

const NONE = 'none';
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Merges checks of the same name (and group) into rows with one cell per value of the label, keeping the order of the checks. */
export function pivotChecks(
  checks: readonly CheckSummary[],
  label: string,
  groupOf: (check: CheckSummary) => string = () => '',
): PivotTable {
  const valueIn = (check: CheckSummary) => check.labels?.[label] || NONE;
  const values = new Set(checks.map(valueIn));
  const rows = Map.groupBy(checks, (check) => `${groupOf(check)}\n${check.name}`);
  const named = [...values].filter((value) => value !== NONE).sort(collator.compare);
  return {
    values: values.has(NONE) ? [...named, NONE] : named,
    rows: [...rows].map(([id, members]) => ({
      id,
      name: members[0]?.name ?? '',
      checks: members,
      byValue: Map.groupBy(members, valueIn),
    })),
  };
}

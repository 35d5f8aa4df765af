import type { CheckSummary } from '@quarterdeck/contract/health';
import { healthOf, urgencyOf } from './check-health.ts';

export const SORT_KEYS = ['name', 'health', 'uptime', 'latency', 'transition'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface CheckSort {
  by: SortKey;
  desc: boolean;
}

/** What needs a look comes first. */
export const DEFAULT_SORT: CheckSort = { by: 'health', desc: true };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
let ranks = new Map<string, number>();

/** Place of every name in the natural order. Comparing places is some hundred times faster than comparing names. */
function nameRanks(checks: readonly CheckSummary[]): ReadonlyMap<string, number> {
  if (!checks.every((check) => ranks.has(check.name))) {
    const names = [...new Set([...ranks.keys(), ...checks.map((check) => check.name)])].sort(collator.compare);
    ranks = new Map(names.map((name, place) => [name, place]));
  }
  return ranks;
}

/** Share of passed results from 0 to 1; undefined without results. */
export function uptimeOf({ uptime }: CheckSummary): number | undefined {
  const runs = uptime.passed + uptime.failed;
  return runs === 0 ? undefined : uptime.passed / runs;
}

/** The latency a row shows, in milliseconds: the 95th percentile, or the last hour's average; undefined without results. */
export function latencyOf({ latency, uptime }: CheckSummary): number | undefined {
  if (typeof latency.p95 === 'number') return latency.p95;
  return uptime.passed + uptime.failed === 0 || latency.rolling1h === 0 ? undefined : latency.rolling1h;
}

const SORT_VALUES: Readonly<Record<Exclude<SortKey, 'name'>, (check: CheckSummary) => number | undefined>> = {
  health: (check) => urgencyOf(healthOf(check)),
  uptime: uptimeOf,
  latency: latencyOf,
  // Ascending by age of the transition, so the latest instant comes first.
  transition: (check) => (check.last_transition_time === undefined ? undefined : -Date.parse(check.last_transition_time)),
};

/** A sorted copy; missing values come last in both directions, equal ones by name. */
export function sortChecks(checks: readonly CheckSummary[], { by, desc }: CheckSort): CheckSummary[] {
  const places = nameRanks(checks);
  const place = (check: CheckSummary) => places.get(check.name) ?? 0;
  const byName = (a: CheckSummary, b: CheckSummary) => place(a) - place(b) || (a.id < b.id ? -1 : 1);
  const sign = desc ? -1 : 1;
  if (by === 'name') return [...checks].sort((a, b) => sign * byName(a, b));
  const sortValue = SORT_VALUES[by];
  const keyed = checks.map((check) => ({ check, value: sortValue(check) }));
  keyed.sort((a, b) => {
    if (a.value === b.value) return byName(a.check, b.check);
    if (a.value === undefined) return 1;
    if (b.value === undefined) return -1;
    return sign * (a.value - b.value);
  });
  return keyed.map(({ check }) => check);
}

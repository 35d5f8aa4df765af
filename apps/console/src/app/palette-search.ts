import type { CheckSummary } from '@quarterdeck/contract/health';

export interface FoundCanary {
  id: string;
  name: string;
  namespace: string;
  checks: number;
}

/** What a label value or a namespace would leave of the list. */
export interface FoundFilter {
  /** Label key, or `namespace`. */
  key: string;
  value: string;
  checks: number;
}

export interface Found {
  checks: readonly CheckSummary[];
  canaries: readonly FoundCanary[];
  filters: readonly FoundFilter[];
}

const MOST_CHECKS = 8;
const MOST_CANARIES = 4;
const MOST_FILTERS = 4;
const MOST_CONNECTIONS = 4;

/** 0 for a match at the start, 1 at the start of a word, 2 inside; undefined without a match. */
export function matchRank(text: string, query: string): number | undefined {
  const at = text.toLowerCase().indexOf(query);
  if (at < 0) return undefined;
  if (at === 0) return 0;
  return /[\s/._:-]/.test(text.charAt(at - 1)) ? 1 : 2;
}

/** The best `most` of what matches, in the order of their ranks, then as they came. */
function best<T>(items: Iterable<T>, most: number, rankOf: (item: T) => number | undefined): T[] {
  const buckets: T[][] = [[], [], []];
  for (const item of items) {
    const rank = rankOf(item);
    if (rank !== undefined && (buckets[rank]?.length ?? most) < most) buckets[rank]?.push(item);
  }
  return buckets.flat().slice(0, most);
}

function canariesOf(checks: readonly CheckSummary[]): FoundCanary[] {
  return [...Map.groupBy(checks, ({ canary_id }) => canary_id)].map(([id, members]) => ({
    id,
    name: members[0]?.canary_name ?? '',
    namespace: members[0]?.canary_namespace ?? '',
    checks: members.length,
  }));
}

function filtersOf(checks: readonly CheckSummary[]): FoundFilter[] {
  const counts = new Map<string, FoundFilter>();
  const count = (key: string, value: string | undefined) => {
    if (value === undefined || value === '') return;
    const id = `${key}\n${value}`;
    const found = counts.get(id) ?? { key, value, checks: 0 };
    counts.set(id, { ...found, checks: found.checks + 1 });
  };
  for (const check of checks) {
    count('namespace', check.namespace);
    for (const key in check.labels) count(key, check.labels[key]);
  }
  return [...counts.values()];
}

/** What fails comes first, so that no cut takes it away. */
function failingFirst(checks: readonly CheckSummary[]): CheckSummary[] {
  return [...checks.filter(({ status }) => status === 'unhealthy'), ...checks.filter(({ status }) => status !== 'unhealthy')];
}

/** Checks and canaries by name, of equal matches the failing checks first, and filters by value. An empty text finds nothing. */
export function searchPalette(checks: readonly CheckSummary[], text: string): Found {
  const query = text.trim().toLowerCase();
  if (query === '') return { checks: [], canaries: [], filters: [] };
  return {
    checks: best(
      failingFirst(checks),
      MOST_CHECKS,
      ({ name, canary_name }) => matchRank(name, query) ?? (matchRank(canary_name, query) === undefined ? undefined : 2),
    ),
    canaries: best(canariesOf(checks), MOST_CANARIES, ({ name }) => matchRank(name, query)),
    filters: best(filtersOf(checks), MOST_FILTERS, ({ value }) => matchRank(value, query)),
  };
}

/** Connections by name. An empty text finds nothing. */
export function findConnections<C extends { readonly name: string }>(connections: readonly C[], text: string): C[] {
  const query = text.trim().toLowerCase();
  return query === '' ? [] : best(connections, MOST_CONNECTIONS, ({ name }) => matchRank(name, query));
}

import type { CheckSummary } from '@quarterdeck/contract/health';
import { type LabelFilter, labelId } from './label-filter.ts';

export interface FacetValue {
  value: string;
  id: string;
  /** Checks that carry it. */
  count: number;
}

/** All values of one label key. */
export interface LabelFacet {
  key: string;
  /** `toggle` for true and false, `rows` for a few values, `select` for many. */
  kind: 'toggle' | 'rows' | 'select';
  values: readonly FacetValue[];
}

/** More values than this become a list to choose from. Chosen by us: what stays in view beside a screen of rows. */
const MOST_ROWS = 5;
/** From this many chosen values on, the summary counts them. Source: spec 1 §2. */
const SUMMARY_COUNTS_FROM = 4;

/** Keys that are listed at once; more are asked for or searched. Chosen by us: some screens to scroll through, not hundreds. */
const MOST_KEYS = 12;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function kindOf(values: ReadonlyMap<string, number>): LabelFacet['kind'] {
  if ([...values.keys()].every((value) => value === 'true' || value === 'false')) return 'toggle';
  return values.size <= MOST_ROWS ? 'rows' : 'select';
}

/** Groups the labels of the checks by key, keys and values by name; the toggles come last. */
export function labelFacets(checks: Iterable<CheckSummary>): LabelFacet[] {
  const byKey = new Map<string, Map<string, number>>();
  for (const { labels } of checks) {
    if (!labels) continue;
    for (const key in labels) {
      const value = labels[key];
      if (value === undefined) continue;
      const values = byKey.get(key) ?? new Map<string, number>();
      byKey.set(key, values);
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  const facets = [...byKey].map(
    ([key, values]): LabelFacet => ({
      key,
      kind: kindOf(values),
      values: [...values]
        .map(([value, count]) => ({ value, id: labelId(key, value), count }))
        .sort((a, b) => collator.compare(a.value, b.value)),
    }),
  );
  return facets.sort((a, b) => Number(a.kind === 'toggle') - Number(b.kind === 'toggle') || collator.compare(a.key, b.key));
}

/** Checks that carry the key. */
function carriers({ values }: LabelFacet): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}

/** The keys that most checks carry and those that are filtered by, in the order of `facets`. */
export function firstFacets(facets: readonly LabelFacet[], filter: LabelFilter): readonly LabelFacet[] {
  if (facets.length <= MOST_KEYS) return facets;
  const common = new Set([...facets].sort((a, b) => carriers(b) - carriers(a)).slice(0, MOST_KEYS));
  return facets.filter((facet) => common.has(facet) || facet.values.some(({ id }) => filter[id] !== undefined));
}

/** Facets whose key or one of whose values holds the text, in any case. */
export function findFacets(facets: readonly LabelFacet[], text: string): readonly LabelFacet[] {
  const wanted = text.trim().toLowerCase();
  const holds = (part: string) => part.toLowerCase().includes(wanted);
  return facets.filter(({ key, values }) => holds(key) || values.some(({ value }) => holds(value)));
}

export function labelKeys(checks: Iterable<CheckSummary>): string[] {
  const keys = new Set<string>();
  for (const { labels } of checks) for (const key in labels) keys.add(key);
  return [...keys].sort(collator.compare);
}

/** Values of a facet that are included. */
export function includedValues(facet: LabelFacet, filter: LabelFilter): string[] {
  return facet.values.filter(({ id }) => filter[id] === 1).map(({ value }) => value);
}

/** Text of a list to choose from: 'All', the names, or 'including N labels' from four on. Source: spec 1 §2. */
export function includedSummary(values: readonly string[]): string {
  if (values.length === 0) return 'All';
  return values.length >= SUMMARY_COUNTS_FROM ? `including ${values.length} labels` : values.join(', ');
}

import type { CheckSummary, HealthState } from '@quarterdeck/contract/health';
import { healthOf } from './check-health.ts';
import { type LabelFilter, labelMatcher } from './label-filter.ts';

const searchTexts = new WeakMap<CheckSummary, string>();

/** What the search looks at: name, description and endpoint, in lower case; made once per row. */
function searchText(check: CheckSummary): string {
  let text = searchTexts.get(check);
  if (text === undefined) {
    text = `${check.name}\n${check.description ?? ''}\n${check.endpoint ?? ''}`.toLowerCase();
    searchTexts.set(check, text);
  }
  return text;
}

export interface ScopeFilter {
  /** Searched in name, description and endpoint, without case. */
  query: string;
  labels: LabelFilter;
}

/** The checks that a person asked to look at, whatever their health. */
export function filterScope(checks: readonly CheckSummary[], { query, labels }: ScopeFilter): readonly CheckSummary[] {
  const text = query.trim().toLowerCase();
  const matches = labelMatcher(labels);
  if (text === '' && matches === undefined) return checks;
  return checks.filter((check) => (text === '' || searchText(check).includes(text)) && (matches === undefined || matches(check)));
}

export interface VisibilityFilter {
  hidePassing: boolean;
  /** Only these; empty shows all. */
  statuses: readonly HealthState[];
}

/** The checks of a scope that are listed. Statuses that were asked for are shown even when passing ones are hidden. */
export function filterVisible(
  scope: readonly CheckSummary[],
  { hidePassing, statuses }: VisibilityFilter,
): readonly CheckSummary[] {
  if (statuses.length > 0) return scope.filter((check) => statuses.includes(healthOf(check)));
  return hidePassing ? scope.filter((check) => healthOf(check) !== 'healthy') : scope;
}

import type { CheckSummary } from '@quarterdeck/contract/health';
import { type RollUp, rollUp } from './check-health.ts';

/** Groupings that are no label keys. Source: spec 1 §2, Group By options. */
const FIXED_GROUPINGS = [
  { value: 'no-group', label: 'No Grouping' },
  { value: 'canary_name', label: 'Group Name' },
  { value: 'name', label: 'Name' },
  { value: 'description', label: 'Description' },
  { value: 'type', label: 'Type' },
] as const;

export const DEFAULT_GROUP_BY = 'canary_name';
const LABEL_PREFIX = 'label:';

export interface GroupingOption {
  value: string;
  label: string;
}

export function groupingOptions(labelKeys: readonly string[]): GroupingOption[] {
  return [...FIXED_GROUPINGS, ...labelKeys.map((key) => ({ value: `${LABEL_PREFIX}${key}`, label: key }))];
}

export interface Grouping {
  /** Group of a check; a check without the value is in the group `none`. */
  by(check: CheckSummary): string;
  /** The heading already names the canary. */
  isByCanary?: boolean;
}

const NONE = 'none';

function textOr(value: string | undefined): string {
  return value === undefined || value === '' ? NONE : value;
}

/** The grouping of a `groupBy` value; undefined for no grouping. A bare label key is understood too. */
export function groupingOf(groupBy: string): Grouping | undefined {
  switch (groupBy) {
    case 'no-group':
      return undefined;
    case 'canary_name':
      return { by: (check) => textOr(check.canary_name), isByCanary: true };
    case 'name':
      return { by: (check) => check.name };
    case 'description':
      return { by: (check) => textOr(check.description) };
    case 'type':
      return { by: (check) => check.type };
    default: {
      const key = groupBy.startsWith(LABEL_PREFIX) ? groupBy.slice(LABEL_PREFIX.length) : groupBy;
      return { by: (check) => textOr(check.labels?.[key]) };
    }
  }
}

/** Members by group name, in the order of the checks. */
export function membersByGroup(checks: readonly CheckSummary[], grouping: Grouping): Map<string, CheckSummary[]> {
  return Map.groupBy(checks, (check) => grouping.by(check));
}

/** Text before the first slash of a name such as `payments/authorize`; a path or an address has none. */
export function namePrefix(name: string): string | undefined {
  return /^([^\s/:]+)\/(?=[^\s/])/.exec(name)?.[1];
}

/**
 * The prefix groups inside the members of one group: a prefix counts when two members share it
 * and when it tells them from the rest.
 */
export function sharedPrefixes(members: readonly CheckSummary[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const check of members) {
    const prefix = namePrefix(check.name);
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const shared = [...counts].filter(([, count]) => count > 1 && count < members.length);
  return new Set(shared.map(([prefix]) => prefix));
}

export interface GroupTree {
  /** Name of the prefix group of a check inside its group; undefined when it stands alone. */
  prefixOf(check: CheckSummary): string | undefined;
  /** Figures of a group or of a prefix group, over all checks in scope, hidden ones too. */
  rollUpOf(group: string, prefix?: string): RollUp;
}

/** Groups of the checks in scope with their figures; the figures are made when they are first asked for. */
export function groupTree(scope: readonly CheckSummary[], grouping: Grouping | undefined): GroupTree {
  const groups = grouping === undefined ? new Map([['', [...scope]]]) : membersByGroup(scope, grouping);
  const groupOf = (check: CheckSummary) => grouping?.by(check) ?? '';
  const prefixes = new Map<string, ReadonlySet<string>>();
  const prefixesOf = (group: string) => {
    const shared = prefixes.get(group) ?? sharedPrefixes(groups.get(group) ?? []);
    prefixes.set(group, shared);
    return shared;
  };
  const rollUps = new Map<string, RollUp>();
  return {
    prefixOf(check) {
      const prefix = namePrefix(check.name);
      return prefix !== undefined && prefixesOf(groupOf(check)).has(prefix) ? prefix : undefined;
    },
    rollUpOf(group, prefix) {
      const key = prefix === undefined ? group : `${group}\n${prefix}`;
      let figures = rollUps.get(key);
      if (figures === undefined) {
        const members = groups.get(group) ?? [];
        figures = rollUp(prefix === undefined ? members : members.filter((check) => namePrefix(check.name) === prefix));
        rollUps.set(key, figures);
      }
      return figures;
    },
  };
}

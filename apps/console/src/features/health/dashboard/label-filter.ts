import type { CheckSummary } from '@quarterdeck/contract/health';

/** Label id to 1 (include) or -1 (exclude). Source: spec 1 §2, query parameter `labels`. */
export type LabelFilter = Readonly<Record<string, 1 | -1>>;

const PREFIX = 'canary:';

/** Id of one label value. Source: console-calls §1.3, `canary:{key}:{value}`. */
export function labelId(key: string, value: string): string {
  return `${PREFIX}${key}:${value}`;
}

/** Key and value of a label id; undefined when it is none. A key has no colon, a value may. */
export function parseLabelId(id: string): { key: string; value: string } | undefined {
  const rest = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id;
  const colon = rest.indexOf(':');
  return colon <= 0 ? undefined : { key: rest.slice(0, colon), value: rest.slice(colon + 1) };
}

/** Reads the `labels` parameter; zeros are dropped, an invalid text is reported and ignored. */
export function parseLabelFilter(text: string | undefined, report: (message: string) => void): LabelFilter {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(`Ignored the labels parameter: ${text}`);
    return {};
  }
  const filter: Record<string, 1 | -1> = {};
  for (const [id, state] of Object.entries(value)) if (state === 1 || state === -1) filter[id] = state;
  return filter;
}

/** Text of the `labels` parameter; undefined when nothing is filtered. */
export function formatLabelFilter(filter: LabelFilter): string | undefined {
  const ids = Object.keys(filter).sort();
  return ids.length === 0 ? undefined : JSON.stringify(Object.fromEntries(ids.map((id) => [id, filter[id]])));
}

export function withLabel(filter: LabelFilter, id: string, state: 1 | -1 | 0): LabelFilter {
  const { [id]: _, ...rest } = filter;
  return state === 0 ? rest : { ...rest, [id]: state };
}

/** Replaces the included values of one key; its excluded values stay. */
export function withIncludedValues(filter: LabelFilter, key: string, values: readonly string[]): LabelFilter {
  const kept = Object.entries(filter).filter(([id, state]) => state === -1 || parseLabelId(id)?.key !== key);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(values.map((value) => [labelId(key, value), 1 as const])) };
}

/** Compiles a filter: for every key one of its included values, and no excluded value at all. */
export function labelMatcher(filter: LabelFilter): ((check: CheckSummary) => boolean) | undefined {
  const includes = new Map<string, Set<string>>();
  const excludes: { key: string; value: string }[] = [];
  for (const [id, state] of Object.entries(filter)) {
    const label = parseLabelId(id);
    if (label === undefined) continue;
    if (state === -1) excludes.push(label);
    else includes.set(label.key, (includes.get(label.key) ?? new Set()).add(label.value));
  }
  if (includes.size === 0 && excludes.length === 0) return undefined;
  return ({ labels }) => {
    for (const { key, value } of excludes) if (labels?.[key] === value) return false;
    for (const [key, values] of includes) {
      const value = labels?.[key];
      if (value === undefined || !values.has(value)) return false;
    }
    return true;
  };
}

import type { Canary } from './model.ts';
import type { ProbeContext } from './probe.ts';

const PREFIX = 'canaries.flanksource.com';

/** A text as the value of a label: at most 63 letters, digits, dashes, dots and underscores. */
export function labelValue(text: string): string {
  return text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 63)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}

function canaryLabel(canary: Canary): string {
  return labelValue(canary.id ?? `${canary.namespace}.${canary.name}`);
}

/** Labels of what a check creates in a cluster, by which it finds that again. Source: health-checks §2.17. */
export function ownLabels({ canary, check }: Pick<ProbeContext, 'canary' | 'check'>): Record<string, string> {
  return {
    [`${PREFIX}/canary-id`]: canaryLabel(canary),
    [`${PREFIX}/check-id`]: labelValue(check.id ?? check.name),
  };
}

/** Marks objects that stay after the run. */
export const STATIC_LABEL = `${PREFIX}/is-static`;

/** Selects what the checks of a canary created to stay. */
export function staticSelector({ canary }: Pick<ProbeContext, 'canary'>): string {
  return `${PREFIX}/canary-id=${canaryLabel(canary)},${STATIC_LABEL}`;
}

/** Selects what a check created and did not mean to stay. */
export function ownSelector(context: Pick<ProbeContext, 'canary' | 'check'>): string {
  const own = Object.entries(ownLabels(context)).map(([key, value]) => `${key}=${value}`);
  return [...own, `!${STATIC_LABEL}`].join(',');
}

import type { Canary, CanaryCheck } from '../checks/model.ts';

const HIDDEN_PREFIXES = ['pod-template-hash', 'kustomize.toolkit.fluxcd.io'];

/**
 * Labels of a check: the canary's, the check's, and one marker label each for severity and owner (key = the value, value `true`),
 * without the keys that deployment tools add. Source: health-checks §3.8.
 */
export function checkLabels(canary: Canary, check: Pick<CanaryCheck, 'spec'>): Record<string, string> {
  const labels: Record<string, string> = { ...canary.labels, ...check.spec.labels };
  for (const marker of [canary.spec.severity, canary.spec.owner]) {
    if (typeof marker === 'string' && marker !== '') labels[marker] = 'true';
  }
  return visibleLabels(labels);
}

/** Without the keys that deployment tools add. */
export function visibleLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !HIDDEN_PREFIXES.some((prefix) => key.startsWith(prefix))));
}

/** The namespace a check is stored with: its own (a text, or an object with a name), else the canary's. Source: health-checks §2.1. */
export function checkNamespace(canary: Canary, check: Pick<CanaryCheck, 'spec'>): string {
  const own = check.spec.namespace;
  const name = typeof own === 'object' ? own.name : own;
  return name === undefined || name === '' ? canary.namespace : name;
}

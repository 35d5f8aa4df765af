import type { CanaryRow, CanaryWrite } from '@quarterdeck/contract/health';
import { type CheckKind, findCheckKind } from '@quarterdeck/integrations/spec';
import { stringify } from 'yaml';
import { inOrder, orderedCheck } from '../../../lib/check-order.ts';
import { readCanaryDocument } from './canary-document.ts';

const RESOURCE = { apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary' } as const;
const YAML_FORMAT = { lineWidth: 0 } as const;

function whenFilled<T extends object>(key: string, value: T | null | undefined): Record<string, T> {
  return value === null || value === undefined || Object.keys(value).length === 0 ? {} : { [key]: value };
}

/** Keys of a spec before its lists of checks. */
const SPEC_KEYS = ['schedule', 'interval', 'replicas', 'icon', 'severity', 'owner', 'resultMode', 'env'];

function orderedSpec(spec: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(inOrder(spec, SPEC_KEYS)).map(([key, value]) => {
    const kind = findCheckKind(key);
    return [key, Array.isArray(value) ? value.map((check: unknown) => orderedCheck(kind, check)) : value];
  });
  return Object.fromEntries(entries);
}

/** Text of a new definition with one check of the kind, filled with the kind's example. */
export function newCanaryText(kind: CheckKind): string {
  return stringify(
    { ...RESOURCE, metadata: { name: '', namespace: 'default' }, spec: { schedule: '@every 1m', [kind.key]: [kind.example] } },
    YAML_FORMAT,
  );
}

/** Text to begin with when the definition is typed or pasted as YAML. */
export function emptyCanaryText(): string {
  return stringify({ ...RESOURCE, metadata: { name: '', namespace: 'default' }, spec: { schedule: '@every 1m' } }, YAML_FORMAT);
}

/** Text of a saved definition. */
export function canaryText(row: Pick<CanaryRow, 'name' | 'namespace' | 'labels' | 'annotations' | 'spec'>): string {
  const metadata = {
    name: row.name,
    namespace: row.namespace,
    ...whenFilled('labels', row.labels),
    ...whenFilled('annotations', row.annotations),
  };
  return stringify({ ...RESOURCE, metadata, spec: orderedSpec(row.spec) }, YAML_FORMAT);
}

/** What is sent to save the text; the namespace is `default` when the text names none. */
export function canaryWrite(text: string): CanaryWrite {
  const { name, namespace, labels, annotations, spec } = readCanaryDocument(text);
  return { name, namespace: namespace === '' ? 'default' : namespace, labels, annotations, spec };
}

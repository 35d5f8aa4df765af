import { lookUp, type Values } from './look-up.ts';

export type EnvVarSource = 'value' | 'secretKeyRef' | 'configMapKeyRef' | 'helmRef' | 'serviceAccount';

/** A value that is given in the spec or taken from a store, as the form shows it. Source: health-checks §4.1. */
export interface EnvVarForm {
  readonly source: EnvVarSource;
  /** The value itself, or the name of the store or service account. */
  readonly text: string;
  readonly key: string;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const REFERENCES = ['secretKeyRef', 'configMapKeyRef', 'helmRef'] as const;

/** Reads `{value}`, `{valueFrom: …}` or a bare text. */
export function readEnvVar(value: unknown): EnvVarForm {
  if (typeof value !== 'object' || value === null) return { source: 'value', text: textOf(value), key: '' };
  const record: Values = { ...value };
  const from = lookUp(record, 'valueFrom');
  if (typeof from !== 'object' || from === null) return { source: 'value', text: textOf(lookUp(record, 'value')), key: '' };
  const sources: Values = { ...from };
  for (const source of REFERENCES) {
    const reference = lookUp(sources, source);
    if (typeof reference !== 'object' || reference === null) continue;
    const parts: Values = { ...reference };
    return { source, text: textOf(lookUp(parts, 'name')), key: textOf(lookUp(parts, 'key')) };
  }
  return { source: 'serviceAccount', text: textOf(lookUp(sources, 'serviceAccount')), key: '' };
}

/** The value to store; undefined when nothing is given. */
export function writeEnvVar(form: EnvVarForm): Record<string, unknown> | undefined {
  if (form.source === 'value') return form.text === '' ? undefined : { value: form.text };
  if (form.source === 'serviceAccount') return { valueFrom: { serviceAccount: form.text } };
  return { valueFrom: { [form.source]: { name: form.text, ...(form.key === '' ? {} : { key: form.key }) } } };
}

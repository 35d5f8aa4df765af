import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { lookUp } from './canary-document.ts';

/** Shown under a required field that was left empty. Source: spec 1 §5. */
export const REQUIRED_TEXT = 'This field is required';

export type Values = Readonly<Record<string, unknown>>;

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly FieldDescription[];
  /** Nothing is set in it and nothing in it is required: it starts folded. */
  readonly isOptional: boolean;
}

/** Whether a value counts as not given. `false` and 0 are given. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A field is shown unless its condition fails; a field that has a value is never hidden. */
export function isShown(field: FieldDescription, values: Values): boolean {
  if (field.shownWhen === undefined || !isBlank(lookUp(values, field.key))) return true;
  return lookUp(values, field.shownWhen.field) === field.shownWhen.equals;
}

const FIRST_GROUPS = 2;

/** The shown fields under their headings, in the order the kind gives. The first two groups start open, others only when used. */
export function fieldGroups(fields: readonly FieldDescription[], values: Values): FieldGroup[] {
  const groups = new Map<string, FieldDescription[]>();
  for (const field of fields) {
    if (!isShown(field, values)) continue;
    const title = field.group ?? 'General';
    groups.set(title, [...(groups.get(title) ?? []), field]);
  }
  return [...groups].map(([title, members], position) => ({
    title,
    fields: members,
    isOptional:
      position >= FIRST_GROUPS && members.every((field) => field.required !== true && isBlank(lookUp(values, field.key))),
  }));
}

/** What is wrong with a field that the reader has left, before any server was asked. */
export function fieldProblem(field: FieldDescription, values: Values): string | undefined {
  return field.required === true && isBlank(envVarText(lookUp(values, field.key))) ? REQUIRED_TEXT : undefined;
}

function envVarText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const record = { ...value };
  return 'value' in record && Object.keys(record).length === 1 ? record.value : value;
}

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

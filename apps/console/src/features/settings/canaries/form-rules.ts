import type { FieldDescription } from '@quarterdeck/integrations/spec';
import { REQUIRED_TEXT } from '../form/field-texts.ts';
import { lookUp, type Values } from '../form/look-up.ts';

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

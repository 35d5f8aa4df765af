import type { FieldControl, FieldDescription } from '../checks/model.ts';
import { code, sentences, table } from './markdown.ts';

const TYPES: Readonly<Record<FieldControl, string>> = {
  text: 'text',
  number: 'number',
  secret: 'text',
  duration: 'duration',
  size: 'size',
  yaml: 'any',
  select: 'text',
  switch: 'true or false',
  list: 'list',
  map: 'map of texts',
  group: 'object',
  code: 'text',
  expression: 'CEL',
};

export function typeOf({ control, envVar, fields, items, unit }: FieldDescription): string {
  if (envVar) return 'value or reference';
  if (control === 'list') return fields === undefined ? `list of ${items === 'number' ? 'numbers' : 'texts'}` : 'list of objects';
  return unit === undefined ? TYPES[control] : `${TYPES[control]} (${unit})`;
}

export function defaultOf({ required, default: fallback }: FieldDescription): string {
  if (required) return 'required';
  return fallback === undefined || fallback === ''
    ? ''
    : code(typeof fallback === 'string' ? fallback : JSON.stringify(fallback));
}

export function meaningOf({ label, help, options, placeholder, shownWhen }: FieldDescription): string {
  const choice = options === undefined ? undefined : `One of ${options.map(({ value }) => code(value)).join(', ')}`;
  const example = placeholder === undefined ? undefined : `Such as ${code(placeholder)}`;
  const condition = shownWhen === undefined ? undefined : `Only when ${shownWhen.field} is ${code(String(shownWhen.equals))}`;
  return sentences(label, help, choice, example, condition);
}

function rowsOf(fields: readonly FieldDescription[], prefix: string): string[][] {
  return fields.flatMap((field) => {
    const key = `${prefix}${field.key}`;
    const below = field.fields === undefined ? [] : rowsOf(field.fields, `${key}${field.control === 'list' ? '[]' : ''}.`);
    return [[code(key), typeOf(field), defaultOf(field), meaningOf(field)], ...below];
  });
}

/** Fields with what is inside of them, by their path in the YAML. */
export function fieldTable(fields: readonly FieldDescription[]): string {
  return fields.length === 0 ? '' : table(['Field', 'Type', 'Default', 'Meaning'], rowsOf(fields, ''));
}

import type { FieldDescription } from '@quarterdeck/integrations/spec';

/** One line of the reference of a kind. */
export interface FieldRow {
  /** Dotted path inside the check, such as `auth.username`; entries of a list are `names[]`. */
  path: string;
  type: string;
  isRequired: boolean;
  fallback: string;
  help: string;
}

function typeOf(field: FieldDescription): string {
  if (field.envVar === true) return 'value or reference';
  if (field.options !== undefined) return field.options.map(({ value }) => value).join(' | ');
  const unit = field.unit === undefined ? '' : ` in ${field.unit}`;
  switch (field.control) {
    case 'switch':
      return 'boolean';
    case 'secret':
      return 'text';
    case 'select':
      return 'text';
    case 'list':
      return field.fields === undefined ? `list of ${field.items ?? 'text'}` : 'list';
    case 'group':
      return 'object';
    default:
      return `${field.control}${unit}`;
  }
}

function fallbackOf(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Fields with the fields inside them, each below its parent. */
export function fieldRows(fields: readonly FieldDescription[], parent = ''): FieldRow[] {
  return fields.flatMap((field) => {
    const path = `${parent}${field.key}`;
    const row: FieldRow = {
      path,
      type: typeOf(field),
      isRequired: field.required === true,
      fallback: fallbackOf(field.default),
      help: field.help ?? field.label,
    };
    const inside = field.fields === undefined ? [] : fieldRows(field.fields, `${path}${field.control === 'list' ? '[]' : ''}.`);
    return [row, ...inside];
  });
}

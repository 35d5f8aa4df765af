import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import { withoutCredentials } from '../endpoint.ts';
import type { FieldDescription } from '../model.ts';

/** What the SQL kinds have in common. Source: health-checks §2.7. */
export const sqlSchema = baseCheckSchema.extend({
  ...connectionShape,
  query: z.string().optional(),
  results: z.number().int().optional(),
  timeout: z.number().optional(),
});

export type SqlCheck = z.infer<typeof sqlSchema>;

export function sqlFields(placeholder: string): readonly FieldDescription[] {
  return checkFields([
    ...connectionFields({ placeholder, help: '$(username) and $(password) are filled in.' }),
    { key: 'query', label: 'Query', control: 'code', group: 'Target', default: 'SELECT 1', help: 'Run as a Go template first.' },
    { key: 'results', label: 'Fewest rows', control: 'number', group: 'Verdict', default: 0 },
    { key: 'timeout', label: 'Time limit', control: 'number', unit: 's', group: 'Verdict', default: 60 },
  ]);
}

/** Name, else description, else the URL without credentials. */
export function sqlEndpoint(spec: SqlCheck): string {
  return spec.name || spec.description || withoutCredentials(spec.url ?? spec.connection ?? '');
}

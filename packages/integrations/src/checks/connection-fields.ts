import { z } from 'zod';
import { envVarSchema } from '../values/env-var.ts';
import type { FieldDescription } from './model.ts';

/** The connection block that many kinds share ("Conn"). Source: health-checks §2.1, §4.2. */
export const connectionShape = {
  connection: z.string().optional(),
  url: z.string().optional(),
  username: envVarSchema.optional(),
  password: envVarSchema.optional(),
};

/** Form fields of the connection block. */
export function connectionFields(url: { label?: string; placeholder: string; help?: string }): readonly FieldDescription[] {
  return [
    {
      key: 'connection',
      label: 'Connection',
      control: 'text',
      group: 'Target',
      placeholder: 'connection://namespace/name',
      help: 'A stored connection; the fields below override it.',
    },
    {
      key: 'url',
      label: url.label ?? 'URL',
      control: 'text',
      group: 'Target',
      placeholder: url.placeholder,
      ...(url.help === undefined ? {} : { help: url.help }),
    },
    { key: 'username', label: 'Username', control: 'text', envVar: true, group: 'Target' },
    { key: 'password', label: 'Password', control: 'secret', envVar: true, group: 'Target' },
  ];
}

import { z } from 'zod';
import { tlsConfigFields, tlsConfigSchema } from '../../values/tls-config.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const redisSchema = baseCheckSchema.extend({
  ...connectionShape,
  addr: z.string().optional(),
  db: z.number().int().min(0).optional(),
  tlsConfig: tlsConfigSchema.extend({ enable: z.boolean().optional() }).optional(),
});

export type RedisCheck = z.infer<typeof redisSchema>;

export const redisKind: CheckKind<RedisCheck> = {
  key: 'redis',
  type: 'redis',
  title: 'Redis',
  icon: 'redis',
  description: 'Sends PING and expects PONG.',
  schema: redisSchema,
  fields: checkFields([
    ...connectionFields({ placeholder: 'localhost:6379' }),
    {
      key: 'addr',
      label: 'Address',
      control: 'text',
      group: 'Target',
      placeholder: 'localhost:6379',
      help: 'Former name of URL.',
    },
    { key: 'db', label: 'Database', control: 'number', group: 'Target', default: 0 },
    {
      key: 'tlsConfig',
      label: 'TLS',
      control: 'group',
      group: 'Security',
      fields: [{ key: 'enable', label: 'Use TLS', control: 'switch', default: false }, ...tlsConfigFields],
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.addr ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url ?? spec.addr),
  example: { name: 'cache', url: 'localhost:6379', db: 0 },
};

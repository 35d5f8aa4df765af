import type { z } from 'zod';
import { tlsConfigFields, tlsConfigSchema } from '../../values/tls-config.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const mongodbSchema = baseCheckSchema.extend({ ...connectionShape, tlsConfig: tlsConfigSchema.optional() });

export type MongodbCheck = z.infer<typeof mongodbSchema>;

/** Source: health-checks §2.9. */
export const mongodbKind: CheckKind<MongodbCheck> = {
  key: 'mongodb',
  aliases: ['mongo'],
  type: 'mongodb',
  title: 'Mongo DB',
  icon: 'mongo',
  description: 'Connects and pings the primary.',
  schema: mongodbSchema,
  fields: checkFields([
    ...connectionFields({
      placeholder: 'mongodb://$(username):$(password)@localhost:27017/?authSource=admin',
      help: 'Username and password are used only where $(username) and $(password) stand.',
    }),
    {
      key: 'tlsConfig',
      label: 'TLS',
      control: 'group',
      group: 'Security',
      help: 'Used when the URL has tls=true.',
      fields: tlsConfigFields,
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url),
  example: {
    name: 'primary',
    url: 'mongodb://$(username):$(password)@localhost:27017/?authSource=admin',
    username: { value: 'monitor' },
    password: { valueFrom: { secretKeyRef: { name: 'mongodb', key: 'password' } } },
  },
};

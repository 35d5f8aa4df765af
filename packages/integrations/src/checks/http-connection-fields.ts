import { z } from 'zod';
import { envVarSchema } from '../values/env-var.ts';
import { tlsConfigFields, tlsConfigSchema } from '../values/tls-config.ts';
import { connectionFields, connectionShape } from './connection-fields.ts';
import type { FieldDescription } from './model.ts';

/** The connection block with the ways to log in to an HTTP interface ("HTTPConn"). Source: health-checks §2.11. */
export const httpConnectionShape = {
  ...connectionShape,
  bearer: envVarSchema.optional(),
  oauth: z
    .object({
      clientID: envVarSchema.optional(),
      clientSecret: envVarSchema.optional(),
      scope: z.array(z.string()).optional(),
      tokenURL: z.string().optional(),
      params: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  tls: tlsConfigSchema.optional(),
};

const httpConnectionSchema = z.object(httpConnectionShape);
export type HttpConnection = z.infer<typeof httpConnectionSchema>;

/** Form fields of `httpConnectionShape`. */
export function httpConnectionFields(url: Parameters<typeof connectionFields>[0]): readonly FieldDescription[] {
  return [
    ...connectionFields(url),
    {
      key: 'bearer',
      label: 'Bearer token',
      control: 'secret',
      envVar: true,
      group: 'Security',
      help: 'Sent when there are no username and password.',
    },
    {
      key: 'oauth',
      label: 'OAuth 2 client credentials',
      control: 'group',
      group: 'Security',
      help: 'Used when there are neither username and password nor a bearer token.',
      fields: [
        { key: 'clientID', label: 'Client id', control: 'text', envVar: true },
        { key: 'clientSecret', label: 'Client secret', control: 'secret', envVar: true },
        { key: 'scope', label: 'Scopes', control: 'list' },
        { key: 'tokenURL', label: 'Token URL', control: 'text' },
        { key: 'params', label: 'Parameters', control: 'map' },
      ],
    },
    { key: 'tls', label: 'TLS', control: 'group', group: 'Security', fields: tlsConfigFields },
  ];
}

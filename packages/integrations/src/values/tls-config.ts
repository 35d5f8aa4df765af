import { z } from 'zod';
import type { FieldDescription } from '../checks/model.ts';
import { envVarSchema } from './env-var.ts';

/** How the other side of a TLS connection is verified, and what we show it. Source: health-checks §2.2. */
export const tlsConfigSchema = z.object({
  ca: envVarSchema.optional(),
  cert: envVarSchema.optional(),
  key: envVarSchema.optional(),
  insecureSkipVerify: z.boolean().optional(),
  handshakeTimeout: z.union([z.string(), z.number()]).optional(),
});

export type TlsConfig = z.infer<typeof tlsConfigSchema>;

export const tlsConfigFields: readonly FieldDescription[] = [
  {
    key: 'ca',
    label: 'CA certificate',
    control: 'secret',
    envVar: true,
    help: 'PEM of the authority to trust instead of the system list.',
  },
  { key: 'cert', label: 'Client certificate', control: 'secret', envVar: true, help: 'PEM shown to the server.' },
  { key: 'key', label: 'Client key', control: 'secret', envVar: true, help: 'PEM of the key of the client certificate.' },
  { key: 'insecureSkipVerify', label: 'Skip verification', control: 'switch', default: false, help: 'Accept any certificate.' },
  { key: 'handshakeTimeout', label: 'Handshake timeout', control: 'duration', default: '10s' },
];

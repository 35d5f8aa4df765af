import { z } from 'zod';
import type { FieldDescription } from '../checks/model.ts';
import { envVarSchema } from '../values/env-var.ts';

/** How Google Cloud is reached and who asks. Source: health-checks §2.6, §2.13. */
export const gcpConnectionShape = {
  connection: z.string().optional(),
  credentials: envVarSchema.optional(),
  endpoint: z.string().optional(),
  project: z.string().optional(),
  skipTLSVerify: z.boolean().optional(),
};

const gcpConnectionSchema = z.object(gcpConnectionShape);
export type GcpConnection = z.infer<typeof gcpConnectionSchema>;

export const gcpConnectionFields: readonly FieldDescription[] = [
  {
    key: 'connection',
    label: 'Connection',
    control: 'text',
    placeholder: 'connection://namespace/name',
    help: 'A stored connection; the fields below add to it.',
  },
  {
    key: 'credentials',
    label: 'Credentials',
    control: 'secret',
    envVar: true,
    help: "JSON of a service account key; the server's own Google credentials when empty.",
  },
  {
    key: 'endpoint',
    label: 'Endpoint',
    control: 'text',
    help: 'Google when empty. Without credentials it is called without a login.',
  },
  { key: 'project', label: 'Project', control: 'text' },
  { key: 'skipTLSVerify', label: 'Skip verification', control: 'switch', default: false, help: 'Accept any certificate.' },
];

import { z } from 'zod';
import type { FieldDescription } from '../checks/model.ts';
import { envVarSchema } from '../values/env-var.ts';

/** Who asks Azure: an application and its secret. Source: health-checks §2.6. */
export const azureConnectionShape = {
  connection: z.string().optional(),
  clientID: envVarSchema.optional(),
  clientSecret: envVarSchema.optional(),
  tenantID: envVarSchema.optional(),
};

const azureConnectionSchema = z.object(azureConnectionShape);
export type AzureConnection = z.infer<typeof azureConnectionSchema>;

export const azureConnectionFields: readonly FieldDescription[] = [
  {
    key: 'connection',
    label: 'Connection',
    control: 'text',
    placeholder: 'connection://namespace/name',
    help: 'A stored connection; the fields below add to it.',
  },
  { key: 'clientID', label: 'Client id', control: 'text', envVar: true },
  { key: 'clientSecret', label: 'Client secret', control: 'secret', envVar: true },
  { key: 'tenantID', label: 'Tenant id', control: 'text', envVar: true },
];

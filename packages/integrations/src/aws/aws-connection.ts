import { z } from 'zod';
import type { FieldDescription } from '../checks/model.ts';
import { envVarSchema } from '../values/env-var.ts';

/** How AWS is reached and who asks ("AWSConn"). Source: health-checks §4.3. */
export const awsConnectionShape = {
  connection: z.string().optional(),
  accessKey: envVarSchema.optional(),
  secretKey: envVarSchema.optional(),
  sessionToken: envVarSchema.optional(),
  assumeRole: z.string().optional(),
  region: z.string().optional(),
  endpoint: z.string().optional(),
  skipTLSVerify: z.boolean().optional(),
};

const awsConnectionSchema = z.object(awsConnectionShape);
export type AwsConnection = z.infer<typeof awsConnectionSchema>;

export const awsConnectionFields: readonly FieldDescription[] = [
  {
    key: 'connection',
    label: 'Connection',
    control: 'text',
    placeholder: 'connection://namespace/name',
    help: 'A stored connection; the fields below add to it.',
  },
  {
    key: 'accessKey',
    label: 'Access key',
    control: 'secret',
    envVar: true,
    help: "The server's own AWS credentials when there are no keys.",
  },
  { key: 'secretKey', label: 'Secret key', control: 'secret', envVar: true },
  { key: 'sessionToken', label: 'Session token', control: 'secret', envVar: true },
  { key: 'assumeRole', label: 'Role to assume', control: 'text', placeholder: 'arn:aws:iam::123456789012:role/reader' },
  { key: 'region', label: 'Region', control: 'text', placeholder: 'eu-west-1' },
  {
    key: 'endpoint',
    label: 'Endpoint',
    control: 'text',
    placeholder: 'https://storage.example.com:9000',
    help: 'AWS when empty.',
  },
  { key: 'skipTLSVerify', label: 'Skip verification', control: 'switch', default: false, help: 'Accept any certificate.' },
];

import { z } from 'zod';
import { s3ConnectionFields, s3ConnectionShape } from '../../aws/s3-connection.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const s3Schema = baseCheckSchema.extend({
  bucketName: z.string().optional(),
  ...s3ConnectionShape,
  storageClass: z.string().optional(),
});

export type S3Check = z.infer<typeof s3Schema>;

/** Source: health-checks §2.14. */
export const s3Kind: CheckKind<S3Check> = {
  key: 's3',
  type: 's3',
  title: 'AWS S3',
  icon: 's3',
  description: 'Lists a bucket, writes an object and reads it back.',
  schema: s3Schema,
  fields: checkFields([
    { key: 'bucketName', label: 'Bucket', control: 'text', required: true, group: 'Target', placeholder: 'backups' },
    ...s3ConnectionFields.map((field) => {
      const group = ['accessKey', 'secretKey', 'sessionToken', 'assumeRole', 'skipTLSVerify'].includes(field.key)
        ? 'Security'
        : 'Target';
      if (field.key === 'bucket')
        return { ...field, group, label: 'Bucket of the connection', help: 'Used when there is no bucketName.' };
      if (field.key === 'objectPath') return { ...field, group, help: 'Key of the object that is overwritten by each run.' };
      return { ...field, group };
    }),
    { key: 'storageClass', label: 'Storage class', control: 'text', group: 'Target', placeholder: 'STANDARD' },
  ]),
  endpoint: (spec) => spec.bucketName || spec.bucket || (spec.connection ?? ''),
  host: (spec) => hostOf(spec.endpoint || 's3.amazonaws.com'),
  example: {
    name: 'bucket-works',
    bucketName: 'backups',
    objectPath: 'health/probe',
    region: 'eu-west-1',
    accessKey: { valueFrom: { secretKeyRef: { name: 'aws', key: 'access-key' } } },
    secretKey: { valueFrom: { secretKeyRef: { name: 'aws', key: 'secret-key' } } },
  },
};

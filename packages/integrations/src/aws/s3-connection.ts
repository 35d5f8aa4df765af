import { z } from 'zod';
import type { FieldDescription } from '../checks/model.ts';
import { awsConnectionFields, awsConnectionShape } from './aws-connection.ts';

/** A connection to a bucket ("S3Conn"). Source: health-checks §4.3. */
export const s3ConnectionShape = {
  ...awsConnectionShape,
  bucket: z.string().optional(),
  objectPath: z.string().optional(),
  usePathStyle: z.boolean().optional(),
};

const s3ConnectionSchema = z.object(s3ConnectionShape);
export type S3Connection = z.infer<typeof s3ConnectionSchema>;

export const s3ConnectionFields: readonly FieldDescription[] = [
  ...awsConnectionFields,
  { key: 'bucket', label: 'Bucket', control: 'text' },
  { key: 'objectPath', label: 'Object', control: 'text', help: 'Key of an object.' },
  {
    key: 'usePathStyle',
    label: 'Bucket in the path',
    control: 'switch',
    default: false,
    help: 'For servers that do not know a host name for each bucket.',
  },
];

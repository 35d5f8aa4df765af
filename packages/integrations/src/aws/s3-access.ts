import type { S3Client } from '@aws-sdk/client-s3';
import type { AwsContext } from './client-settings.ts';
import type { S3Connection } from './s3-connection.ts';
import { withAws } from './with-aws.ts';

export interface S3Access {
  client: S3Client;
  /** Empty when nothing names it. */
  bucket: string;
  objectPath: string;
  endpoint: string;
}

/** Opens a client of S3 for the work and closes it afterwards. What S3 refuses rejects with ProbeFailedError in its words. */
export async function withS3<T>(spec: S3Connection, context: AwsContext, work: (access: S3Access) => Promise<T>): Promise<T> {
  return await withAws(spec, context, async ({ settings, access }) => {
    const { S3Client } = await import('@aws-sdk/client-s3');
    const client = new S3Client({
      ...settings,
      forcePathStyle: spec.usePathStyle ?? access.properties.usePathStyle === 'true',
      // Other servers than Amazon's refuse the checksums that the SDK adds by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    try {
      return await work({
        client,
        bucket: spec.bucket || (access.properties.bucket ?? ''),
        objectPath: spec.objectPath || (access.properties.objectPath ?? ''),
        endpoint: access.endpoint,
      });
    } finally {
      client.destroy();
    }
  });
}

import type { S3Client } from '@aws-sdk/client-s3';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../checks/probe.ts';
import { resolveAwsAccess } from './aws-access.ts';
import { awsClientSettings, describeAwsError } from './client-settings.ts';
import type { S3Connection } from './s3-connection.ts';

export interface S3Access {
  client: S3Client;
  /** Empty when nothing names it. */
  bucket: string;
  objectPath: string;
  endpoint: string;
}

/** Opens a client of S3 for the work and closes it afterwards. What S3 refuses rejects with ProbeFailedError in its words. */
export async function withS3<T>(spec: S3Connection, context: ProbeContext, work: (access: S3Access) => Promise<T>): Promise<T> {
  const access = await resolveAwsAccess(spec, context);
  const { S3Client } = await import('@aws-sdk/client-s3');
  const settings = await awsClientSettings(access, context);
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
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof InvalidCheckError || error instanceof ProbeFailedError) throw error;
    throw new ProbeFailedError(describeAwsError(error));
  } finally {
    client.destroy();
    settings.requestHandler.destroy();
  }
}

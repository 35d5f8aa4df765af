import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { describeAwsError } from '../../aws/client-settings.ts';
import { withS3 } from '../../aws/s3-access.ts';
import { InvalidCheckError, ProbeFailedError } from '../../checks/probe.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** An answer to HEAD has no body that would say why. */
function whyNot(error: unknown, bucket: string): string {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  if (status === 404) return `the bucket ${bucket} does not exist`;
  if (status === 403) return `access to the bucket ${bucket} was denied`;
  return describeAwsError(error);
}

export const test: ConnectionTest = async ({ reference, properties }, context) => {
  const usePathStyle = [properties.usePathStyle, properties.use_path_style].includes('true');
  return await withS3({ connection: reference, usePathStyle }, context, async ({ client, bucket }) => {
    if (bucket === '') throw new InvalidCheckError('the bucket is missing');
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: context.signal });
    } catch (error) {
      context.signal.throwIfAborted();
      throw new ProbeFailedError(whyNot(error, bucket));
    }
    return {};
  });
};

import { randomBytes } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client, StorageClass } from '@aws-sdk/client-s3';
import { withS3 } from '../../aws/s3-access.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import type { MetricSample } from '../result.ts';
import { type S3Check, s3Kind } from './spec.ts';

/** Bounds of the histograms in milliseconds. */
const BUCKETS_MS = [25, 50, 100, 200, 400, 800, 1000, 1200, 1500, 2000];

interface Target {
  bucket: string;
  key: string;
  storageClass: StorageClass | undefined;
}

function storageClassOf(name: string | undefined): StorageClass | undefined {
  if (!name) return undefined;
  const found = Object.values(StorageClass).find((value) => value === name);
  if (found === undefined) throw new InvalidCheckError(`the storage class "${name}" is not known`);
  return found;
}

/** Writes a new text and tells whether the same text is read back. */
async function writeAndRead(client: S3Client, target: Target, abortSignal: AbortSignal): Promise<boolean> {
  const text = randomBytes(8).toString('hex');
  const { bucket: Bucket, key: Key } = target;
  await client.send(
    new PutObjectCommand({
      ...{ Bucket, Key, Body: text },
      ...(target.storageClass === undefined ? {} : { StorageClass: target.storageClass }),
    }),
    { abortSignal },
  );
  const reply = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
  if (reply.ContentLength !== text.length) return false;
  return (await reply.Body?.transformToString('utf8')) === text;
}

async function run(spec: S3Check, context: ProbeContext): Promise<ProbeOutcome> {
  const storageClass = storageClassOf(spec.storageClass);
  return await withS3(spec, context, async (access) => {
    const bucket = spec.bucketName || access.bucket;
    const key = access.objectPath.replace(/^\//, '');
    if (bucket === '') throw new InvalidCheckError('s3 needs a bucketName');
    if (key === '') throw new InvalidCheckError('s3 needs an objectPath');
    const { signal, clock } = context;
    const labels = { endpoint: access.endpoint, bucket };
    const metrics: MetricSample[] = [];
    const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const startMs = clock.monotonicMs();
      const value = await work();
      metrics.push({ name, type: 'histogram', value: clock.monotonicMs() - startMs, labels, buckets: BUCKETS_MS });
      return value;
    };
    const list = new ListObjectsV2Command({ Bucket: bucket });
    await timed('canary_check_s3_list', () => access.client.send(list, { abortSignal: signal }));
    const isSame = await timed('canary_check_s3_update', () =>
      writeAndRead(access.client, { bucket, key, storageClass }, signal),
    );
    return { failures: isSame ? [] : [`the object ${key} does not have the content that was written`], metrics };
  });
}

export const probe = defineProbe(s3Kind, { run });

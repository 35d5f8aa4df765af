import { InvalidCheckError } from '../checks/probe.ts';
import { withTimeLimit } from '../checks/time-limit.ts';
import { type AddressPolicy, denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';
import type { ConnectionProvider } from '../values/connection.ts';
import { resolveConnection } from '../values/resolve-connection.ts';
import { resolveEnvVar } from '../values/resolve-value.ts';
import type { ValueProvider } from '../values/value-provider.ts';
import type { AwsContext } from './client-settings.ts';
import { type S3Access, withS3 } from './s3-access.ts';

/** Longest single call. */
const TIMEOUT_MS = 60_000;
const NOT_THERE = new Set(['NoSuchKey', 'NotFound']);

export interface BucketOptions {
  connections: ConnectionProvider;
  values: ValueProvider;
  /** Denies metadata addresses when absent. */
  addressPolicy?: AddressPolicy;
}

/** Objects in the buckets of stored connections of type `s3`. Every call rejects with the store's words when it refuses, and when the signal aborts. */
export interface Buckets {
  put(connection: string, key: string, content: { bytes: Buffer; contentType: string }, signal: AbortSignal): Promise<void>;
  /** Undefined when there is no such object; rejects when it is larger than the limit. */
  get(connection: string, key: string, limitBytes: number, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Also when there is no such object. */
  remove(connection: string, key: string, signal: AbortSignal): Promise<void>;
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && NOT_THERE.has(error.name);
}

/**
 * Creates the access to buckets.
 * @returns calls whose `connection` is a reference such as `connection://namespace/name` or `connection://<id>`
 */
export function createBuckets(options: BucketOptions): Buckets {
  const hosts = createHostLookup({ policy: options.addressPolicy ?? denyNetworks() });
  const { values, connections } = options;

  function contextOf(signal: AbortSignal): AwsContext {
    const scope = { values, namespace: 'default', secret: () => undefined };
    return {
      hosts,
      signal,
      secret: scope.secret,
      value: (envVar) => resolveEnvVar(envVar, scope),
      connection: (input) => resolveConnection(input, { ...scope, connections, canaryName: '', renderUrl: async (text) => text }),
    };
  }

  function call<T>(
    connection: string,
    signal: AbortSignal,
    work: (access: S3Access, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return withTimeLimit(signal, TIMEOUT_MS, (limited) =>
      withS3({ connection }, contextOf(limited), (access) => {
        if (access.bucket === '') throw new InvalidCheckError(`${connection} names no bucket`);
        return work(access, limited);
      }),
    );
  }

  return {
    async put(connection, key, { bytes, contentType }, signal) {
      await call(connection, signal, async ({ client, bucket }, abortSignal) => {
        const { PutObjectCommand } = await import('@aws-sdk/client-s3');
        const command = new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType });
        await client.send(command, { abortSignal });
      });
    },
    get: (connection, key, limitBytes, signal) =>
      call(connection, signal, async ({ client, bucket }, abortSignal) => {
        const { GetObjectCommand } = await import('@aws-sdk/client-s3');
        try {
          const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
          if ((ContentLength ?? 0) > limitBytes) throw new Error(`${key} is larger than ${limitBytes} bytes`);
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        } catch (error) {
          if (isNotThere(error)) return undefined;
          throw error;
        }
      }),
    async remove(connection, key, signal) {
      await call(connection, signal, async ({ client, bucket }, abortSignal) => {
        const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
      });
    },
  };
}

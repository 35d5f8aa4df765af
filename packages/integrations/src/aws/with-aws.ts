import { InvalidCheckError, ProbeFailedError } from '../checks/probe.ts';
import { type AwsAccess, resolveAwsAccess } from './aws-access.ts';
import type { AwsConnection } from './aws-connection.ts';
import { type AwsClientSettings, type AwsContext, awsClientSettings, describeAwsError } from './client-settings.ts';

/** What the work gets: settings for clients of the SDK, and the block that they were made of. */
export interface AwsWork {
  settings: AwsClientSettings;
  access: AwsAccess;
}

/**
 * Resolves the block for the work and closes the work's connections afterwards. What AWS refuses rejects with ProbeFailedError in its words.
 */
export async function withAws<T>(spec: AwsConnection, context: AwsContext, work: (aws: AwsWork) => Promise<T>): Promise<T> {
  const access = await resolveAwsAccess(spec, context);
  let settings: AwsClientSettings | undefined;
  try {
    settings = await awsClientSettings(access, context);
    return await work({ settings, access });
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof InvalidCheckError || error instanceof ProbeFailedError) throw error;
    throw new ProbeFailedError(describeAwsError(error));
  } finally {
    settings?.requestHandler.destroy();
  }
}

/** Collects the entries of every page, at most `most` of them. */
export async function collectPages<T>(
  page: (token: string | undefined) => Promise<{ entries: readonly T[]; next: string | undefined }>,
  most: number,
): Promise<T[]> {
  const entries: T[] = [];
  let token: string | undefined;
  do {
    const answer = await page(token);
    entries.push(...answer.entries);
    token = answer.next || undefined;
  } while (token !== undefined && entries.length < most);
  return entries.slice(0, most);
}

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { InvalidCheckError, type ProbeContext } from '../checks/probe.ts';
import { describeNetworkError } from '../net/network-error.ts';
import type { AwsAccess } from './aws-access.ts';
import { LimitedHandler } from './limited-handler.ts';

/** For stores that speak S3 elsewhere, whose regions mean nothing. */
const REGION_OF_ENDPOINTS = 'us-east-1';
/** One repetition covers a throttled call; more would hide what a check should tell. */
const MOST_ATTEMPTS = 2;
const SESSION_NAME = 'health-check';

interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** What reaching AWS needs of a check's context, so that others than checks can reach it too. */
export type AwsContext = Pick<ProbeContext, 'connection' | 'value' | 'secret' | 'hosts' | 'signal'>;

/** What every client of the AWS SDK takes. `credentials` is absent when the server's own are to be used. */
export interface AwsClientSettings {
  region?: string;
  endpoint?: string;
  credentials?: Keys;
  requestHandler: NodeHttpHandler;
  maxAttempts: number;
}

function parseEndpoint(text: string, context: AwsContext): string {
  let url: URL;
  try {
    url = new URL(text.includes('://') ? text : `https://${text}`);
  } catch {
    throw new InvalidCheckError('the endpoint is no URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new InvalidCheckError('the endpoint is no http(s) URL');
  context.hosts.guardLiteral(url.hostname);
  return url.href;
}

async function assumeRole(roleArn: string, settings: AwsClientSettings, signal: AbortSignal): Promise<Keys> {
  const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient(settings);
  const command = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: SESSION_NAME });
  const { Credentials } = await client.send(command, { abortSignal: signal });
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = Credentials ?? {};
  if (accessKeyId === undefined || secretAccessKey === undefined) throw new Error(`${roleArn} was assumed without credentials`);
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/**
 * Settings for clients of the AWS SDK that reach hosts only as the check may. Call `requestHandler.destroy()` after use. Rejects with
 * InvalidCheckError when the keys or the endpoint cannot be used. Source: health-checks §4.3.
 */
export async function awsClientSettings(access: AwsAccess, context: AwsContext): Promise<AwsClientSettings> {
  const { accessKey, secretKey, sessionToken } = access;
  if ((accessKey === '') !== (secretKey === '')) throw new InvalidCheckError('AWS needs both accessKey and secretKey');
  const endpoint = access.endpoint === '' ? undefined : parseEndpoint(access.endpoint, context);
  const { lookup } = context.hosts;
  const region = access.region || (endpoint === undefined ? '' : REGION_OF_ENDPOINTS);
  const settings: AwsClientSettings = {
    ...(region === '' ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    requestHandler: new LimitedHandler({
      httpAgent: new HttpAgent({ keepAlive: true, lookup }),
      httpsAgent: new HttpsAgent({ keepAlive: true, lookup, rejectUnauthorized: !access.skipTlsVerify }),
    }),
    maxAttempts: MOST_ATTEMPTS,
  };
  if (accessKey !== '')
    settings.credentials = {
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      ...(sessionToken === '' ? {} : { sessionToken }),
    };
  if (access.assumeRole !== '') {
    const { secret } = context;
    const keys = await assumeRole(access.assumeRole, settings, context.signal);
    for (const key of Object.values(keys)) secret(key);
    settings.credentials = keys;
  }
  return settings;
}

/** `NoSuchBucket: The specified bucket does not exist`, or the network's failure in words. */
export function describeAwsError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('$metadata' in error && error.name !== 'Error' && error.name !== error.message)
    return error.message === '' ? error.name : `${error.name}: ${error.message}`;
  return describeNetworkError(error);
}

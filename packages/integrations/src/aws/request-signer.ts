import { InvalidCheckError, type ProbeContext } from '../checks/probe.ts';
import { type SignableRequest, signAwsRequest } from '../http/aws-signature.ts';
import type { AwsClientSettings } from './client-settings.ts';
import type { AwsSigning } from './request-signing.ts';
import { withAws } from './with-aws.ts';

const AWS_HOST = /(?:^|\.)amazonaws\.com(?:\.cn)?$/;
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
/** Services whose hosts begin with another name. */
const NAMED_LATER = ['execute-api', 'es', 'aoss', 'lambda-url'];

/** `sts.us-east-1.amazonaws.com` tells service and region; other hosts tell nothing. */
export function guessFromHost(host: string): { service: string; region: string } {
  if (!AWS_HOST.test(host)) return { service: '', region: '' };
  const labels = host.replace(AWS_HOST, '').split('.');
  const region = labels.find((label) => REGION.test(label)) ?? '';
  return { service: NAMED_LATER.find((name) => labels.includes(name)) ?? labels[0] ?? '', region };
}

/** The keys of the block, of the role that it assumes, or of the server's own. */
async function keysOf(settings: AwsClientSettings, context: ProbeContext) {
  const { STSClient } = await import('@aws-sdk/client-sts');
  const { credentials } = settings;
  if (credentials !== undefined) return credentials;
  const own = await new STSClient({ ...settings, region: settings.region ?? 'us-east-1' }).config.credentials();
  context.secret(own.secretAccessKey);
  return own;
}

/** What adds the signature to each request. Rejects with InvalidCheckError when nothing tells service or region. */
export async function createRequestSigner(
  spec: AwsSigning,
  target: URL,
  context: ProbeContext,
): Promise<(request: SignableRequest) => Record<string, string>> {
  const guess = guessFromHost(target.hostname);
  const service = spec.service || guess.service;
  if (service === '') throw new InvalidCheckError('awsSigV4 needs a service, which only hosts of AWS tell by their name');
  return await withAws(spec, context, async ({ settings }) => {
    const region = settings.region ?? guess.region;
    if (region === '') throw new InvalidCheckError('awsSigV4 needs a region');
    const { accessKeyId, secretAccessKey, sessionToken } = await keysOf({ ...settings, region }, context);
    const signer = { accessKeyId, secretAccessKey, region, service, ...(sessionToken === undefined ? {} : { sessionToken }) };
    return (request) => signAwsRequest(request, signer, context.clock.now());
  });
}

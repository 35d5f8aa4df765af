import type { ProbeContext } from '../checks/probe.ts';
import type { EnvVar } from '../values/env-var.ts';
import type { AwsConnection } from './aws-connection.ts';

/** Values of a connection to AWS, none of which needs a look-up; empty texts are absent. */
export interface AwsAccess {
  accessKey: string;
  secretKey: string;
  sessionToken: string;
  assumeRole: string;
  region: string;
  endpoint: string;
  skipTlsVerify: boolean;
  /** Of the stored connection. */
  properties: Readonly<Record<string, string>>;
}

/** Resolves the block; the keys are redacted from everything the result says. */
export async function resolveAwsAccess(
  spec: AwsConnection,
  context: Pick<ProbeContext, 'connection' | 'value' | 'secret'>,
): Promise<AwsAccess> {
  const inline = async (envVar: EnvVar | undefined) => (envVar === undefined ? '' : (await context.value(envVar)).trim());
  const stored = await context.connection({
    connection: spec.connection,
    url: spec.endpoint,
    username: spec.accessKey,
    password: spec.secretKey,
  });
  const access: AwsAccess = {
    accessKey: stored.username.trim(),
    secretKey: stored.password.trim(),
    sessionToken: await inline(spec.sessionToken),
    assumeRole: spec.assumeRole || (stored.properties.assumeRole ?? ''),
    region: spec.region || (stored.properties.region ?? ''),
    endpoint: stored.url,
    skipTlsVerify: spec.skipTLSVerify ?? stored.insecureTls,
    properties: stored.properties,
  };
  for (const secret of [access.accessKey, access.secretKey, access.sessionToken]) context.secret(secret);
  return access;
}

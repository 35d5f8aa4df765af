import type { ProbeContext } from '../checks/probe.ts';
import type { AzureConnection } from './azure-connection.ts';

/** Values of a connection to Azure; empty texts are absent. */
export interface AzureAccess {
  clientId: string;
  clientSecret: string;
  tenantId: string;
}

/** Resolves the block; the secret is redacted from everything the result says. Source: automation-and-access §4.1. */
export async function resolveAzureAccess(
  spec: AzureConnection,
  context: Pick<ProbeContext, 'connection' | 'value' | 'secret'>,
): Promise<AzureAccess> {
  const stored = await context.connection({
    connection: spec.connection,
    username: spec.clientID,
    password: spec.clientSecret,
  });
  const tenantId = spec.tenantID === undefined ? (stored.properties.tenant ?? '') : await context.value(spec.tenantID);
  const access = { clientId: stored.username.trim(), clientSecret: stored.password.trim(), tenantId: tenantId.trim() };
  context.secret(access.clientSecret);
  return access;
}

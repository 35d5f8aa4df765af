import { QuarterdeckError } from '@quarterdeck/contract';
import type { ConnectionProvider } from '@quarterdeck/integrations/run';

const REFERENCE = /^connection:\/\/([^/]+)\/(.+)$/;

/**
 * Finds the connection that new artifacts are stored through, each time anew because it may change.
 * @throws {QuarterdeckError} CONNECTION_NOT_FOUND, CONFIG_INVALID when it is no bucket
 */
export async function findArtifactConnection(connections: ConnectionProvider, reference: string): Promise<string> {
  const [, namespace = '', name = ''] = REFERENCE.exec(reference) ?? [];
  const found = await connections.find({ namespace, name });
  if (found === undefined) throw new QuarterdeckError('CONNECTION_NOT_FOUND', `--artifact-connection: there is no ${reference}`);
  if (found.type !== 's3')
    throw new QuarterdeckError('CONFIG_INVALID', `--artifact-connection: ${reference} is of type ${found.type}, not s3`);
  return found.id;
}

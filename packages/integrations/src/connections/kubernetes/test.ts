import { clusterFailure, openCluster } from '../../checks/open-cluster.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** Lists the pods in the namespace `default`. */
export const test: ConnectionTest = async ({ reference }, context) => {
  const cluster = await openCluster({ connection: reference }, context);
  try {
    const pods = await cluster.findKind('Pod', 'v1', context.signal);
    await cluster.list(pods, { namespace: 'default' }, context.signal);
    return { Server: cluster.server };
  } catch (error) {
    throw clusterFailure(error, context);
  }
};

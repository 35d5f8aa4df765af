import { stringify } from 'yaml';
import { CONFIGURE_CLUSTER } from './own-cluster.ts';

const CLUSTER = 'mission-control-quarterdeck';
const USER = 'quarterdeck';
const CONTEXT = 'default';

export interface Kubeconfig {
  readonly server: string;
  readonly token: string;
  /** Whether the server leads to a cluster by now; otherwise the file says what is missing. */
  readonly isReachable: boolean;
}

/** The file with which kubectl reaches the cluster through this server. Source: automation-and-access §5.9. */
export function kubeconfigText({ server, token, isReachable }: Kubeconfig): string {
  const note = isReachable ? '' : `# The server leads to no Kubernetes cluster yet. ${CONFIGURE_CLUSTER}\n`;
  const file = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: CLUSTER, cluster: { server } }],
    users: [{ name: USER, user: { username: 'token', password: token } }],
    contexts: [{ name: CONTEXT, context: { cluster: CLUSTER, user: USER } }],
    'current-context': CONTEXT,
  });
  return `${note}${file}`;
}

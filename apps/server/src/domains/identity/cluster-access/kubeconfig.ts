import { stringify } from 'yaml';

const CLUSTER = 'quarterdeck';
const USER = 'quarterdeck';
const CONTEXT = 'default';

/** The file with which kubectl reaches the cluster through this server. Source: automation-and-access §5.9. */
export function kubeconfigText({ server, token }: { server: string; token: string }): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: CLUSTER, cluster: { server } }],
    users: [{ name: USER, user: { username: 'token', password: token } }],
    contexts: [{ name: CONTEXT, context: { cluster: CLUSTER, user: USER } }],
    'current-context': CONTEXT,
  });
}

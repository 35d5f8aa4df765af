import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where the address of a cluster and the credentials for it come from. */
export type ClusterSource =
  | { kind: 'kubeconfig'; text: string }
  | { kind: 'file'; path: string }
  /** The service account of the pod that the program runs in; `root` stands before the paths of its files. */
  | { kind: 'in-cluster'; root?: string };

/** A kubeconfig is given as its text or as the path of a file. Source: health-checks §2.16. */
export function kubeconfigSource(value: string): ClusterSource {
  const text = value.trim();
  const isPath = !text.includes('\n') && /^(?:~?\/|\.{1,2}\/)/.test(text);
  if (!isPath) return { kind: 'kubeconfig', text: value };
  return { kind: 'file', path: text.startsWith('~/') ? join(homedir(), text.slice(2)) : text };
}

const POD_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** The cluster of the pod that the program runs in, with the pod's service account; undefined outside of pods. */
export function podClusterSource(
  environment: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): ClusterSource | undefined {
  return environment.KUBERNETES_SERVICE_HOST && exists(POD_TOKEN) ? { kind: 'in-cluster' } : undefined;
}

/** The cluster that the program belongs to: KUBECONFIG, else the pod's service account, else the user's own file; undefined when there is none. */
export function ownClusterSource(
  environment: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): ClusterSource | undefined {
  const [path] = (environment.KUBECONFIG ?? '').split(delimiter).filter((part) => part !== '');
  if (path !== undefined) return { kind: 'file', path };
  const pod = podClusterSource(environment, exists);
  if (pod !== undefined) return pod;
  const userFile = environment.HOME ? join(environment.HOME, '.kube', 'config') : '';
  return userFile !== '' && exists(userFile) ? { kind: 'file', path: userFile } : undefined;
}

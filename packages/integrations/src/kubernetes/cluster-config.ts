import { readFile } from 'node:fs/promises';
import type { AgentOptions, RequestOptions } from 'node:https';
import { dirname } from 'node:path';
import { type Cluster, type DispatcherOptions, KubeConfig, type RequestContext, type User } from '@kubernetes/client-node';
import { Agent } from 'undici';
import { parse } from 'yaml';
import { isPlainObject } from '../canary/plain-object.ts';
import type { HostLookup } from '../net/host-lookup.ts';
import type { ClusterSource } from './config-source.ts';
import { KubernetesError } from './errors.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

/** The client library's configuration, whose connections follow our name lookup and address policy and are kept for reuse. */
export class ClusterConfig extends KubeConfig {
  private readonly hosts: HostLookup;
  private agent: { key: string; agent: Agent } | undefined;

  constructor(hosts: HostLookup) {
    super();
    this.hosts = hosts;
  }

  /** The library would open a new pool of connections for each request; this keeps one until the certificates change. */
  override createDispatcherOptions(cluster: Cluster | null, options: AgentOptions): DispatcherOptions {
    const wanted = super.createDispatcherOptions(cluster, options);
    const tls = wanted.type === 'agent' ? wanted.connect : {};
    const key = JSON.stringify(tls);
    if (this.agent?.key !== key) {
      void this.agent?.agent.close();
      const connect = { ...tls, lookup: this.hosts.lookup, timeout: CONNECT_TIMEOUT_MS };
      this.agent = { key, agent: new Agent({ connect, keepAliveTimeout: KEEP_ALIVE_MS }) };
    }
    return { type: 'none' };
  }

  override async applySecurityAuthentication(context: RequestContext): Promise<void> {
    await super.applySecurityAuthentication(context);
    if (this.agent !== undefined) context.setDispatcher(this.agent.agent);
  }

  override async applyToHTTPSOptions(options: RequestOptions): Promise<void> {
    await super.applyToHTTPSOptions(options);
    options.lookup = this.hosts.lookup;
  }

  /** Ends the connections at once. */
  async close(): Promise<void> {
    await this.agent?.agent.destroy();
    this.agent = undefined;
  }
}

function requireCurrent(config: KubeConfig): { cluster: Cluster; user: User | null } {
  const context = config.getCurrentContext();
  if (!context) throw new KubernetesError('the kubeconfig has no current-context');
  if (config.getContextObject(context) === null)
    throw new KubernetesError(`the kubeconfig has no context "${context}", which is its current-context`);
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new KubernetesError(`the kubeconfig has no cluster for the context "${context}"`);
  return { cluster, user: config.getCurrentUser() };
}

/** Refuses what would run programs, read files that the author of a spec names, or go around our connections. */
function refuseUnsupported(cluster: Cluster, user: User | null, mayReadFiles: boolean): void {
  const name = user?.name ?? '';
  if (user?.exec)
    throw new KubernetesError(
      `the user "${name}" logs in with an exec plugin, which is not supported: use a token or a client certificate`,
    );
  if (user?.authProvider)
    throw new KubernetesError(
      `the user "${name}" logs in with an auth-provider, which is not supported: use a token or a client certificate`,
    );
  if (cluster.proxyUrl) throw new KubernetesError('the kubeconfig asks for a proxy-url, which is not supported');
  if (!mayReadFiles && (cluster.caFile || user?.certFile || user?.keyFile))
    throw new KubernetesError(
      'the kubeconfig refers to files: give their content (certificate-authority-data, client-certificate-data, client-key-data)',
    );
  let url: URL;
  try {
    url = new URL(cluster.server);
  } catch {
    throw new KubernetesError(`the server "${cluster.server}" of the kubeconfig is no URL`);
  }
  if (url.protocol === 'https:') return;
  if (url.protocol !== 'http:') throw new KubernetesError(`the server "${cluster.server}" of the kubeconfig is no https URL`);
  if (!cluster.skipTLSVerify)
    throw new KubernetesError('the server of the kubeconfig is not https: set insecure-skip-tls-verify to use it all the same');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The library would read such a file while it loads the configuration. */
function refuseTokenFiles(content: unknown): void {
  const users = isPlainObject(content) && Array.isArray(content.users) ? content.users : [];
  const names = users.map((entry: unknown) => (isPlainObject(entry) && isPlainObject(entry.user) ? Object.keys(entry.user) : []));
  if (names.flat().some((name) => /^token-?file$/i.test(name)))
    throw new KubernetesError('the kubeconfig refers to a token file: give the token itself');
}

async function readConfig(config: KubeConfig, source: Exclude<ClusterSource, { kind: 'in-cluster' }>): Promise<void> {
  let text: string;
  try {
    text = source.kind === 'file' ? await readFile(source.path, 'utf8') : source.text;
  } catch (error) {
    throw new KubernetesError(`the kubeconfig cannot be read: ${messageOf(error)}`);
  }
  try {
    // A pretty error would quote the line, and so perhaps a secret.
    const content: unknown = parse(text, { prettyErrors: false });
    if (source.kind === 'kubeconfig') refuseTokenFiles(content);
    // The library gets what was looked at, whatever its own parser would make of the text.
    config.loadFromString(JSON.stringify(content ?? {}));
  } catch (error) {
    if (error instanceof KubernetesError) throw error;
    throw new KubernetesError(`the kubeconfig cannot be read: ${messageOf(error)}`);
  }
  if (source.kind === 'file') config.makePathsAbsolute(dirname(source.path));
}

/** Loads the address of a cluster and the credentials for it. Rejects with KubernetesError when they cannot be used. */
export async function loadClusterConfig(source: ClusterSource, hosts: HostLookup): Promise<ClusterConfig> {
  const config = new ClusterConfig(hosts);
  if (source.kind === 'in-cluster') {
    config.loadFromCluster(source.root);
    return config;
  }
  await readConfig(config, source);
  const { cluster, user } = requireCurrent(config);
  refuseUnsupported(cluster, user, source.kind === 'file');
  return config;
}

/** The secrets that a configuration holds. */
export function secretsOf(config: KubeConfig): string[] {
  return config.getUsers().flatMap((user) => {
    const key = user.keyData ? Buffer.from(user.keyData, 'base64').toString('utf8') : '';
    return [user.token, user.password, user.keyData, key].filter(
      (text): text is string => typeof text === 'string' && text !== '',
    );
  });
}

import { type AddressPolicy, denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';
import { connectCluster } from './cluster-pool.ts';
import type { ClusterSource } from './config-source.ts';
import { KubernetesError } from './errors.ts';
import type { ForwardedAnswer, ForwardedRequest } from './transport.ts';

/** A request that names what is asked for as its caller wrote it. */
export interface ProxiedRequest extends Omit<ForwardedRequest, 'headers'> {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** In whose name the cluster judges the request. The cluster's own credentials must be allowed to impersonate it. */
  impersonate: string;
}

export interface ClusterProxy {
  /**
   * Passes a request on to the API of the cluster and answers what it answers.
   * Rejects with KubernetesError: status 400 for a path that is refused, 0 when the cluster cannot be reached.
   */
  forward(request: ProxiedRequest): Promise<ForwardedAnswer>;
}

/** Of one connection only, or of the caller's sign-in here; none of the cluster's business. */
const NEVER_PASSED_ON = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const NEVER_PASSED_ON_PREFIX = /^(impersonate-|x-forwarded-|x-remote-|x-real-|x-session-|x-csrf-|sec-)/;
const NEVER_PASSED_BACK = new Set(['connection', 'keep-alive', 'proxy-connection', 'set-cookie', 'transfer-encoding', 'upgrade']);

/** @param source read again when its file changes */
export function createClusterProxy(source: ClusterSource, policy: AddressPolicy = denyNetworks()): ClusterProxy {
  const hosts = createHostLookup({ policy });
  return {
    async forward({ headers, impersonate, path, ...request }) {
      refuseDetours(path);
      const cluster = await connectCluster(source, hosts);
      const answer = await cluster.forward({
        ...request,
        path,
        headers: { ...passedOn(headers), 'impersonate-user': impersonate },
      });
      return { ...answer, headers: passedBack(answer.headers) };
    },
  };
}

/** A path that leads upwards would leave the part of the server that the kubeconfig names. */
function refuseDetours(path: string): void {
  const [way = ''] = path.split('?');
  const isDetour = way.split(/[/\\]|%2f|%5c/i).some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (!way.startsWith('/') || isDetour) throw new KubernetesError('the path leads elsewhere', 400);
}

function passedOn(headers: ProxiedRequest['headers']): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || named.has(name) || NEVER_PASSED_ON.has(name) || NEVER_PASSED_ON_PREFIX.test(name)) continue;
    kept[name] = value;
  }
  return kept;
}

function passedBack(headers: ForwardedAnswer['headers']): ForwardedAnswer['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NEVER_PASSED_BACK.has(name)));
}

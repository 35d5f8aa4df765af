import { Readable } from 'node:stream';
import { QuarterdeckError } from '@quarterdeck/contract';
import { TOKEN_MOST_DAYS } from '@quarterdeck/contract/identity';
import { type ForwardedRequest, KubernetesError } from '@quarterdeck/integrations/run';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import { noteAudit } from '../../../http/audit-note.ts';
import { allow } from '../../../http/guard.ts';
import type { IdentityContext } from '../identity-context.ts';
import { actorOf, requirePerson } from '../tokens/token-routes.ts';
import { DAY_MS, issueTokenNamedAlike } from '../tokens/token-service.ts';
import { kubeconfigText } from './kubeconfig.ts';
import { createOwnCluster, type OwnCluster } from './own-cluster.ts';

/** Whoever may change things here may use the cluster, within what the cluster allows these two. Source: automation-and-access §5.6, §5.7. */
const USE_CLUSTER = { resource: 'database', right: 'write' } as const;
const READER = 'mission-control-reader';
const WRITER = 'mission-control-writer';
const PREFIX = '/kubeproxy';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What a cluster answers is not of this server: no page of it runs anything here. */
const SANDBOX = "sandbox; default-src 'none'";

type Context = Pick<IdentityContext, 'db' | 'clock' | 'audit' | 'origins'>;

/** What people need to work with the cluster through this server. */
export async function registerClusterAccess(http: FastifyInstance, identity: IdentityContext): Promise<void> {
  const cluster = createOwnCluster(identity.config.kubeconfig, process.env);
  registerKubeconfig(http, identity, cluster);
  await registerKubeproxy(http, cluster);
}

/** GET /kubeconfig: whether there is a cluster yet or not. Source: console-calls §1.1, §6 item 28. */
function registerKubeconfig(http: FastifyInstance, { db, clock, audit, origins }: Context, cluster: OwnCluster): void {
  http.get('/kubeconfig', allow(USE_CLUSTER), async (request, reply) => {
    const caller = requirePerson(request);
    // It makes a token: no link of a foreign page may do that.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new AccessRefusal(403, 'the page that leads here does not belong to Quarterdeck');
    }
    const at = clock.now();
    const { id, name, token } = await issueTokenNamedAlike(db, {
      name: `kubeconfig-${Math.floor(at.getTime() / 1000)}`,
      personId: caller.personId,
      at,
      expiresAt: new Date(at.getTime() + TOKEN_MOST_DAYS * DAY_MS),
    });
    audit.record({ ...actorOf(request, caller), action: 'create_token', resourceId: id, details: { name } });
    return reply
      .type('application/yaml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="quarterdeck-kubeconfig.yaml"')
      .header('cache-control', 'private, no-store')
      .send(kubeconfigText({ server: `${origins.of(request)}${PREFIX}`, token, isReachable: cluster.isConfigured }));
  });
}

/** /kubeproxy/*: the API of the cluster, as far as it lets our reader or writer. Source: automation-and-access §5.6. */
async function registerKubeproxy(http: FastifyInstance, cluster: OwnCluster): Promise<void> {
  await http.register(async (scope) => {
    // Bodies go through as they come.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method: [...METHODS],
      url: `${PREFIX}/*`,
      ...allow(USE_CLUSTER),
      exposeHeadRoute: false,
      compress: false,
      handler: (request, reply) => proxy(request, reply, cluster),
    });
  });
}

async function proxy(request: FastifyRequest, reply: FastifyReply, cluster: OwnCluster): Promise<FastifyReply> {
  const destination = cluster.require();
  if (request.headers.upgrade !== undefined) {
    throw new QuarterdeckError('NOT_IMPLEMENTED', 'exec, attach and port-forward do not work through this server', {
      hint: 'Use a kubeconfig of the cluster itself for them.',
    });
  }
  const method = METHODS.find((name) => name === request.method) ?? 'GET';
  const path = (request.raw.url ?? '').slice(PREFIX.length);
  if (method !== 'GET' && method !== 'HEAD') noteAudit(request, { resource: 'cluster', resourceId: path.split('?')[0] ?? '' });
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  try {
    const answer = await destination.forward({
      method,
      path,
      headers: request.headers,
      impersonate: method === 'GET' || method === 'HEAD' ? READER : WRITER,
      signal: gone.signal,
      ...bodyOf(request),
    });
    void reply.code(answer.status).headers({ ...answer.headers, 'content-security-policy': SANDBOX });
    return reply.send(answer.body);
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    if (error.status === 400) throw new QuarterdeckError('BAD_REQUEST', error.message);
    throw new QuarterdeckError('KUBERNETES_UNREACHABLE', error.message, { cause: error });
  }
}

function bodyOf({ body }: FastifyRequest): Pick<ForwardedRequest, 'body'> {
  return body instanceof Readable ? { body } : {};
}

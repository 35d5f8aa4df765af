import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import { allow } from '../../../http/guard.ts';
import type { IdentityContext } from '../identity-context.ts';
import { runAccountCommand } from './account-command.ts';
import { createCommandOpener, sealResult } from './sealed-command.ts';

/**
 * POST /identity/local_command: `quarterdeck user` beside a running server, which alone may use the data folder. Not for browsers or other
 * machines: it comes from this machine, sealed with the key of the server, and is done once.
 */
export function registerLocalCommand(
  http: FastifyInstance,
  {
    db,
    clock,
    flows,
    audit,
    origins,
    secrets,
  }: Pick<IdentityContext, 'db' | 'clock' | 'flows' | 'audit' | 'origins' | 'secrets'>,
): void {
  const open = createCommandOpener(secrets);
  http.post('/identity/local_command', allow('public'), async (request, reply) => {
    if (!isFromThisMachine(request)) throw new AccessRefusal(403, 'only for this machine');
    const command = open(request.body, clock.now());
    const result = await runAccountCommand({ db, clock, flows, audit, origin: origins.fixed }, command);
    return reply.header('cache-control', 'private, no-store').send(sealResult(secrets, result));
  });
}

/** By the connection itself, not by what proxies say. */
function isFromThisMachine({ socket }: FastifyRequest): boolean {
  const remote = socket.remoteAddress ?? '';
  return remote === socket.localAddress || /^(127\.|::1$|::ffff:127\.)/.test(remote);
}

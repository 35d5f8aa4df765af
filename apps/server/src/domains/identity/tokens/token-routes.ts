import { QuarterdeckError } from '@quarterdeck/contract';
import { CreateTokenSchema } from '@quarterdeck/contract/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../../app/context.ts';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Caller } from '../../../http/caller.ts';
import { allow, requireAccess, requireCaller } from '../../../http/guard.ts';
import { tokenExpiry } from './token-expiry.ts';
import { issueToken } from './token-service.ts';
import { deleteToken, findToken, listTokens } from './token-store.ts';

/** Tokens of others are for those who manage accounts. */
const MANAGE = { resource: 'identities', right: 'write' } as const;
const ListQuerySchema = z.object({ all: z.enum(['true', 'false']).default('false') });
const ParamsSchema = z.object({ id: z.string() });
/** In place of an id: the token that the request carries. */
const CURRENT = 'current';

type Context = Pick<AppContext, 'db' | 'clock' | 'audit'>;

/** GET /auth/tokens, POST /auth/create_token, DELETE /auth/token/{id}. Source: automation-and-access §5.1, §5.9. */
export function registerTokens(http: FastifyInstance, { db, clock, audit }: Context): void {
  http.get('/auth/tokens', allow('signed-in'), async (request, reply) => {
    void reply.header('cache-control', 'private, no-store');
    const { all } = ListQuerySchema.parse(request.query);
    if (all === 'false') return listTokens(db, requireCaller(request).personId);
    requireAccess(request, { resource: 'identities', right: 'read' });
    return listTokens(db, undefined);
  });

  http.post('/auth/create_token', allow('signed-in', 'own'), async (request, reply) => {
    const caller = requirePerson(request);
    const { name, ...wish } = CreateTokenSchema.parse(request.body);
    const at = clock.now();
    const expiresAt = tokenExpiry(wish, at, caller.role === 'admin');
    const created = await issueToken(db, { name, personId: caller.personId, at, expiresAt });
    audit.record({ ...actorOf(request, caller), action: 'create_token', resourceId: created.id, details: { name } });
    return reply.code(201).header('cache-control', 'private, no-store').send(created);
  });

  http.delete('/auth/token/:id', allow('signed-in', 'own'), async (request, reply) => {
    const caller = requireCaller(request);
    const { id: given } = ParamsSchema.parse(request.params);
    const id = given === CURRENT ? caller.tokenId : z.uuid().safeParse(given).data;
    const token = id === undefined ? undefined : await findToken(db, id);
    if (token === undefined || !mayRevoke(request, caller, token)) {
      throw new QuarterdeckError('NOT_FOUND', 'there is no such access token');
    }
    await deleteToken(db, token.id);
    const { name, person } = token;
    audit.record({
      ...actorOf(request, caller),
      action: 'revoke_token',
      resourceId: token.id,
      details: { name, of: person.name },
    });
    return reply.code(204).send();
  });
}

/**
 * Who made a request in person. A token makes no tokens: what has one for a while would have it for ever.
 * @throws {AccessRefusal} 403
 */
export function requirePerson(request: FastifyRequest): Caller {
  const caller = requireCaller(request);
  if (caller.isAgent || (caller.via !== 'session' && caller.via !== 'none')) {
    throw new AccessRefusal(403, 'sign in for this: an access token or a password in the request does not do');
  }
  return caller;
}

/** A token can give up itself, so that a program can sign out; others of the person need the person. */
function mayRevoke(request: FastifyRequest, caller: Caller, token: { id: string; person: { id: string } }): boolean {
  if (caller.via === 'token') return caller.tokenId === token.id;
  if (token.person.id === caller.personId) return true;
  requireAccess(request, MANAGE);
  return true;
}

/** The parts of an audit entry that tell who did it. */
export function actorOf(request: FastifyRequest, caller: Caller) {
  return {
    personId: caller.personId,
    actor: caller.email ?? caller.name,
    via: caller.via,
    resource: 'auth',
    outcome: 'done',
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  } as const;
}

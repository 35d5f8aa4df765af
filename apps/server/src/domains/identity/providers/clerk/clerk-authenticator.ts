import { AGENT_ROLE, strongestRole } from '@quarterdeck/contract/access';
import type { FastifyRequest } from 'fastify';
import { AccessRefusal } from '../../../../http/access-refusal.ts';
import type { Authenticator, Caller } from '../../../../http/caller.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { readAuthorization } from '../../tokens/authorization-header.ts';
import { followClerk } from './clerk-people.ts';
import { createPublishedKeys, KeysUnavailable } from './published-keys.ts';
import { readClaims } from './session-claims.ts';

const COOKIE = '__session';

/** The caller by a session of Clerk: Bearer, or the cookie that its library keeps. Source: automation-and-access §5.1. */
export function createClerkAuthenticator({
  db,
  clock,
  log,
  config,
  origins,
}: Pick<IdentityContext, 'db' | 'clock' | 'log' | 'config' | 'origins'>): Authenticator {
  const { clerkJwksUrl = '', clerkOrgId: organisation = '' } = config;
  const keys = createPublishedKeys(clerkJwksUrl, { now: () => clock.now().getTime(), log });
  return {
    async authenticate(request): Promise<Caller | undefined> {
      const token = tokenOf(request);
      if (token === undefined) return undefined;
      const now = clock.now();
      const isKnownOrigin = (origin: string) => origins.isOwn(origin, request) || config.allowedOrigins.includes(origin);
      const claims = await readClaims(token, { keys, organisation, now, isKnownOrigin }).catch((error: unknown) => {
        if (error instanceof KeysUnavailable) throw new AccessRefusal(401, 'Authorization Error');
        throw error;
      });
      if (claims === 'expired') throw new AccessRefusal(401, 'Session Expired');
      if (claims === 'wrong') throw new AccessRefusal(401, 'Authorization Error');
      const { id, name, email, roles } = await followClerk(db, claims, now);
      return {
        personId: id,
        name,
        email,
        role: strongestRole(roles),
        roles,
        isAgent: roles.includes(AGENT_ROLE),
        via: 'session',
        sessionId: claims.sid,
      };
    },
  };
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const cookie = request.cookies[COOKIE];
    return cookie === '' ? undefined : cookie;
  }
  const given = readAuthorization(authorization);
  return given?.scheme === 'bearer' ? given.text : undefined;
}

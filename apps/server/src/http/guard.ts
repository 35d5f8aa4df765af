import { isAllowed, type Permission } from '@quarterdeck/contract/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AccessRefusal, notAllowed, notLoggedIn } from './access-refusal.ts';
import type { Authenticator, Caller } from './caller.ts';
import type { Origins } from './origins.ts';
import { PAGE_PREFIX } from './rewrite-url.ts';

/**
 * Who may call a route: anybody, whoever is signed in, those with a permission, or — where that depends on the request — whoever
 * the handler lets in after it asked `requireAccess`.
 */
export type RouteAccess = 'public' | 'signed-in' | 'handler' | Permission;

/**
 * Who keeps the record of a route: writes are recorded for it (`hook`), also reads are (`always`), or the route records by itself what
 * it did and only what it was kept from is recorded for it (`own`).
 */
export type RouteAudit = 'hook' | 'always' | 'own';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    audit?: RouteAudit;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Finds out again who makes the request. */
    authenticate(): Promise<Caller | undefined>;
  }
}

/** The options of a route that says who may call it, and who keeps the record of it. */
export function allow(
  access: RouteAccess,
  audit: RouteAudit = 'hook',
): { readonly config: { readonly access: RouteAccess; readonly audit: RouteAudit } } {
  return { config: { access, audit } };
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A route as the guard knows it; for tests and the documentation. */
export interface GuardedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: RouteAccess;
}

/**
 * Lets requests through to their routes only as the routes say, and refuses routes that say nothing.
 * @returns the routes, filled while they are registered
 */
export function registerGuard(
  http: FastifyInstance,
  options: { authenticator: Authenticator; origins: Origins },
): readonly GuardedRoute[] {
  const routes: GuardedRoute[] = [];
  http.decorateRequest('caller', undefined);
  http.decorateRequest('authenticate', function authenticate(this: FastifyRequest) {
    return options.authenticator.authenticate(this);
  });
  http.addHook('onRoute', (route) => {
    // Files of the console: everybody gets the sign-in screen.
    if (route.url.startsWith(PAGE_PREFIX)) return;
    const access = route.config?.access;
    if (access === undefined) throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
    for (const method of [route.method].flat()) routes.push({ method, url: route.url, access });
  });
  http.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === 'public') return;
    if (!SAFE_METHODS.includes(request.method)) refuseForeignPages(request, options.origins);
    request.caller = await options.authenticator.authenticate(request);
    if (typeof access === 'object') requireAccess(request, access);
    else requireCaller(request);
  });
  return routes;
}

/** The caller of a request. @throws {AccessRefusal} 401 when there is none */
export function requireCaller(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw notLoggedIn();
  return request.caller;
}

/**
 * The caller of a request that takes long, as it is now.
 * @throws {AccessRefusal} 401 when there is none any more
 */
export async function readCallerAgain(request: FastifyRequest): Promise<Caller> {
  const caller = await request.authenticate();
  if (caller === undefined) throw notLoggedIn();
  return caller;
}

/** The caller of a request that needs a permission. @throws {AccessRefusal} 401 or 403 */
export function requireAccess(request: FastifyRequest, permission: Permission): Caller {
  const caller = requireCaller(request);
  if (caller.isAgent || !isAllowed(caller.role, permission)) throw notAllowed(caller, permission);
  return caller;
}

/** A browser says which page a write comes from; the sign-in of people must not serve the pages of others. */
function refuseForeignPages(request: FastifyRequest, origins: Origins): void {
  const { origin, authorization } = request.headers;
  // Browsers send cookies, names with passwords and, where everybody is let in, nothing at all by themselves; a bearer token only a program adds.
  const isAutomatic = authorization === undefined || /^basic\b/i.test(authorization);
  if (!isAutomatic) return;
  if (origin !== undefined && !origins.isOwn(origin, request)) {
    throw new AccessRefusal(403, 'the page that sent this does not belong to Quarterdeck');
  }
  if (origin === undefined && request.headers['sec-fetch-site'] === 'cross-site') {
    throw new AccessRefusal(403, 'the page that sent this does not belong to Quarterdeck');
  }
}

import {
  AGENT_ROLE,
  describePermission,
  functionAccess,
  isAllowed,
  isAllowedToAgents,
  isRole,
  type Permission,
  relationAccess,
} from '@quarterdeck/contract/access';
import { type DataAction, DataApiError, type DataCaller, type Route, routeOf } from '@quarterdeck/data-api';
import { notAllowed } from '../../http/access-refusal.ts';
import type { Caller } from '../../http/caller.ts';

const READ_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What a request to the row API is about, and the permission that it takes. */
export interface RowTarget {
  readonly route: Exclude<Route, { kind: 'document' }>;
  readonly permission: Permission;
}

/**
 * @param path percent-encoded, after `/db/`
 * @returns undefined for what the row API does not offer
 */
export function rowTarget(path: string, method: string): RowTarget | undefined {
  const route = tryRoute(path);
  if (route === undefined) return undefined;
  const right = READ_METHODS.includes(method) ? 'read' : 'write';
  const permission = route.kind === 'routine' ? functionAccess(route.name) : relationPermission(route.name, right);
  return permission === undefined ? undefined : { route, permission };
}

function tryRoute(path: string): RowTarget['route'] | undefined {
  try {
    const route = routeOf(path, false);
    return route.kind === 'document' ? undefined : route;
  } catch {
    return undefined;
  }
}

function relationPermission(relation: string, right: 'read' | 'write'): Permission | undefined {
  const access = relationAccess(relation);
  return access === undefined ? undefined : { resource: access[right], right };
}

/** @throws {AccessRefusal} 403 */
export function requireRowAccess(caller: Caller, { route, permission }: RowTarget): void {
  if (!mayTouch(toDataCaller(caller).role, route.kind === 'routine' ? `rpc/${route.name}` : route.name, permission)) {
    throw notAllowed(caller, permission);
  }
}

/** Who asks, as SQL sees it. */
export function toDataCaller({ personId, role, isAgent }: Caller): DataCaller {
  return { role: isAgent ? AGENT_ROLE : role, personId };
}

/**
 * Asked by the row API for everything that a request touches: embeds, filters through other relations, rows that are given back, results.
 * @throws {DataApiError} 403 with the headers of a refusal
 */
export function authorizeRows({
  caller,
  name,
  action,
}: {
  caller: DataCaller | undefined;
  name: string;
  action: DataAction;
}): void {
  const permission = name.startsWith('rpc/')
    ? functionAccess(name.slice('rpc/'.length))
    : relationPermission(name, action === 'read' ? 'read' : 'write');
  if (caller !== undefined && permission !== undefined && mayTouch(caller.role, name, permission)) return;
  throw new DataApiError({
    status: 403,
    code: '42501',
    message: 'unauthorized. Access Denied',
    headers: {
      'x-rbac-subject': caller?.personId ?? '',
      'x-rbac-object': permission?.resource ?? name,
      'x-rbac-action': permission?.right ?? 'read',
      'x-rbac-missing': permission === undefined ? name : describePermission(permission),
    },
  });
}

function mayTouch(role: string, name: string, permission: Permission): boolean {
  if (role === AGENT_ROLE) return permission.right !== 'run' && isAllowedToAgents(name, permission.right);
  return isRole(role) && isAllowed(role, permission);
}

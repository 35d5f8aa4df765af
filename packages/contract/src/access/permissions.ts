import type { Role } from './roles.ts';

/** What may be read or written. Source: spec 1 §6. */
export const RESOURCES = [
  'agents',
  'auth',
  'canaries',
  'comments',
  'config_scrapers',
  'connections',
  'database',
  'evidences',
  'feature_flags',
  'identities',
  'incident',
  'integrations',
  'kratos',
  'logging_backends',
  'notifications',
  'playbook_runs',
  'playbooks',
  'rbac',
  'responder',
  'topologies',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** `run` starts a check; every other right is to read or to write. */
export const RIGHTS = ['read', 'write', 'run'] as const;
export type Right = (typeof RIGHTS)[number];

/** One thing that somebody may or may not do. */
export interface Permission {
  readonly resource: Resource;
  readonly right: Right;
}

/** Only administrators. */
const OF_ADMINISTRATORS: readonly Resource[] = ['connections', 'identities', 'rbac'];
/** What everybody who works on incidents writes. */
const OF_RESPONDERS: readonly Resource[] = ['responder', 'incident', 'evidences', 'comments'];

/** Roles that may start a check. Source: spec 1 §9. */
const RUN_CHECKS: readonly Role[] = ['admin', 'editor', 'commander', 'responder'];

/**
 * Whether a role may do something: the table of spec 1 §6, which everything else follows (server, console, documentation).
 * Nobody but administrators reads or writes connections, identities and roles; editors write everything else, commanders and responders
 * what belongs to incidents, viewers nothing.
 */
export function isAllowed(role: Role, { resource, right }: Permission): boolean {
  if (right === 'run') return resource === 'canaries' && RUN_CHECKS.includes(role);
  if (role === 'admin') return true;
  if (OF_ADMINISTRATORS.includes(resource)) return false;
  if (right === 'read') return true;
  if (role === 'editor') return true;
  return role !== 'viewer' && OF_RESPONDERS.includes(resource);
}

/** What a refusal says to people who see it in the console. */
export function describePermission({ resource, right }: Permission): string {
  return `${right} on ${resource}`;
}

import { describe, expect, it } from 'vitest';
import { isAllowed, RESOURCES } from './permissions.ts';
import { ROLES, type Role, strongestRole } from './roles.ts';

/** The table of spec 1 §6, written out. */
const READ: Record<Role, (resource: string) => boolean> = {
  admin: () => true,
  editor: (resource) => !['connections', 'identities', 'rbac'].includes(resource),
  commander: (resource) => !['rbac', 'identities', 'connections'].includes(resource),
  responder: (resource) => !['rbac', 'identities', 'connections'].includes(resource),
  viewer: (resource) => !['rbac', 'identities', 'connections'].includes(resource),
};
const WRITE: Record<Role, (resource: string) => boolean> = {
  admin: () => true,
  editor: (resource) => !['connections', 'identities', 'rbac'].includes(resource),
  commander: (resource) => ['responder', 'incident', 'evidences', 'comments'].includes(resource),
  responder: (resource) => ['responder', 'incident', 'evidences', 'comments'].includes(resource),
  viewer: () => false,
};

it('the resources are those of the table', () => {
  const written =
    'database rbac auth responder incident evidences comments canaries topologies config_scrapers identities connections kratos agents feature_flags logging_backends integrations notifications playbooks playbook_runs';

  expect([...RESOURCES].toSorted()).toEqual(written.split(' ').toSorted());
});

describe.each(ROLES)('the role %s', (role) => {
  it.each(RESOURCES)('reads and writes %s as the table says', (resource) => {
    expect(isAllowed(role, { resource, right: 'read' })).toBe(READ[role](resource));
    expect(isAllowed(role, { resource, right: 'write' })).toBe(WRITE[role](resource));
  });

  it('may start a check, unless it is the viewer', () => {
    expect(isAllowed(role, { resource: 'canaries', right: 'run' })).toBe(role !== 'viewer');
  });

  it('runs nothing but checks', () => {
    expect(RESOURCES.filter((resource) => isAllowed(role, { resource, right: 'run' }))).toEqual(
      role === 'viewer' ? [] : ['canaries'],
    );
  });
});

describe('of several roles', () => {
  it('the strongest counts, whatever their order', () => {
    expect(strongestRole(['viewer', 'editor', 'responder'])).toBe('editor');
  });

  it('none makes a viewer, and so do words that are no role', () => {
    expect([strongestRole([]), strongestRole(['root', 'agent'])]).toEqual(['viewer', 'viewer']);
  });
});

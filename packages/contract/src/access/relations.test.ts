import { describe, expect, it } from 'vitest';
import { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS } from '../data/relations.ts';
import { isAllowed, type Resource } from './permissions.ts';
import { functionAccess, isAllowedToAgents, relationAccess } from './relations.ts';
import { ROLES } from './roles.ts';

const relations = Object.keys(PUBLIC_RELATIONS);

describe('the row API', () => {
  it('says of every relation what reading and writing it takes', () => {
    expect(relations.filter((name) => relationAccess(name) === undefined)).toEqual([]);
  });

  it('says of every function what calling it takes', () => {
    expect(PUBLIC_FUNCTIONS.filter((name) => functionAccess(name) === undefined)).toEqual([]);
  });

  it.each(['access_tokens', 'casbin_rule', 'sessions', 'identity_credentials', 'audit_log', 'constructor', '__proto__', ''])(
    'offers nothing called %s',
    (name) => {
      expect([relationAccess(name), functionAccess(name)]).toEqual([undefined, undefined]);
    },
  );

  it('lets nobody but administrators write what gives rights', () => {
    const writers = (name: string) => ROLES.filter((role) => isAllowed(role, { resource: writeOf(name), right: 'write' }));

    for (const name of ['people', 'identities', 'permissions', 'connections']) expect(writers(name)).toEqual(['admin']);
  });

  it('shows connections and identities to nobody but administrators', () => {
    const readers = (name: string) => ROLES.filter((role) => isAllowed(role, { resource: readOf(name), right: 'read' }));

    for (const name of ['connections', 'connection_details', 'identities', 'permissions'])
      expect(readers(name)).toEqual(['admin']);
    expect(readers('connections_list')).toEqual(ROLES);
  });

  it('lets an agent read its own work and nothing else', () => {
    expect(relations.filter((name) => isAllowedToAgents(name, 'read'))).toEqual(['playbooks_for_agent']);
    expect(relations.filter((name) => isAllowedToAgents(name, 'write'))).toEqual([]);
  });
});

function writeOf(name: string): Resource {
  const access = relationAccess(name);
  if (access === undefined) throw new Error(name);
  return access.write;
}

function readOf(name: string): Resource {
  const access = relationAccess(name);
  if (access === undefined) throw new Error(name);
  return access.read;
}

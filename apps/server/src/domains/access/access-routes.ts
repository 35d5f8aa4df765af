import { hostname } from 'node:os';
import { QuarterdeckError } from '@quarterdeck/contract';
import { type Policy, policiesOf, ROLES, UpdateRoleSchema } from '@quarterdeck/contract/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../app/context.ts';
import { notLoggedIn } from '../../http/access-refusal.ts';
import { noteAudit } from '../../http/audit-note.ts';
import { allow, requireAccess, requireCaller } from '../../http/guard.ts';
import { addRoles, findGrants, findPerson, findRoles } from './person-store.ts';

const IdSchema = z.object({ id: z.guid() });

/** GET /auth/whoami, /rbac/dump and /rbac/{id}/roles, POST /rbac/{id}/update_role. Source: automation-and-access §5.1. */
export function registerAccess(http: FastifyInstance, { db }: Pick<AppContext, 'db'>): void {
  http.get('/auth/whoami', allow('signed-in'), async (request, reply) => {
    const { personId, role, roles, isAgent } = requireCaller(request);
    const person = await findPerson(db, personId);
    if (person === undefined) throw notLoggedIn();
    void reply.header('cache-control', 'private, no-store');
    const permissions = isAgent ? [] : policiesOf(role);
    return { message: 'success', payload: { user: { ...person, roles }, roles, permissions, hostname: hostname() } };
  });

  http.get('/rbac/dump', allow({ resource: 'rbac', right: 'read' }), async (): Promise<Policy[]> => {
    const grants = await findGrants(db);
    return [
      ...ROLES.flatMap(policiesOf),
      ...grants.map(({ subject, action, deny }) => ({ subject: subject ?? '', object: '*', action, deny: deny === true })),
    ];
  });

  http.get('/rbac/:id/roles', allow('signed-in'), async (request) => {
    const id = personIdOf(request);
    // One's own are no secret.
    if (id !== requireCaller(request).personId) requireAccess(request, { resource: 'rbac', right: 'read' });
    return rolesOf(db, id);
  });

  http.post('/rbac/:id/update_role', allow({ resource: 'rbac', right: 'write' }), async (request) => {
    const id = personIdOf(request);
    const { roles } = UpdateRoleSchema.parse(request.body);
    await rolesOf(db, id);
    const added = await addRoles(db, id, roles);
    noteAudit(request, { action: 'role_changed', details: { added } });
    return { message: 'success' };
  });
}

function personIdOf(request: FastifyRequest): string {
  const { success, data } = IdSchema.safeParse(request.params);
  if (!success) throw unknownPerson();
  return data.id;
}

async function rolesOf(db: AppContext['db'], id: string): Promise<string[]> {
  const roles = await findRoles(db, id);
  if (roles === undefined) throw unknownPerson();
  return roles;
}

function unknownPerson(): QuarterdeckError {
  return new QuarterdeckError('NOT_FOUND', 'there is no such person');
}

import { QuarterdeckError } from '@quarterdeck/contract';
import {
  InviteUserSchema,
  PersonPropertiesSchema,
  type Traits,
  UpdatePersonSchema,
  UpdateStateSchema,
} from '@quarterdeck/contract/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allow, requireCaller } from '../../../http/guard.ts';
import type { IdentityContext } from '../identity-context.ts';
import { actorOf } from '../tokens/token-routes.ts';
import type { AccountAdmin } from './account-admin.ts';

const MANAGE = allow({ resource: 'identities', right: 'write' }, 'own');
const ParamsSchema = z.object({ id: z.uuid() });

/** Accounts as administrators manage them. Source: automation-and-access §5.1, console-calls §1.1. */
export function registerPeople(
  http: FastifyInstance,
  { audit, origins }: Pick<IdentityContext, 'audit' | 'origins'>,
  accounts: AccountAdmin,
): void {
  function record(request: FastifyRequest, action: string, resourceId: string, details?: Record<string, unknown>): void {
    const actor = { ...actorOf(request, requireCaller(request)), resource: 'identities' };
    audit.record({ ...actor, action, resourceId, ...(details === undefined ? {} : { details }) });
  }

  http.post('/auth/invite_user', MANAGE, async (request, reply) => {
    const { firstName, lastName, email, role } = InviteUserSchema.parse(request.body);
    const traits: Traits = { email, name: { first: firstName, last: lastName } };
    const invitation = { traits, role, invitedBy: requireCaller(request).name, origin: origins.of(request) };
    try {
      const { id, link, code } = await accounts.invite(invitation);
      record(request, 'invite', id, { email, role });
      return await reply.header('cache-control', 'private, no-store').send({ link, code });
    } catch (error) {
      if (!isTaken(error)) throw error;
      return reply.code(500).send({ error: 'User already exists', message: 'Error creating user' });
    }
  });

  http.post('/people/update', MANAGE, async (request) => {
    const { id, active, ...change } = UpdatePersonSchema.parse(request.body);
    const { traits } = await accounts.update(id, { ...change, isActive: active }, origins.of(request));
    record(request, 'update', id, { fields: Object.keys(request.body ?? {}).filter((name) => name !== 'id') });
    if (change.role !== undefined) record(request, 'role_changed', id, { role: change.role });
    return traits;
  });

  http.delete('/people/:id', MANAGE, async (request) => {
    const { id } = ParamsSchema.parse(request.params);
    const { traits } = await accounts.remove(id);
    record(request, 'delete', id, { email: traits.email });
    return { message: 'user deleted successfully' };
  });

  http.post('/auth/:id/update_state', MANAGE, async (request) => {
    const { id } = ParamsSchema.parse(request.params);
    const { state } = UpdateStateSchema.parse(request.body);
    await accounts.update(id, { isActive: state === 'active' }, origins.of(request));
    record(request, 'update', id, { state });
    return { message: 'success' };
  });

  http.post('/auth/:id/properties', MANAGE, async (request) => {
    const { id } = ParamsSchema.parse(request.params);
    await accounts.describe(id, PersonPropertiesSchema.parse(request.body));
    record(request, 'update', id, { fields: ['properties'] });
    return { message: 'success' };
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof QuarterdeckError && error.code === 'ACCOUNT_EXISTS';
}

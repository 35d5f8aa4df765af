import type { Database } from '@quarterdeck/database';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../caller.ts';
import { registerGuard } from '../guard.ts';
import { createOrigins } from '../origins.ts';

/** A guard that takes every request as an administrator's, who is made for it. @returns the administrator */
export async function letAdministratorIn(http: FastifyInstance, db: Database): Promise<Caller> {
  const { rows } = await db.query<{ id: string }>(`INSERT INTO people (name) VALUES ('Administrator of the test') RETURNING id`);
  const caller: Caller = {
    personId: rows[0]?.id ?? '',
    name: 'Administrator of the test',
    email: null,
    role: 'admin',
    roles: ['admin'],
    isAgent: false,
    via: 'none',
  };
  registerGuard(http, {
    authenticator: { authenticate: async () => caller },
    origins: createOrigins(undefined, () => 'http://127.0.0.1'),
  });
  return caller;
}

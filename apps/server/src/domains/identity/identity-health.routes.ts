import type { FastifyInstance } from 'fastify';
import { allow } from '../../http/guard.ts';
import { VERSION } from '../../platform/version.ts';
import type { IdentityContext } from './identity-context.ts';

/** Whether the identity service runs and reaches its database, and its version; as Ory's client asks. */
export function registerIdentityHealth(http: FastifyInstance, { db, log }: IdentityContext): void {
  http.get('/.ory/health/alive', allow('public'), () => ({ status: 'ok' }));
  http.get('/.ory/health/ready', allow('public'), async (_request, reply) => {
    try {
      await db.query('SELECT 1');
      return { status: 'ok' };
    } catch (error) {
      log.warn({ err: error }, 'the identity service does not reach its database');
      return reply.code(503).send({ errors: { database: 'the database does not answer' } });
    }
  });
  http.get('/.ory/version', allow('public'), () => ({ version: VERSION }));
}

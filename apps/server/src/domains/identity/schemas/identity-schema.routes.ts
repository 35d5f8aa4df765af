import type { FastifyInstance } from 'fastify';
import { allow } from '../../../http/guard.ts';
import { IdentityError } from '../flows/identity-error.ts';
import type { IdentityContext } from '../identity-context.ts';
import { IDENTITY_SCHEMA } from './identity-schema.ts';

/** GET /schemas and /schemas/{id}: the one schema of accounts. Its id also comes as base64url, as `schema_url` of accounts has it. */
export function registerIdentitySchema(http: FastifyInstance, identity: IdentityContext): void {
  const ids = [IDENTITY_SCHEMA.$id, Buffer.from(IDENTITY_SCHEMA.$id).toString('base64url')];
  http.get('/.ory/schemas', allow('public'), () => [{ id: IDENTITY_SCHEMA.$id, schema: IDENTITY_SCHEMA }]);
  http.get<{ Params: { id: string } }>('/.ory/schemas/:id', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      if (!ids.includes(request.params.id)) throw new IdentityError(undefined, 'there is no such schema', { status: 404 });
      return IDENTITY_SCHEMA;
    }),
  );
}

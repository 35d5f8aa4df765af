import { QuarterdeckError } from '@quarterdeck/contract';
import { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS } from '@quarterdeck/contract/data';
import { createDataApi, type DataApi, type RelationRule } from '@quarterdeck/data-api';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { REFUSAL } from '../../http/access-refusal.ts';
import { noteAudit } from '../../http/audit-note.ts';
import { allow, requireCaller } from '../../http/guard.ts';
import type { LocalProperties } from './properties/local-properties.ts';
import { refuseLocalNames } from './properties/property-writes.ts';
import { authorizeRows, requireRowAccess, rowTarget, toDataCaller } from './row-access.ts';
import { noteOfRows, noteOfWritten } from './row-audit.ts';

const STATEMENT_TIMEOUT_MS = 15_000;
/** Who wrote a row is who sends it, whatever the row says. */
const WRITTEN_BY = { created_by: 'author', updated_by: 'editor' } as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const;

/**
 * /db/*: the row API. Its answers are text that PostgreSQL built. Source: architecture §6.
 * @param rules what domains add to the rules of their relations
 * @param local properties that no row changes
 */
export async function registerData(
  http: FastifyInstance,
  ctx: Pick<AppContext, 'db' | 'log' | 'clock' | 'config'>,
  rules: Readonly<Record<string, RelationRule>> = {},
  local?: LocalProperties,
): Promise<DataApi> {
  const relations: Record<string, RelationRule> = { ...PUBLIC_RELATIONS };
  for (const [name, rule] of Object.entries(rules)) relations[name] = { ...relations[name], ...rule };
  for (const [name, rule] of Object.entries(relations)) relations[name] = { ...rule, stamps: { ...WRITTEN_BY, ...rule.stamps } };
  const api = await createDataApi({
    db: ctx.db,
    schemas: ['public'],
    relations: { relations, functions: PUBLIC_FUNCTIONS, authorize: authorizeRows },
    statementTimeoutMs: Math.min(STATEMENT_TIMEOUT_MS, ctx.config.databaseTimeoutMs),
    now: () => ctx.clock.now(),
    isUnavailable: (error) => error instanceof QuarterdeckError && error.code === 'DATABASE_UNAVAILABLE',
    isOutcomeUnknown: (error) => error instanceof QuarterdeckError && error.code === 'OUTCOME_UNKNOWN',
    onError: (error, request) => ctx.log.error({ err: error, path: request.path }, 'row API request failed'),
  });
  await http.register(async (scope) => {
    // Bodies go to the row API as they are; it reads them itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route<{ Params: { '*': string } }>({
      method: [...METHODS],
      url: '/db/*',
      ...allow('handler', 'own'),
      handler: async (request, reply) => {
        const split = request.url.indexOf('?');
        const path = (split < 0 ? request.url : request.url.slice(0, split)).slice('/db/'.length);
        const caller = requireCaller(request);
        const target = rowTarget(path, request.method);
        if (target === undefined) return reply.code(404).send();
        const query = split < 0 ? '' : request.url.slice(split + 1);
        const note = noteOfRows(target, request.method, query);
        if (note !== undefined) noteAudit(request, note);
        requireRowAccess(caller, target);
        const body = Buffer.isBuffer(request.body) ? request.body : undefined;
        if (target.route.name === 'properties' && note !== undefined && local !== undefined) {
          refuseLocalNames(await local.read(), query, body);
        }
        const answer = await api.handle({
          method: request.method,
          path,
          query,
          headers: singleHeaders(request.headers),
          caller: toDataCaller(caller),
          ...(body === undefined ? {} : { body }),
        });
        if (note !== undefined) noteAudit(request, noteOfWritten(target.route.name, note, answer));
        // What a request touches besides: refused in the same words.
        if (answer.headers['x-rbac-object'] !== undefined) {
          const { 'content-type': _json, ...headers } = answer.headers;
          return reply.code(answer.status).headers(headers).type('text/plain; charset=utf-8').send(REFUSAL);
        }
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  });
  return api;
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | undefined> {
  const single: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) single[name] = Array.isArray(value) ? value.join(', ') : value;
  return single;
}

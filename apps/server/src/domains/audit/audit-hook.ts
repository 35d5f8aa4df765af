import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../../app/audit-log.ts';
import { noteAudit } from '../../http/audit-note.ts';
import type { Clock } from '../../platform/clock.ts';
import { describeRequest } from './describe-request.ts';

/** Refusals of people whom nobody knows that are recorded in a minute; the log is not theirs to fill. */
const UNKNOWN_MOST = 60;
const MINUTE_MS = 60_000;

/** Records every request that writes, once it is answered: who, what, from where and with which outcome. */
export function registerAuditHook(http: FastifyInstance, { audit, clock }: { audit: AuditLog; clock: Clock }): void {
  const unknown = { minute: 0, count: 0 };

  function isTooMany(): boolean {
    const minute = Math.floor(clock.monotonicMs() / MINUTE_MS);
    if (unknown.minute !== minute) Object.assign(unknown, { minute, count: 0 });
    unknown.count += 1;
    return unknown.count > UNKNOWN_MOST;
  }

  function record(request: FastifyRequest, reply: FastifyReply): void {
    const { caller, method, params, body, routeOptions, auditNote: note } = request;
    const { url: route, config } = routeOptions;
    const { access, audit: routeAudit } = config;
    const status = reply.statusCode;
    const described = describeRequest({ method, route, access, audit: routeAudit, params, body, status, note });
    if (described === undefined || (caller === undefined && described.outcome !== 'done' && isTooMany())) return;
    audit.record({
      ...described,
      ...(caller === undefined ? {} : { personId: caller.personId }),
      actor: caller === undefined ? (note?.actor ?? 'unknown') : (caller.email ?? caller.name),
      via: caller?.via ?? 'none',
      status,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
  }

  http.decorateRequest('auditNote', undefined);
  // What was made has its id in the answer.
  http.addHook('preSerialization', async (request, reply, payload) => {
    if (request.method === 'POST' && reply.statusCode < 300 && request.auditNote?.resourceId === undefined)
      noteId(request, payload);
    return payload;
  });
  http.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
}

function noteId(request: FastifyRequest, payload: unknown): void {
  const access = request.routeOptions.config.access;
  if (typeof access !== 'object' || access.right === 'read' || typeof payload !== 'object' || payload === null) return;
  if ('id' in payload && typeof payload.id === 'string') noteAudit(request, { resourceId: payload.id });
}

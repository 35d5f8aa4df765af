import { Readable } from 'node:stream';
import { AuditFilterSchema, AuditQuerySchema } from '@quarterdeck/contract/audit';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { noteAudit } from '../../http/audit-note.ts';
import { allow } from '../../http/guard.ts';
import { CSV_HEADER, csvLines } from './audit-csv.ts';
import { findEvents, findValues, readEvents } from './audit-store.ts';

const READ = allow({ resource: 'rbac', right: 'read' });
/** It leaves the server with everybody's names and addresses: who takes it, and who would have, is on record. */
const EXPORT = allow({ resource: 'rbac', right: 'read' }, 'always');
const EXPORT_BATCH = 1_000;

/** GET /audit, /audit/values and /audit/export. */
export function registerAudit(http: FastifyInstance, { db, clock }: Pick<AppContext, 'db' | 'clock'>): void {
  http.get('/audit', READ, async (request, reply) => {
    const { limit, offset, ...filter } = AuditQuerySchema.parse(request.query);
    void reply.header('cache-control', 'private, no-store');
    return findEvents(db, filter, { limit, offset });
  });

  http.get('/audit/values', READ, (_request, reply) => {
    void reply.header('cache-control', 'private, no-store');
    return findValues(db);
  });

  http.get('/audit/export', EXPORT, (request, reply) => {
    const filter = AuditFilterSchema.parse(request.query);
    noteAudit(request, { action: 'export', resource: 'audit', details: { filter: Object.keys(filter) } });
    async function* lines() {
      yield CSV_HEADER;
      for await (const events of readEvents(db, filter, EXPORT_BATCH)) yield csvLines(events);
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="audit-${clock.now().toISOString().slice(0, 10)}.csv"`)
      .send(Readable.from(lines()));
  });
}

import { QuarterdeckError } from '@quarterdeck/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allow } from '../../../http/guard.ts';
import type { Queries } from '../environment.ts';
import { microsecondsToText, parseMicroseconds } from '../results/microseconds.ts';
import { isUuid } from '../runs/run-now.ts';
import { listCheckArtifacts } from './artifact-rows.ts';
import type { ArtifactStore } from './artifact-store.ts';

const READ = allow({ resource: 'canaries', right: 'read' });

export interface ArtifactRouteOptions {
  db: Queries;
  store: ArtifactStore;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

/** `attachment; filename="a_b.txt"; filename*=UTF-8''a%20b.txt`: never shown inside the console's origin. Source: RFC 6266. */
export function attachmentHeader(filename: string): string {
  const plain = filename.replace(/[^\w.+-]/g, '_');
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Lists and hands out what checks left behind. Source: automation-and-access §1.4. */
export function artifactRoutes(http: FastifyInstance, { db, store, signal }: ArtifactRouteOptions): void {
  http.get('/artifacts/download/:id', READ, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const { id } = request.params;
    if (!isUuid(id)) throw new QuarterdeckError('ARTIFACT_NOT_FOUND', 'artifact not found');
    const { row, content } = await store.read(id, signal);
    return reply
      .header('content-disposition', attachmentHeader(row.filename))
      .header('content-security-policy', 'sandbox')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=3600')
      .type(row.contentType ?? 'application/octet-stream')
      .send(content);
  });

  http.get('/artifacts/list/check/:id/:time', READ, (request: FastifyRequest<{ Params: { id: string; time: string } }>) => {
    const { id, time } = request.params;
    const timeUs = parseMicroseconds(time);
    if (!isUuid(id) || timeUs === undefined)
      throw new QuarterdeckError('BAD_REQUEST', 'expected the id of a check and an RFC 3339 time');
    return listCheckArtifacts(db, id, microsecondsToText(timeUs));
  });
}

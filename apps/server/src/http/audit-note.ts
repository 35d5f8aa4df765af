import type { FastifyRequest } from 'fastify';

/** What a handler knows of a request that the audit log is to tell; never a secret. */
export interface AuditNote {
  /** Who did it where nobody is signed in. */
  readonly actor?: string;
  readonly action?: string;
  readonly resource?: string;
  readonly resourceId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

declare module 'fastify' {
  interface FastifyRequest {
    auditNote: AuditNote | undefined;
  }
}

/** Adds to what the audit log tells of a request. A request that is otherwise not recorded is recorded with it. */
export function noteAudit(request: FastifyRequest, note: AuditNote): void {
  request.auditNote = { ...request.auditNote, ...note };
}

import type { AuditFilter, AuditPage, AuditValues } from '@quarterdeck/contract/audit';
import type { Transport } from './transport.ts';

export interface AuditRequest extends AuditFilter {
  /** Default 50, at most 500. */
  limit?: number | undefined;
  offset?: number | undefined;
}

export interface AuditClient {
  /** What was done, newest first. For administrators. */
  list(request?: AuditRequest, signal?: AbortSignal): Promise<AuditPage>;
  /** Actions and resources that occur, for filters. */
  values(signal?: AbortSignal): Promise<AuditValues>;
}

const PATH = '/api/audit';

function queryOf(request: AuditRequest): URLSearchParams {
  const given = Object.entries(request).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given);
}

/** Address of the events as CSV, for a link. */
export function auditExportHref(filter: AuditFilter = {}): string {
  const query = queryOf(filter).toString();
  return `${PATH}/export${query === '' ? '' : `?${query}`}`;
}

export function createAuditClient({ call }: Transport): AuditClient {
  return {
    async list(request = {}, signal) {
      return (await call<AuditPage>(PATH, { query: queryOf(request), signal })).body;
    },
    async values(signal) {
      return (await call<AuditValues>(`${PATH}/values`, { signal })).body;
    },
  };
}

import type { AuditEvent } from '@quarterdeck/contract/audit';
import { csvLine } from '@quarterdeck/contract/csv';

const COLUMNS = [
  'at',
  'actor',
  'person_id',
  'via',
  'action',
  'resource',
  'resource_id',
  'outcome',
  'status',
  'ip_address',
  'user_agent',
  'details',
] as const satisfies readonly (keyof AuditEvent)[];

export const CSV_HEADER = `${COLUMNS.join(',')}\r\n`;

export function csvLines(events: readonly AuditEvent[]): string {
  return events.map((event) => csvLine(COLUMNS.map((column) => event[column]))).join('');
}

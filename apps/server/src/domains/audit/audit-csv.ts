import type { AuditEvent } from '@quarterdeck/contract/audit';

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

/** Spreadsheets run cells that begin so as formulas; what people typed must not. */
const FORMULA = /^[\s]*[=+\-@|\t\r]/;

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export const CSV_HEADER = `${COLUMNS.join(',')}\r\n`;

/** Lines of events, as RFC 4180 has them. */
export function csvLines(events: readonly AuditEvent[]): string {
  return events.map((event) => `${COLUMNS.map((column) => cell(event[column])).join(',')}\r\n`).join('');
}

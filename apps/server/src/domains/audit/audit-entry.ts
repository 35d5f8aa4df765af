import { randomBytes } from 'node:crypto';
import type { AuditEntry, AuditOutcome, AuditVia } from '../../app/audit-log.ts';

/** A row of audit_log, as JSON has it. */
export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly person_id: string | null;
  readonly actor: string;
  readonly via: AuditVia;
  readonly action: string;
  readonly resource: string;
  readonly resource_id: string | null;
  readonly outcome: AuditOutcome;
  readonly status: number | null;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

const NAME_MOST = 200;
const USER_AGENT_MOST = 400;
const DETAIL_MOST = 500;
const DETAILS_MOST = 4_000;
const LIST_MOST = 100;
const DEPTH_MOST = 4;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Names under which a secret may come; their values are left out even when somebody passes them. */
const SECRET_NAME = /pass(word|wd|phrase)?$|secret|token|cookie|authorization|credential|private_?key|^(code|key|value)$/i;

/** The row that is written of an entry: cut to size, on one line, without values that look like secrets. */
export function toAuditRow(entry: AuditEntry, at: Date): AuditRow {
  return {
    id: timeOrderedId(at),
    at: at.toISOString(),
    person_id: entry.personId !== undefined && UUID.test(entry.personId) ? entry.personId : null,
    actor: line(entry.actor, NAME_MOST),
    via: entry.via,
    action: line(entry.action, NAME_MOST),
    resource: line(entry.resource, NAME_MOST),
    resource_id: entry.resourceId === undefined ? null : line(entry.resourceId, NAME_MOST),
    outcome: entry.outcome,
    status: entry.status ?? null,
    ip_address: line(entry.ip, NAME_MOST),
    user_agent: line(entry.userAgent, USER_AGENT_MOST),
    details: entry.details === undefined ? null : detailsOf(entry.details),
  };
}

/** PostgreSQL's texts hold no zero byte and no half of a surrogate pair; lists show one line. */
function line(text: string, most: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const clean = text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]+/g, ' ');
  return clean.length > most ? `${clean.slice(0, most - 1).toWellFormed()}…` : clean;
}

function detailsOf(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const clean = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [line(name, NAME_MOST), plain(name, value, 0)]),
  );
  const text = JSON.stringify(clean);
  return text.length > DETAILS_MOST ? { cut: line(text, DETAIL_MOST) } : clean;
}

function plain(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name) && !Array.isArray(value) && typeof value !== 'boolean') return '[removed]';
  if (typeof value === 'string') return line(value, DETAIL_MOST);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (depth >= DEPTH_MOST || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.slice(0, LIST_MOST).map((item: unknown) => plain('', item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [line(key, NAME_MOST), plain(key, item, depth + 1)]));
}

let made = 0;

/** An id that sorts by time and, within a millisecond, by the order of its making in this process, whose entries never reach the end of the count. */
function timeOrderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const count = (made++).toString(16).padStart(10, '0');
  const random = randomBytes(4).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-4${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6)}${random}`;
}

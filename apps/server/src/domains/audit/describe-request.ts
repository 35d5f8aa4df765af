import type { Permission } from '@quarterdeck/contract/access';
import type { AuditOutcome } from '../../app/audit-log.ts';
import type { AuditNote } from '../../http/audit-note.ts';
import type { RouteAccess, RouteAudit } from '../../http/guard.ts';

/** What is known of a request once it is answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Pattern of the route; undefined when there is none. */
  readonly route: string | undefined;
  readonly access: RouteAccess | undefined;
  readonly audit: RouteAudit | undefined;
  readonly params: unknown;
  readonly body: unknown;
  readonly status: number;
  readonly note: AuditNote | undefined;
}

export interface Described {
  readonly action: string;
  readonly resource: string;
  readonly resourceId?: string;
  readonly outcome: AuditOutcome;
  readonly details: Readonly<Record<string, unknown>>;
}

const WRITE_METHODS: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];
const FIELD_NAME = /^[\w.-]{1,60}$/;
const FIELDS_MOST = 50;

/** @returns undefined for what leaves no record: reads, flows of signing in (which record what happened) and what is no route */
export function describeRequest(request: AnsweredRequest): Described | undefined {
  const { method, route, access, note, status } = request;
  const outcome = outcomeOf(status);
  if (route === undefined || !isRecorded(request, outcome)) return undefined;
  const resourceId = note?.resourceId ?? idOf(request.params) ?? idOf(request.body);
  return {
    action: note?.action ?? actionOf(method, access),
    resource: note?.resource ?? resourceOf(route, access),
    ...(resourceId === undefined ? {} : { resourceId }),
    outcome,
    details: { route: `${method} ${route}`, ...fieldsOf(request.body), ...note?.details },
  };
}

function isRecorded({ method, route, access, audit, note }: AnsweredRequest, outcome: AuditOutcome): boolean {
  if (note !== undefined) return true;
  if (access === undefined || access === 'public' || route?.startsWith('/.ory') === true) return false;
  if (audit === 'always') return true;
  // What it did it recorded; what it was kept from it did not hear of.
  if (audit === 'own') return WRITE_METHODS.includes(method) && outcome !== 'done';
  return WRITE_METHODS.includes(method) && rightOf(access) !== 'read';
}

function rightOf(access: RouteAccess | undefined): Permission['right'] | undefined {
  return typeof access === 'object' ? access.right : undefined;
}

function actionOf(method: string, access: RouteAccess | undefined): string {
  if (rightOf(access) === 'run') return 'run';
  if (method === 'GET') return 'read';
  if (method === 'DELETE') return 'delete';
  return method === 'POST' ? 'call' : 'update';
}

function resourceOf(route: string, access: RouteAccess | undefined): string {
  return typeof access === 'object' ? access.resource : (route.split('/')[1] ?? '');
}

function outcomeOf(status: number): AuditOutcome {
  if (status < 400) return 'done';
  return status === 401 || status === 403 || status === 429 ? 'refused' : 'failed';
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const id = 'id' in value ? value.id : 'name' in value ? value.name : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Names of what was sent. Their values stay out: any of them may be a secret. */
function fieldsOf(body: unknown): { fields?: readonly string[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof Uint8Array) return {};
  const names = Object.keys(body).filter((name) => FIELD_NAME.test(name));
  return names.length === 0 ? {} : { fields: names.slice(0, FIELDS_MOST) };
}

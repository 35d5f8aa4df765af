import { describePermission, type Permission, RESOURCES, RIGHTS } from '@quarterdeck/contract/access';
import type { SpecIssue } from '@quarterdeck/contract/health';

export interface ClientErrorInit {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /**
   * Code of the error catalogue; TIMEOUT, NETWORK, OFFLINE when no answer came; UNAUTHORIZED, SECOND_FACTOR_REQUIRED, FORBIDDEN when the
   * server did not let the caller in; or UNKNOWN.
   */
  code: string;
  message: string;
  /** Names the failure in the server's log. */
  id?: string | undefined;
  hint?: string | undefined;
  /** Findings in a refused definition (code SPEC_INVALID). */
  issues?: readonly SpecIssue[] | undefined;
  /** What the caller would have to be allowed (code FORBIDDEN). */
  permission?: Permission | undefined;
  cause?: unknown;
}

/** Every failure of a call, except an abort asked for by the caller, which stays an AbortError. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly status: number;
  readonly code: string;
  readonly id: string | undefined;
  readonly hint: string | undefined;
  readonly issues: readonly SpecIssue[];
  readonly permission: Permission | undefined;

  constructor(init: ClientErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.status = init.status;
    this.code = init.code;
    this.id = init.id;
    this.hint = init.hint;
    this.issues = init.issues ?? [];
    this.permission = init.permission;
  }
}

/** Texts of failures without an answer. Source: spec 1 §8. */
const NO_ANSWER_TEXTS = {
  TIMEOUT: 'Request timed out. Please try again.',
  NETWORK: 'Network Error. Please try again.',
  OFFLINE: 'No internet connection. Please try again.',
} as const;

export function noAnswerError(code: keyof typeof NO_ANSWER_TEXTS, cause: unknown): ClientError {
  return new ClientError({ status: 0, code, message: NO_ANSWER_TEXTS[code], cause });
}

function textOf(body: object, key: string): string | undefined {
  const value: unknown = Reflect.get(body, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isIssue(value: unknown): value is SpecIssue {
  return typeof value === 'object' && value !== null && 'message' in value && 'severity' in value;
}

function issuesOf(body: object): SpecIssue[] | undefined {
  const issues: unknown = Reflect.get(body, 'issues');
  return Array.isArray(issues) ? issues.filter(isIssue) : undefined;
}

/** What the server says when a session did not prove its second factor. */
const SECOND_FACTOR_TEXT = 'The second factor is missing';

function permissionOf(headers: Headers): Permission | undefined {
  const resource = RESOURCES.find((known) => known === headers.get('x-rbac-object'));
  const right = RIGHTS.find((known) => known === headers.get('x-rbac-action'));
  return resource === undefined || right === undefined ? undefined : { resource, right };
}

/** Reads the plain text with which the server turns callers away. Source: console-calls §0.5. */
function refusal(status: number, text: string, headers: Headers): ClientError | undefined {
  const said = text.trim();
  if (status === 401) return new ClientError({ status, code: 'UNAUTHORIZED', message: said || 'Not logged in' });
  if (status !== 403) return undefined;
  if (said === SECOND_FACTOR_TEXT) return new ClientError({ status, code: 'SECOND_FACTOR_REQUIRED', message: said });
  const permission = permissionOf(headers);
  const message =
    permission === undefined ? said : `You do not have permission to do this: it needs ${describePermission(permission)}`;
  return new ClientError({ status, code: 'FORBIDDEN', message: message || 'You do not have permission to do this', permission });
}

function readObject(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Reads an error answer: server error or message field, else 'An error occurred'. Source: spec 1 §8. */
export function answerError(status: number, text: string, headers: Headers = new Headers()): ClientError {
  const body = readObject(text);
  if (body === undefined)
    return refusal(status, text, headers) ?? new ClientError({ status, code: 'UNKNOWN', message: 'An error occurred' });
  return new ClientError({
    status,
    code: textOf(body, 'code') ?? (status === 401 ? 'UNAUTHORIZED' : 'UNKNOWN'),
    message: textOf(body, 'error') ?? textOf(body, 'message') ?? 'An error occurred',
    id: textOf(body, 'id'),
    hint: textOf(body, 'hint'),
    issues: issuesOf(body),
    permission: permissionOf(headers),
  });
}

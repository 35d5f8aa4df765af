import type { SpecIssue } from '@quarterdeck/contract/health';

export interface ClientErrorInit {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Code of the error catalogue, or TIMEOUT, NETWORK, OFFLINE when no answer came, or UNKNOWN. */
  code: string;
  message: string;
  /** Names the failure in the server's log. */
  id?: string | undefined;
  hint?: string | undefined;
  /** Findings in a refused definition (code SPEC_INVALID). */
  issues?: readonly SpecIssue[] | undefined;
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

  constructor(init: ClientErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.status = init.status;
    this.code = init.code;
    this.id = init.id;
    this.hint = init.hint;
    this.issues = init.issues ?? [];
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

/** Reads an error answer: server error or message field, else 'An error occurred'. Source: spec 1 §8. */
export function answerError(status: number, text: string): ClientError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (typeof body !== 'object' || body === null)
    return new ClientError({ status, code: 'UNKNOWN', message: 'An error occurred' });
  return new ClientError({
    status,
    code: textOf(body, 'code') ?? 'UNKNOWN',
    message: textOf(body, 'error') ?? textOf(body, 'message') ?? 'An error occurred',
    id: textOf(body, 'id'),
    hint: textOf(body, 'hint'),
    issues: issuesOf(body),
  });
}

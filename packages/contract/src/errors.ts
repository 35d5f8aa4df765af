/**
 * The error catalogue: every failure that leaves the server or the command line carries one of these codes.
 * `status` is the HTTP status of an answer with that code.
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  CHECK_NOT_FOUND: { status: 404 },
  CANARY_NOT_FOUND: { status: 404 },
  WEBHOOK_NOT_FOUND: { status: 404 },
  CONNECTION_NOT_FOUND: { status: 404 },
  ARTIFACT_NOT_FOUND: { status: 404 },
  ACCOUNT_NOT_FOUND: { status: 404 },
  CONNECTION_TEST_FAILED: { status: 400 },
  CONFLICT: { status: 409 },
  ACCOUNT_EXISTS: { status: 409 },
  READ_ONLY_SOURCE: { status: 409 },
  ARTIFACT_GONE: { status: 410 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  SPEC_INVALID: { status: 422 },
  TOO_MANY_REQUESTS: { status: 429 },
  INTERNAL: { status: 500 },
  NOT_IMPLEMENTED: { status: 501 },
  KUBERNETES_NOT_CONFIGURED: { status: 501 },
  KUBERNETES_UNREACHABLE: { status: 502 },
  SERVER_UNREACHABLE: { status: 502 },
  SIGN_IN_UNAVAILABLE: { status: 502 },
  DATABASE_UNAVAILABLE: { status: 503 },
  OUTCOME_UNKNOWN: { status: 503 },
  SHUTTING_DOWN: { status: 503 },
  TIMEOUT: { status: 504 },
  SECRET_UNREADABLE: { status: 500 },
  CONFIG_INVALID: { status: 500 },
  PORT_IN_USE: { status: 500 },
  DATA_FOLDER_LOCKED: { status: 500 },
  DATA_FOLDER_ENGINE_MISMATCH: { status: 500 },
  DATA_FOLDER_UNUSABLE: { status: 500 },
  SCHEMA_TOO_NEW: { status: 500 },
  ENGINE_START_FAILED: { status: 500 },
  MIGRATION_FAILED: { status: 500 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof ERRORS;

/** A failure with a code of the catalogue, a message for people and, where there is one, what to do next (`hint`). */
export class QuarterdeckError extends Error {
  override readonly name = 'QuarterdeckError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** Extra fields of the answer's body, such as `issues` of SPEC_INVALID. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, options?: { hint?: string; details?: Record<string, unknown>; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options?.hint;
    this.details = options?.details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

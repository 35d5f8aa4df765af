/** Body of a refusal, as PostgREST 10 writes it. */
export interface ErrorBody {
  code: string;
  message: string;
  /** Text, or a list of the relationships an embed could mean. */
  details: ErrorDetails;
  hint: string | null;
}

export type ErrorDetails = string | readonly Readonly<Record<string, string>>[] | null;

export interface DataApiErrorInit {
  status: number;
  code: string;
  message: string;
  details?: ErrorDetails | undefined;
  hint?: string | null | undefined;
  /** Offset in the raw query string (0-based) of what was refused. */
  position?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** A request that is refused, with everything its answer needs. */
export class DataApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails;
  readonly hint: string | null;
  readonly position: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(init: DataApiErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'DataApiError';
    this.status = init.status;
    this.code = init.code;
    this.details = init.details ?? null;
    this.hint = init.hint ?? null;
    this.position = init.position;
    this.headers = init.headers ?? {};
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }
}

export function parseError(message: string, details: string, position: number | undefined): DataApiError {
  return new DataApiError({ status: 400, code: 'PGRST100', message, details, position });
}

export function rangeError(position?: number): DataApiError {
  return new DataApiError({ status: 416, code: 'PGRST103', message: 'HTTP Range error', position });
}

export function limitError(message: string, position?: number): DataApiError {
  return new DataApiError({ status: 400, code: 'PGRST100', message, position });
}

export function unknownRelation(schema: string, relation: string): DataApiError {
  return new DataApiError({ status: 404, code: '42P01', message: `relation "${schema}.${relation}" does not exist` });
}

/** What follows is said in PostgreSQL's words. */
export function unknownColumn(relation: string, column: string, position: number | undefined, hint?: string): DataApiError {
  return new DataApiError({ status: 400, code: '42703', message: `column ${relation}.${column} does not exist`, hint, position });
}

export function unknownBodyColumn(relation: string, column: string): DataApiError {
  return new DataApiError({ status: 400, code: '42703', message: `column "${column}" of relation "${relation}" does not exist` });
}

export function unknownConflictColumn(column: string): DataApiError {
  return new DataApiError({ status: 400, code: '42703', message: `column "${column}" does not exist` });
}

export function badPayload(message: string): DataApiError {
  return new DataApiError({ status: 400, code: 'PGRST102', message });
}

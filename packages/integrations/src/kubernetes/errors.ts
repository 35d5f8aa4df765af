import { isPlainObject } from '../canary/plain-object.ts';
import { describeNetworkError } from '../net/network-error.ts';

/** The cluster cannot be reached, or it refuses a request. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** The API's own word, such as `NotFound`, `Forbidden` or `Expired`; empty when there is none. */
  readonly reason: string;

  constructor(message: string, status = 0, reason = '', options: ErrorOptions = {}) {
    super(message, options);
    this.status = status;
    this.reason = reason;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof KubernetesError && error.status === 404;
}

/** The resource version or the continue token is too old. */
export function isGone(error: unknown): boolean {
  return error instanceof KubernetesError && (error.status === 410 || error.reason === 'Expired' || error.reason === 'Gone');
}

export function isConflict(error: unknown): boolean {
  return error instanceof KubernetesError && error.status === 409;
}

const SHOWN_CHARACTERS = 500;

function firstPart(text: string): string {
  const line = text.trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

/** The error that an answer other than success stands for; `body` is its text. */
export function errorOfAnswer(status: number, body: string, what: string): KubernetesError {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    answer = undefined;
  }
  const reason = isPlainObject(answer) && typeof answer.reason === 'string' ? answer.reason : '';
  const message = isPlainObject(answer) && typeof answer.message === 'string' ? firstPart(answer.message) : '';
  if (status === 401) return new KubernetesError('the cluster refuses the credentials (401 Unauthorized)', status, reason);
  if (status === 403)
    return new KubernetesError(`the credentials may not do this: ${message || `${what} is forbidden`}`, status, reason);
  return new KubernetesError(message || `${what} was answered with status ${status}`, status, reason);
}

/** The error for a connection that failed, with the address of the server. */
export function errorOfConnection(error: unknown, server: string): KubernetesError {
  if (error instanceof KubernetesError) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new KubernetesError(`the cluster ${server} cannot be reached: ${describeNetworkError(cause)}`, 0, '', { cause: error });
}

import { DataApiError } from './error.ts';

/** Fields of an error that PostgreSQL reported, whichever driver brought it. */
interface DatabaseFailure {
  code: string;
  message: string;
  detail: string | null;
  hint: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function failureOf(error: unknown): DatabaseFailure | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined;
  const code = textOf(error.code);
  if (code === null || !/^[0-9A-Z]{5}$/.test(code)) return undefined;
  return {
    code,
    message: textOf(error.message) ?? 'The database refused the request',
    detail: 'detail' in error ? textOf(error.detail) : null,
    hint: 'hint' in error ? textOf(error.hint) : null,
  };
}

/** Status by SQLSTATE, longest prefix first. */
const STATUSES: readonly (readonly [string, number])[] = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['42601', 500],
  ['55P03', 503],
  ['57014', 504],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 503],
  ['53', 503],
  ['54', 413],
  ['55', 500],
  ['57', 503],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
];

function statusOf({ code, message }: DatabaseFailure, deniedStatus: 401 | 403): number {
  // Texts that the database parses (searches) can be wrong; the statement itself must not be.
  if (code === '42601' && !message.startsWith('syntax error at')) return 400;
  if (code === '42501') return deniedStatus;
  // RAISE SQLSTATE 'PT402' chooses the status; without a status in it the function is wrong.
  if (code.startsWith('PT')) return /^PT[2-5]\d\d$/.test(code) ? Number(code.slice(2)) : 500;
  return STATUSES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

/** Whether a function chose the words: RAISE with a status of its own, and the errors of PL/pgSQL (ASSERT). */
function isRaised(code: string): boolean {
  return code.startsWith('PT') || code.startsWith('P0');
}

/**
 * The refusal that a failed statement means. What is our fault or the database's own trouble (5xx) says nothing of the statement;
 * undefined when the error is not PostgreSQL's at all.
 */
export function refusalOf(error: unknown, options: { deniedStatus: 401 | 403; timeoutMs: number }): DataApiError | undefined {
  const failure = failureOf(error);
  if (failure === undefined) return undefined;
  const { code, message, detail, hint } = failure;
  const status = statusOf(failure, options.deniedStatus);
  if (code === '57014') {
    return new DataApiError({ status, code, message: `The request took longer than ${options.timeoutMs} ms`, cause: error });
  }
  if (status >= 500 && !isRaised(code)) {
    const advice = status === 503 ? 'Nothing was changed; try again in a moment' : undefined;
    return new DataApiError({ status, code, message: 'The database could not answer the request', hint: advice, cause: error });
  }
  return new DataApiError({ status, code, message, details: detail, hint, cause: error });
}

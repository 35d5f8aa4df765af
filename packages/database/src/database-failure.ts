import { QuarterdeckError } from '@quarterdeck/contract';

const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|the PGlite thread ended|Received unexpected|There was an error establishing an SSL connection)/;
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The server is starting or stopping, or takes no more sessions, or the connection broke: classes 08 and 57P, and 53300. */
const UNAVAILABLE_STATE = /^(08...|57P..|53300)$/;

/** A refused or lost connection as DATABASE_UNAVAILABLE; the refusal of a statement stays what it is. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof QuarterdeckError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!LOST_CONNECTION.test(error.message) && !SOCKET_CODES.has(code) && !UNAVAILABLE_STATE.test(code)) return error;
  return new QuarterdeckError('DATABASE_UNAVAILABLE', 'the database cannot be reached', {
    hint: 'Try again in a moment; see quarterdeck doctor.',
    cause: error,
  });
}

/** A connection that broke during a commit: the database may have made it, and only the answer was lost. */
export function commitFailure(error: unknown): unknown {
  const failure = databaseFailure(error);
  if (!(failure instanceof QuarterdeckError) || failure.code !== 'DATABASE_UNAVAILABLE') return failure;
  return new QuarterdeckError('OUTCOME_UNKNOWN', 'the connection to the database broke while the change was being saved', {
    hint: 'Look whether the change is there before you make it again.',
    cause: failure,
  });
}

/** @param waitedMs how long nothing came */
export function silentDatabase(waitedMs: number): QuarterdeckError {
  return new QuarterdeckError('DATABASE_UNAVAILABLE', `the database did not answer within ${Math.round(waitedMs / 1000)} s`, {
    hint: 'Try again in a moment; see quarterdeck doctor.',
  });
}

const WRITES = /\b(INSERT|UPDATE|DELETE|MERGE)\b/i;

/** Whether a statement can only read. Functions that it calls are taken to read. */
export function onlyReads(text: string): boolean {
  const [verb = ''] = /^\s*\w+/.exec(text) ?? [];
  const name = verb.trim().toUpperCase();
  return name === 'WITH' ? !WRITES.test(text) : name === 'SELECT' || name === 'SHOW' || name === 'EXPLAIN' || name === 'VALUES';
}

import { QuarterdeckError } from '@quarterdeck/contract';

const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|the PGlite thread ended)/;
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The server is starting or stopping, or takes no more sessions. */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53300', '08001', '08006']);

/** A refused or lost connection as DATABASE_UNAVAILABLE; the refusal of a statement stays what it is. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof QuarterdeckError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!LOST_CONNECTION.test(error.message) && !SOCKET_CODES.has(code) && !UNAVAILABLE_STATES.has(code)) return error;
  return new QuarterdeckError('DATABASE_UNAVAILABLE', `the database cannot be reached: ${error.message || code}`, {
    cause: error,
  });
}

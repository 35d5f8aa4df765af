import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields that may carry a secret, wherever they stand in a logged object. */
const REDACTED = ['password', 'token', 'secret', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Structured log to standard output, one JSON object a line. */
export function createLog(level: LogLevel): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: '***' }, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

import { type DestinationStream, type Logger, pino } from 'pino';
import { formatLogLine } from './log-line.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields that may carry a secret, wherever they stand in a logged object. */
const REDACTED = ['password', 'token', 'secret', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** What errors carry besides their message that may be an address with a login, or a whole row. */
const REDACTED_OF_ERRORS = ['err.input', 'err.cause.input', 'err.detail', 'err.where'];

function censor(value: unknown, path: readonly string[]): unknown {
  const isRow = ['detail', 'where'].includes(path.at(-1) ?? '');
  return isRow && typeof value === 'string' && !/Failing row|JSON data|\$\d+ = /.test(value) ? value : '***';
}

/** Log to standard output: one JSON object a line, in a terminal one line for people. */
export function createLog(level: LogLevel, output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout): Logger {
  const destination: DestinationStream = { write: (line) => void output.write(output.isTTY ? formatLogLine(line) : line) };
  const redact = { paths: [...REDACTED, ...REDACTED_OF_ERRORS], censor };
  return pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

import { inspect } from 'node:util';

const LEVELS = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info '],
  [40, 'warn '],
  [50, 'error'],
  [60, 'fatal'],
]);
const KNOWN_FIELDS = new Set(['level', 'time', 'msg', 'err']);

function errorText(error: unknown): string {
  const fields = new Map(Object.entries(typeof error === 'object' && error !== null ? error : {}));
  const text = fields.get('stack') ?? fields.get('message');
  return typeof text === 'string' ? `\n  ${text.replaceAll('\n', '\n  ')}` : '';
}

function valueText(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value)
    ? value
    : inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 4 });
}

/** A JSON line of the log as people read it: time of day, level, message, fields, and the error's stack below. */
export function formatLogLine(line: string): string {
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line);
  } catch {
    return line;
  }
  const time = typeof record.time === 'string' ? record.time.slice(11, 19) : '';
  const level = LEVELS.get(Number(record.level)) ?? String(record.level);
  const fields = Object.entries(record)
    .filter(([name]) => !KNOWN_FIELDS.has(name))
    .map(([name, value]) => ` ${name}=${valueText(value)}`);
  return `${time} ${level} ${String(record.msg ?? '')}${fields.join('')}${errorText(record.err)}\n`;
}

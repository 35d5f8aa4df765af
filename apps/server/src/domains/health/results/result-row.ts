import { packResult, RESULT_STATES, type ResultState } from '@quarterdeck/contract/health';

/** One result of one check, ready to be stored. */
export interface ResultRow {
  checkId: string;
  /** Microseconds since 1970; part of the key. */
  timeUs: number;
  pass: boolean;
  invalid: boolean;
  durationMs: number;
  message: string;
  error: string;
  /** JSON text; undefined when there is none. */
  details: string | undefined;
  /** When the check runs next; undefined leaves what is stored. */
  nextRuntime: Date | undefined;
}

/** Gives a canary back after its run. */
export interface LeaseRelease {
  canaryId: string;
  worker: string;
  startedAt: Date;
  /** Undefined when the canary has no further run. */
  nextAt: Date | undefined;
  /** Runs in a row that failed only after seconds, this one included. */
  costlyFailures: number;
  /** Definition that was run; when it changed meanwhile, the time that the change asked for stays. */
  definitionHash: string | null;
}

const MAX_INTEGER = 2_147_483_647;

export function stateOf(row: Pick<ResultRow, 'pass' | 'invalid'>): ResultState {
  if (row.invalid) return 'invalid';
  return row.pass ? 'healthy' : 'unhealthy';
}

export function storedDuration(row: Pick<ResultRow, 'durationMs'>): number {
  return Math.min(Math.max(0, Math.round(row.durationMs)), MAX_INTEGER / 4 - 1);
}

export function packRow(row: ResultRow): number {
  return packResult(storedDuration(row), stateOf(row));
}

/** What open pages are told about a result: [check id, state code, duration in ms, epoch in ms]. */
export function liveResult(row: ResultRow): [string, number, number, number] {
  return [row.checkId, RESULT_STATES.indexOf(stateOf(row)), storedDuration(row), Math.floor(row.timeUs / 1000)];
}

/** Text that PostgreSQL stores: no NUL and no half of a surrogate pair. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [storableText(key), storableValue(entry)]));
  }
  return value;
}

/** JSON text that PostgreSQL stores as jsonb; undefined for nothing and for values that JSON does not have. */
export function storableJson(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  try {
    const text = JSON.stringify(value);
    return text !== undefined && /\\u(0000|d[89a-f])/i.test(text) ? JSON.stringify(storableValue(JSON.parse(text))) : text;
  } catch {
    return undefined;
  }
}

import { QuarterdeckError } from '@quarterdeck/contract';
import { timeRangeMs } from '@quarterdeck/contract/health';
import { parseDuration } from '@quarterdeck/integrations/spec';
import { parseMicroseconds } from '../results/microseconds.ts';

/** Milliseconds since 1970, `fromMs` before `toMs`. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

const MAX_SPAN_MS = 5 * 366 * 86_400_000;

function momentOf(text: string, nowMs: number, name: string): number {
  const us = parseMicroseconds(text);
  if (us !== undefined) return Math.floor(us / 1000);
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(day)) return day;
  const backMs = timeRangeMs(text) ?? parseDuration(text);
  if (backMs !== undefined) return nowMs - Math.abs(backMs);
  throw new QuarterdeckError(
    'BAD_REQUEST',
    `${name} must be a time such as 2026-01-31T12:00:00Z or a span such as 15m, 3d or 2mo`,
  );
}

/**
 * Reads a span from request parameters: RFC 3339 times, or spans back from now (presets such as `3mo`, Go durations).
 * Empty texts mean one hour ago and now. Source: health-checks §6.2.
 */
export function parseTimeSpan(start: string | undefined, end: string | undefined, now: Date): TimeSpan {
  const nowMs = now.getTime();
  const fromMs = momentOf(start || '1h', nowMs, 'start');
  const toMs = momentOf(end || '0s', nowMs, 'end');
  if (fromMs >= toMs) throw new QuarterdeckError('BAD_REQUEST', 'start must be before end');
  return { fromMs: Math.max(fromMs, toMs - MAX_SPAN_MS), toMs };
}

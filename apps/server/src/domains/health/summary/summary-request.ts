import { QuarterdeckError } from '@quarterdeck/contract';
import { parseMicroseconds } from '../results/microseconds.ts';
import type { SummaryEncoding } from './summary-cache.ts';
import type { SummaryFilter } from './summary-store.ts';

const LONGEST_TIMEOUT_MS = 30_000;

/** What a request asks of the summary; names are matched in any case. Source: health-checks §6.1. */
export interface SummaryRequest {
  filter: Omit<SummaryFilter, 'signal'>;
  timeoutMs: number;
}

function labelsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value).map(([key, entry]): [string, string] => [key, String(entry)]);
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** @throws BAD_REQUEST for a sort order or time that is not usable */
export function readSummaryRequest(options: Readonly<Record<string, unknown>>): SummaryRequest {
  const given = new Map(Object.entries(options).map(([key, value]) => [key.toLowerCase(), value]));
  const filter: SummaryRequest['filter'] = {};
  const sortBy = given.get('sortby');
  if (sortBy === 'name' || sortBy === '-name') filter.sortBy = sortBy;
  else if (sortBy !== undefined && sortBy !== '') throw new QuarterdeckError('BAD_REQUEST', 'SortBy must be name or -name');
  const deleteFrom = given.get('deletefrom');
  if (typeof deleteFrom === 'string' && deleteFrom !== '') {
    const us = parseMicroseconds(deleteFrom);
    if (us === undefined) throw new QuarterdeckError('BAD_REQUEST', 'DeleteFrom must be an RFC 3339 time');
    filter.deletedFrom = new Date(Math.floor(us / 1000));
  }
  const labels = labelsOf(given.get('labels'));
  if (labels !== undefined) filter.labels = labels;
  const timeoutNs = Number(given.get('timeout'));
  const timeoutMs = timeoutNs > 0 ? timeoutNs / 1e6 : LONGEST_TIMEOUT_MS;
  return { filter, timeoutMs: Math.min(timeoutMs, LONGEST_TIMEOUT_MS) };
}

/** The best encoding that a client takes. */
export function chooseEncoding(acceptEncoding: string | undefined): SummaryEncoding {
  const refused = /;\s*q=0(\.0*)?$/;
  const offered = (acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';')[0]);
  if (offered.includes('br')) return 'br';
  return offered.includes('gzip') ? 'gzip' : 'identity';
}

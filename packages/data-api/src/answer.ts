import type { DataResponse } from './contract.ts';
import { DataApiError } from './error.ts';
import { type AnswerFormat, CONTENT_TYPES } from './parse/media-type.ts';
import type { Output } from './resolve/plan.ts';
import { isBinary, type SingleOutput } from './sql/answer.ts';

/** Rows of an answer and where they stand among all. */
export interface Extent {
  offset: number;
  rows: number;
  total: number | undefined;
}

export function contentRange({ offset, rows, total }: Extent): string {
  return `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`;
}

/** 206 when the total is known and there are more rows than these, 416 when they begin past the end. */
export function rangeStatus({ offset, rows, total }: Extent): 200 | 206 | 416 {
  if (total === undefined) return 200;
  if (offset > total) return 416;
  return rows < total ? 206 : 200;
}

export function notSingular(rows: number, headers: Record<string, string> = {}): DataApiError {
  return new DataApiError({
    status: 406,
    code: 'PGRST116',
    message: 'JSON object requested, multiple (or no) rows returned',
    details: `Results contain ${rows} rows, application/vnd.pgrst.object+json requires 1 row`,
    headers: { ...headers, 'content-type': CONTENT_TYPES.object },
  });
}

/** The one column of an answer without JSON. */
export function singleColumn(outputs: readonly Output[], format: AnswerFormat): SingleOutput | undefined {
  if (format !== 'text' && format !== 'binary') return undefined;
  const [only, ...rest] = outputs;
  if (only?.kind === 'value' && rest.length === 0) return only;
  throw new DataApiError({
    status: 406,
    code: 'PGRST113',
    message: `${format === 'binary' ? 'application/octet-stream' : 'text/plain'} requested but more than one column was selected`,
  });
}

export function bodyOf(body: string, single: SingleOutput | undefined): string | Uint8Array {
  return single !== undefined && isBinary(single) ? Buffer.from(body, 'base64') : body;
}

export function typeHeader(format: AnswerFormat): Record<string, string> {
  return { 'content-type': CONTENT_TYPES[format] };
}

export function errorResponse(error: DataApiError, method: string): DataResponse {
  const headers: Record<string, string> = { 'content-type': CONTENT_TYPES.json, ...error.headers };
  if (error.position !== undefined) headers['query-position'] = String(error.position);
  if (error.status === 401) headers['www-authenticate'] = 'Bearer';
  return { status: error.status, headers, body: method === 'HEAD' ? '' : JSON.stringify(error.body()) };
}

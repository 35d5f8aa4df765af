import type { DataResponse } from './contract.ts';
import { DataApiError } from './error.ts';
import { type AnswerFormat, CONTENT_TYPES } from './parse/media-type.ts';
import type { Output } from './resolve/plan.ts';
import type { SqlType } from './schema/model.ts';
import { isBinary, type SingleOutput } from './sql/answer.ts';
import { comparable } from './sql/text.ts';

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
  if (!isRaw(format)) return undefined;
  const [type] = CONTENT_TYPES[format].split(';');
  const [only, ...rest] = outputs;
  if (only?.kind !== 'value' || rest.length > 0) {
    const message = `${type} requested but more than one column was selected`;
    throw new DataApiError({ status: 406, code: 'PGRST113', message });
  }
  checkRawType(format, only.cast ?? only.expression.type);
  return only;
}

/** Forms of an answer that is one value without JSON around it. */
export function isRaw(format: AnswerFormat): format is 'text' | 'xml' | 'binary' {
  return format === 'text' || format === 'xml' || format === 'binary';
}

export function checkRawType(format: AnswerFormat, type: SqlType): void {
  if (format !== 'xml' || comparable(type).id === 'pg_catalog.xml') return;
  const message = `text/xml requested but the value is of type ${type.label}`;
  throw new DataApiError({ status: 406, code: 'PGRST113', message });
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

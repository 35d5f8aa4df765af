import { DataApiError } from '../error.ts';

export type AnswerFormat = 'json' | 'object' | 'csv' | 'text' | 'binary';

const FORMATS: Readonly<Record<string, AnswerFormat>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'application/vnd.pgrst.object+json': 'object',
  'application/vnd.pgrst.object': 'object',
  'text/csv': 'csv',
  'text/plain': 'text',
  'application/octet-stream': 'binary',
};

export const CONTENT_TYPES: Readonly<Record<AnswerFormat, string>> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  binary: 'application/octet-stream',
};

/** The first form that Accept names and the row API has, by quality. */
export function negotiate(accept: string | undefined): AnswerFormat {
  if (accept === undefined || accept.trim() === '') return 'json';
  const wanted = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((each) => each.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  wanted.sort((a, b) => b.quality - a.quality);
  for (const { type, quality } of wanted) {
    const format = Object.hasOwn(FORMATS, type) && quality > 0 ? FORMATS[type] : undefined;
    if (format !== undefined) return format;
  }
  throw new DataApiError({
    status: 415,
    code: 'PGRST107',
    message: `None of these Content-Types are available: ${wanted
      .map((each) => each.type)
      .join(', ')
      .slice(0, 200)}`,
  });
}

export type BodyFormat = 'json' | 'csv' | 'form' | 'text' | 'binary';

export function bodyFormat(contentType: string | undefined): BodyFormat {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (type) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
      return 'json';
    case 'text/csv':
      return 'csv';
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'text/plain':
    case 'text/xml':
      return 'text';
    case 'application/octet-stream':
      return 'binary';
    default:
      throw new DataApiError({ status: 400, code: 'PGRST102', message: `Content-Type not acceptable: ${type.slice(0, 100)}` });
  }
}

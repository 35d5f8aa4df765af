import { DataApiError } from '../error.ts';

export type AnswerFormat = 'json' | 'object' | 'csv' | 'text' | 'xml' | 'binary';

const FORMATS: Readonly<Record<string, AnswerFormat>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'application/vnd.pgrst.object+json': 'object',
  'application/vnd.pgrst.object': 'object',
  'text/csv': 'csv',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'binary',
};

export const CONTENT_TYPES: Readonly<Record<AnswerFormat, string>> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
  binary: 'application/octet-stream',
};

/** Media types of an Accept header, the most wanted first; anything where nothing is said. */
function wantedTypes(accept: string | undefined): string[] {
  if (accept === undefined || accept.trim() === '') return ['*/*'];
  const wanted = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((each) => each.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  wanted.sort((a, b) => b.quality - a.quality);
  return wanted.filter(({ quality }) => quality > 0).map(({ type }) => type);
}

function noneAvailable(types: readonly string[]): DataApiError {
  const message = `None of these Content-Types are available: ${types.join(', ').slice(0, 200)}`;
  return new DataApiError({ status: 415, code: 'PGRST107', message });
}

/** The first form that Accept names and the row API has, by quality. */
export function negotiate(accept: string | undefined): AnswerFormat {
  const types = wantedTypes(accept);
  for (const type of types) {
    const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
    if (format !== undefined) return format;
  }
  throw noneAvailable(types);
}

const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['application/openapi+json', 'application/json', 'application/*', '*/*']);

/** Refuses a request for the document of the schema in another form than JSON. */
export function checkDocumentType(accept: string | undefined): void {
  const types = wantedTypes(accept);
  if (!types.some((type) => DOCUMENT_TYPES.has(type))) throw noneAvailable(types);
}

export type BodyFormat = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'binary';

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
      return 'text';
    case 'text/xml':
      return 'xml';
    case 'application/octet-stream':
      return 'binary';
    default:
      throw new DataApiError({ status: 400, code: 'PGRST102', message: `Content-Type not acceptable: ${type.slice(0, 100)}` });
  }
}

import type { DataResponse } from './contract.ts';
import { DataApiError } from './error.ts';

/** The settings response.status and response.headers at the end of a transaction, as SQL left them. */
export interface ResponseSettings {
  status: string | null;
  headers: string | null;
}

function serverError(code: string, message: string): DataApiError {
  return new DataApiError({ status: 500, code, message });
}

function readStatus(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  const status = Number(text);
  if (/^\d{3}$/.test(text) && status >= 200 && status < 600) return status;
  throw serverError('PGRST112', 'response.status guc must be a valid status code');
}

function readHeaders(text: string | null): [string, string][] {
  if (text === null || text === '') return [];
  const fail = (): DataApiError =>
    serverError('PGRST111', 'response.headers guc must be a JSON array composed of objects with a single key and a string value');
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw fail();
  }
  if (!Array.isArray(list)) throw fail();
  return list.map((item: unknown) => {
    const [entry, ...rest] = typeof item === 'object' && item !== null ? Object.entries(item) : [];
    if (entry === undefined || rest.length > 0) throw fail();
    const [name, value]: [string, unknown] = entry;
    // A header with other characters could not be sent, or would end the header early.
    if (typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\0\r\n]/.test(value)) throw fail();
    return [name.toLowerCase(), value];
  });
}

/**
 * Changes an answer as the settings say. A header of the settings takes the place of the answer's own; the same one again is added.
 * @throws {DataApiError} 500 PGRST111 and PGRST112, when a setting cannot be read
 */
export function applyResponseSettings(response: DataResponse, settings: ResponseSettings): DataResponse {
  const status = readStatus(settings.status);
  const own: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [name, value] of readHeaders(settings.headers)) {
    if (name === 'set-cookie') cookies.push(value);
    else own[name] = own[name] === undefined ? value : `${own[name]}, ${value}`;
  }
  return {
    ...response,
    status: status ?? response.status,
    headers: { ...response.headers, ...own },
    ...(cookies.length === 0 ? {} : { cookies }),
  };
}

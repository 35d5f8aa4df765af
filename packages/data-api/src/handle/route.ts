import type { DataRequest } from '../contract.ts';
import { DataApiError } from '../error.ts';

export type Route = { kind: 'relation'; name: string } | { kind: 'routine'; name: string } | { kind: 'document' };

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @param hasDocument whether the empty path is one */
export function routeOf(path: string, hasDocument: boolean): Route {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [first, second, ...rest] = segments.map(decode);
  if (first === undefined && hasDocument) return { kind: 'document' };
  if (first !== undefined && second === undefined && !first.includes('\0')) return { kind: 'relation', name: first };
  if (first === 'rpc' && second !== undefined && rest.length === 0) return { kind: 'routine', name: second };
  throw new DataApiError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' });
}

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** The schema that the profile header names, the first one without it. */
export function schemaOf(request: DataRequest, schemas: readonly string[]): { schema: string; headers: Record<string, string> } {
  const wanted = request.headers[BODY_METHODS.has(request.method) ? 'content-profile' : 'accept-profile'];
  const [first] = schemas;
  if (first === undefined) throw new Error('no schema is exposed');
  if (wanted !== undefined && !schemas.includes(wanted)) {
    throw new DataApiError({
      status: 406,
      code: 'PGRST106',
      message: `The schema must be one of the following: ${schemas.join(', ')}`,
    });
  }
  const schema = wanted ?? first;
  return { schema, headers: schemas.length > 1 ? { 'content-profile': schema } : {} };
}

import { findType, type ResourceType } from './resource-types.ts';

/** What a request's address means. */
export interface RequestTarget {
  resource: ResourceType;
  /** Empty for the whole cluster. */
  namespace: string;
  /** Empty for a list. */
  name: string;
  /** Such as `status`, `log`, `exec` or `token`; empty for the object itself. */
  part: string;
}

/** Reads `/api/v1/…` and `/apis/<group>/<version>/…`; undefined when no kind is served there. */
export function readTarget(path: string): RequestTarget | undefined {
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  const isCore = parts[0] === 'api';
  const [group = '', version = ''] = isCore ? ['', parts[1]] : parts.slice(1, 3);
  const rest = parts.slice(isCore ? 2 : 3);
  // `namespaces/x` is the namespace itself, `namespaces/x/pods` is what it holds.
  const isScoped = rest[0] === 'namespaces' && rest.length > 2;
  const [plural = '', name = '', part = ''] = isScoped ? rest.slice(2) : rest;
  const resource = findType(group, version, plural);
  return resource === undefined ? undefined : { resource, namespace: isScoped ? (rest[1] ?? '') : '', name, part };
}

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };

/** The verb that access rules speak of. */
export function verbOf(method: string, target: RequestTarget, isWatch: boolean): string {
  if (target.part === 'exec') return 'create';
  if (method === 'GET') return target.name !== '' ? 'get' : isWatch ? 'watch' : 'list';
  return VERBS[method] ?? method.toLowerCase();
}

import type { IncomingMessage } from 'node:http';
import { isJson, type Json, textAt } from './json.ts';
import { finalizersOf, type ObjectStore } from './object-store.ts';
import type { RequestTarget } from './request-target.ts';
import { apiVersionOf } from './resource-types.ts';
import { readSelectors } from './selectors.ts';
import { StatusError } from './status.ts';

export interface Answer {
  code: number;
  body: Json;
}

const MERGES = new Set([
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]);

export async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJson(value)) return value;
  } catch {
    throw new StatusError(400, 'BadRequest', 'the body of the request is not JSON');
  }
  throw new StatusError(400, 'BadRequest', 'the body of the request is no object');
}

/** One page of a list; the token of the next page holds the version of the first one and dies with the history. */
export function answerList(store: ObjectStore, target: RequestTarget, query: URLSearchParams): Answer {
  const { resource, namespace } = target;
  const selects = readSelectors(query.get('labelSelector') ?? '', query.get('fieldSelector') ?? '');
  const all = store.list(resource, namespace || undefined).filter(selects);
  const token = query.get('continue') ?? '';
  const [version = store.version, start = 0] = token === '' ? [] : Buffer.from(token, 'base64').toString().split(':').map(Number);
  if (token !== '' && store.isCompacted(version))
    throw new StatusError(410, 'Expired', 'The provided continue parameter is too old to display a consistent list result.');
  const limit = Number(query.get('limit') ?? '0') || all.length;
  const page = all.slice(start, start + limit);
  const left = all.length - start - page.length;
  const metadata = {
    resourceVersion: String(version),
    ...(left > 0 ? { continue: Buffer.from(`${version}:${start + limit}`).toString('base64'), remainingItemCount: left } : {}),
  };
  // Items of a list do not say what they are, as with the real API.
  const items = page.map(({ kind: _kind, apiVersion: _apiVersion, ...item }) => item);
  return { code: 200, body: { kind: `${resource.kind}List`, apiVersion: apiVersionOf(resource), metadata, items } };
}

function requireMatch(target: RequestTarget, body: Json): void {
  const { resource, namespace } = target;
  if (body.kind !== undefined && body.kind !== resource.kind)
    throw new StatusError(
      400,
      'BadRequest',
      `${String(body.kind)} in version "${resource.version}" cannot be handled as a ${resource.kind}`,
    );
  const given = textAt(body, 'metadata', 'namespace');
  if (given !== '' && namespace !== '' && given !== namespace)
    throw new StatusError(
      400,
      'BadRequest',
      'the namespace of the provided object does not match the namespace sent on the request',
    );
}

function create(store: ObjectStore, target: RequestTarget, body: Json): Answer {
  const { resource, namespace } = target;
  requireMatch(target, body);
  if (resource.isNamespaced && store.find('Namespace', namespace) === undefined)
    throw new StatusError(404, 'NotFound', `namespaces "${namespace}" not found`);
  const status = resource.kind === 'Pod' || resource.kind === 'Job' ? { status: { phase: 'Pending' } } : {};
  const active = resource.kind === 'Namespace' ? { status: { phase: 'Active' } } : {};
  return { code: 201, body: store.create(resource, namespace, { ...body, ...status, ...active }) };
}

function change(store: ObjectStore, target: RequestTarget, body: Json, contentType: string): Answer {
  const { resource, namespace, name } = target;
  if (!MERGES.has(contentType))
    throw new StatusError(415, 'UnsupportedMediaType', `the body of the request was in an unknown format: ${contentType}`);
  return { code: 200, body: store.patch(resource, namespace, name, target.part === 'status' ? { status: body.status } : body) };
}

function remove(store: ObjectStore, target: RequestTarget, body: Json, holds: (object: Json) => boolean): Answer {
  const { resource, namespace, name } = target;
  const object = store.get(resource, namespace, name);
  const waits = finalizersOf(object).length > 0 || (body.propagationPolicy === 'Foreground' && holds(object));
  return { code: 200, body: store.remove(resource, namespace, name, waits) };
}

/** Answers a request for objects. Throws StatusError. */
export async function answerObjects(
  store: ObjectStore,
  target: RequestTarget,
  request: IncomingMessage,
  query: URLSearchParams,
  holds: (object: Json) => boolean,
): Promise<Answer> {
  const { resource, namespace, name } = target;
  const body = request.method === 'GET' ? {} : await readBody(request);
  if (target.part === 'token') {
    const account = store.get(resource, namespace, name);
    const token = `token-of-${namespace}-${textAt(account, 'metadata', 'name')}`;
    return { code: 201, body: { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status: { token } } };
  }
  switch (request.method) {
    case 'GET':
      return name === '' ? answerList(store, target, query) : { code: 200, body: store.get(resource, namespace, name) };
    case 'POST':
      return create(store, target, body);
    case 'PUT':
      return { code: 200, body: store.replace(resource, namespace, name, body) };
    case 'PATCH':
      return change(store, target, body, (request.headers['content-type'] ?? '').split(';')[0] ?? '');
    case 'DELETE':
      return remove(store, target, body, holds);
    default:
      throw new StatusError(405, 'MethodNotAllowed', `the server does not allow this method on the requested resource`);
  }
}

import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { StatusError } from './status.ts';

/** What a user may do; `*` stands for everything. */
export interface AccessRule {
  verbs: readonly string[];
  /** Plural names, with `/log` or `/exec` for parts of pods. */
  resources: readonly string[];
  /** All namespaces when absent. */
  namespaces?: readonly string[];
}

export interface ApiUser {
  name: string;
  /** Bearer token; users without one sign in by a client certificate of their name. */
  token?: string;
  rules: readonly AccessRule[];
}

export interface Access {
  verb: string;
  resource: string;
  group: string;
  namespace: string;
}

/** The user of a request by bearer token or verified client certificate. Throws StatusError 401 for any other. */
export function authenticate(request: IncomingMessage, users: readonly ApiUser[]): ApiUser {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]?.trim();
  const byToken = token === undefined ? undefined : users.find((user) => user.token === token);
  if (byToken !== undefined) return byToken;
  const { socket } = request;
  if (token === undefined && socket instanceof TLSSocket && socket.authorized) {
    const name = socket.getPeerCertificate().subject?.CN;
    const byCertificate = users.find((user) => user.name === name);
    if (byCertificate !== undefined) return byCertificate;
  }
  throw new StatusError(401, 'Unauthorized', 'Unauthorized');
}

function covers(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

/** Throws StatusError 403 in the API's words when no rule of the user allows it. */
export function authorise(user: ApiUser, access: Access): void {
  const { verb, resource, group, namespace } = access;
  const isAllowed = user.rules.some(
    (rule) =>
      covers(rule.verbs, verb) &&
      covers(rule.resources, resource) &&
      (rule.namespaces === undefined || (namespace !== '' && rule.namespaces.includes(namespace))),
  );
  if (isAllowed) return;
  const where = namespace === '' ? ' at the cluster scope' : ` in the namespace "${namespace}"`;
  throw new StatusError(
    403,
    'Forbidden',
    `${resource} is forbidden: User "${user.name}" cannot ${verb} resource "${resource}" in API group "${group}"${where}`,
  );
}

/** The user that a request acts as: who signed in, or the one that who signed in may impersonate. Throws StatusError 403. */
export function actingUser(request: IncomingMessage, user: ApiUser, users: readonly ApiUser[]): ApiUser {
  const name = request.headers['impersonate-user'];
  if (typeof name !== 'string') return user;
  authorise(user, { verb: 'impersonate', resource: 'users', group: '', namespace: '' });
  return users.find((known) => known.name === name) ?? { name, rules: [] };
}

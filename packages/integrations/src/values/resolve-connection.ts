import { isSecretProperty, isSecretUsername, typeOfProperty, urlSecrets } from '@quarterdeck/contract/connections';
import type { ConnectionProvider, StoredConnection } from './connection.ts';
import type { EnvVar } from './env-var.ts';
import { resolveEnvVar, resolveValueText, type ValueScope, ValueUnavailableError } from './resolve-value.ts';

/** The connection block of a check. */
export interface ConnectionInput {
  connection?: string | undefined;
  url?: string | undefined;
  username?: EnvVar | undefined;
  password?: EnvVar | undefined;
  /** More variables for the URL's placeholders. */
  variables?: Record<string, unknown>;
}

export interface ResolvedConnection {
  url: string;
  username: string;
  password: string;
  /** Password of the stored connection, also when it has no username and is no login therefore. */
  storedPassword: string;
  certificate: string;
  insecureTls: boolean;
  properties: Record<string, string>;
}

export interface ConnectionScope extends ValueScope {
  connections: ConnectionProvider;
  canaryName: string;
  renderUrl(text: string, variables: Record<string, unknown>): Promise<string>;
}

const PREFIX = 'connection://';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function findStored(reference: string, scope: ConnectionScope): Promise<StoredConnection> {
  const target = reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : reference;
  const [head = '', ...rest] = target.split('/');
  const name = rest.join('/');
  const queries = UUID.test(target)
    ? [{ id: target }]
    : name === ''
      ? [{ namespace: scope.namespace, name: head }]
      : [
          { namespace: head, name },
          { type: head, name },
        ];
  for (const query of queries) {
    const found = await scope.connections.find(query);
    if (found !== undefined) return found;
  }
  throw new ValueUnavailableError(`connection "${reference}" was not found`);
}

/** Whether a text names a stored connection; other texts are addresses. */
export function isConnectionReference(text: string): boolean {
  return text.startsWith(PREFIX) || UUID.test(text);
}

function domainOf(username: string): string {
  const at = username.indexOf('@');
  return at < 0 ? '' : username.slice(at + 1);
}

/** Below this length, a part of an address that only stands where tokens do may be any word. */
const SHORTEST_TOKEN = 8;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % makes it no encoded text.
    return text;
  }
}

/** The secrets that stand in an address, as they are and decoded; of paths their parts as well, which servers repeat one by one. */
function noteUrlSecrets(url: string, type: string, scope: Pick<ConnectionScope, 'secret'>): void {
  for (const { slot, text } of urlSecrets(url, type)) {
    const isNamed = /^(password|secret:|pair:)/.test(slot);
    for (const part of isNamed ? [text] : [text, ...text.split('/')])
      if (isNamed || part.length >= SHORTEST_TOKEN) for (const form of [part, decoded(part)]) scope.secret(form);
  }
}

async function loadStored(reference: string, scope: ConnectionScope): Promise<ResolvedConnection> {
  const stored = await findStored(reference, scope);
  // What a connection refers to lives beside it. Source: automation-and-access §4.2.
  const own = { ...scope, namespace: stored.namespace };
  const resolve = async (text: string | undefined) => (text === undefined ? '' : (await resolveValueText(text, own)).trim());
  const username = await resolve(stored.username);
  const password = await resolve(stored.password);
  const properties: Record<string, string> = {};
  for (const [key, value] of Object.entries(stored.properties ?? {})) {
    properties[key] = await resolve(value);
    if (isSecretProperty(key)) scope.secret(properties[key]);
    else if (properties[key].includes('://')) noteUrlSecrets(properties[key], typeOfProperty(key), scope);
  }
  if (isSecretUsername(stored.type)) scope.secret(username);
  scope.secret(password);
  const certificate = await resolve(stored.certificate);
  if (certificate.includes('PRIVATE KEY')) scope.secret(certificate);
  const url = await scope.renderUrl(await resolve(stored.url), {
    ...properties,
    properties,
    name: stored.name,
    type: stored.type,
    namespace: stored.namespace,
    username: encodeURIComponent(username),
    password: encodeURIComponent(password),
    domain: domainOf(username),
  });
  noteUrlSecrets(url, stored.type, scope);
  return {
    url,
    username,
    password,
    storedPassword: password,
    certificate,
    insecureTls: stored.insecureTls ?? false,
    properties,
  };
}

const NOTHING: ResolvedConnection = {
  url: '',
  username: '',
  password: '',
  storedPassword: '',
  certificate: '',
  insecureTls: false,
  properties: {},
};

/** A stored connection with the inline fields over it, and the URL rendered. Source: health-checks §4.2. */
export async function resolveConnection(input: ConnectionInput, scope: ConnectionScope): Promise<ResolvedConnection> {
  const reference = input.connection?.trim() ?? '';
  const stored = isConnectionReference(reference) ? await loadStored(reference, scope) : NOTHING;
  const useStoredLogin = stored.username !== '' && stored.password !== '';
  const username = useStoredLogin
    ? stored.username
    : input.username === undefined
      ? ''
      : await resolveEnvVar(input.username, scope);
  const password = useStoredLogin
    ? stored.password
    : input.password === undefined
      ? ''
      : await resolveEnvVar(input.password, scope);
  scope.secret(password);
  const url = await scope.renderUrl(input.url || stored.url, {
    name: scope.canaryName,
    namespace: scope.namespace,
    username,
    password,
    domain: domainOf(username),
    ...input.variables,
  });
  noteUrlSecrets(url, '', scope);
  return { ...stored, url, username, password };
}

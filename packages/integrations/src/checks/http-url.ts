import { withoutCredentials } from './endpoint.ts';
import { InvalidCheckError, type ProbeContext } from './probe.ts';

/** An absolute http or https URL. Throws InvalidCheckError on anything else, in the name of the kind. */
export function parseHttpUrl(text: string, kind: string): URL {
  if (text === '') throw new InvalidCheckError(`${kind} needs a url or a connection`);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || /^[^/]*:\d+(\/|$)/.test(text))
    throw new InvalidCheckError(`the url ${withoutCredentials(text)} has no scheme such as https://`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new InvalidCheckError(`the url ${withoutCredentials(text)} cannot be read`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InvalidCheckError(`the scheme ${url.protocol.replace(':', '')} is not supported`);
  if (url.hostname === '') throw new InvalidCheckError(`the url ${withoutCredentials(text)} has no host`);
  return url;
}

export interface Credentials {
  username: string;
  password: string;
}

/** Takes the credentials out of a URL; where it has none, those of the connection count. */
export function takeCredentials(url: URL, connection: Credentials, context: Pick<ProbeContext, 'secret'>): Credentials {
  if (url.username === '' && url.password === '') return { username: connection.username, password: connection.password };
  const credentials = { username: decodeSafely(url.username), password: decodeSafely(url.password) };
  context.secret(credentials.password);
  url.username = '';
  url.password = '';
  return credentials;
}

/** The `Authorization` header of basic authentication, which is redacted where a server repeats it; no header without credentials. */
export function basicAuthorization(
  { username, password }: Credentials,
  context: Pick<ProbeContext, 'secret'>,
): { Authorization?: string } {
  if (username === '' && password === '') return {};
  const encoded = Buffer.from(`${username}:${password}`).toString('base64');
  // Without a password the user is a token.
  context.secret(encoded);
  return { Authorization: `Basic ${encoded}` };
}

/** A URL whose path goes on after the path of another one. */
export function urlBelow(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

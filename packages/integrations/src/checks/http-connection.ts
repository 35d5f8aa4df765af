import { z } from 'zod';
import { fetchAccessToken } from '../http/oauth.ts';
import type { TlsOptions } from '../http/request.ts';
import { describeNetworkError } from '../net/network-error.ts';
import type { EnvVar } from '../values/env-var.ts';
import { resolveTls } from '../values/resolve-tls.ts';
import type { HttpConnection } from './http-connection-fields.ts';
import { basicAuthorization, parseHttpUrl, takeCredentials } from './http-url.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from './probe.ts';

const TOKEN_BYTES = 1024 * 1024;

/** An HTTP interface, ready to be called. */
export interface HttpTarget {
  url: URL;
  /** Carries the login. */
  headers: Record<string, string>;
  tls: TlsOptions;
}

/** The value of a field, or of a property of the stored connection. */
async function secretOf(field: EnvVar | undefined, stored: string | undefined, context: ProbeContext) {
  const text = (field === undefined ? (stored ?? '') : await context.value(field)).trim();
  context.secret(text);
  return text;
}

function parseParams(text: string | undefined): Record<string, string> {
  if (!text) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    throw new InvalidCheckError('the property params of the connection is no JSON object of texts');
  }
}

/**
 * Where an HTTP interface is and how to log in to it: username and password, else bearer token, else OAuth client credentials; fields win over
 * properties of the stored connection (`bearer`, `clientID`, `clientSecret`, `tokenURL`, `scopes`, `params`).
 * Rejects with InvalidCheckError, or with ProbeFailedError when the token server gives no token.
 * @param kind named in messages
 * @param defaultUrl counts when neither the check nor its connection has a URL
 */
export async function resolveHttpTarget(
  spec: HttpConnection,
  context: ProbeContext,
  kind: string,
  defaultUrl = '',
): Promise<HttpTarget> {
  const connection = await context.connection(spec);
  const { properties } = connection;
  const url = parseHttpUrl(connection.url || defaultUrl, kind);
  const credentials = takeCredentials(url, connection, context);
  const tls = await resolveTls(spec.tls, context.value, connection.insecureTls);
  const basic = basicAuthorization(credentials, context);
  if (basic.Authorization !== undefined) return { url, headers: { Authorization: basic.Authorization }, tls };
  const bearer = await secretOf(spec.bearer, properties.bearer, context);
  if (bearer !== '') return { url, headers: { Authorization: `Bearer ${bearer}` }, tls };
  const tokenUrl = spec.oauth?.tokenURL || properties.tokenURL || '';
  if (tokenUrl === '') return { url, headers: {}, tls };
  const clientId = await secretOf(spec.oauth?.clientID, properties.clientID, context);
  const clientSecret = await secretOf(spec.oauth?.clientSecret, properties.clientSecret, context);
  const scopes = spec.oauth?.scope ?? (properties.scopes ? properties.scopes.split(',').map((scope) => scope.trim()) : []);
  const params = spec.oauth?.params ?? parseParams(properties.params);
  try {
    const token = await fetchAccessToken(
      { tokenUrl: parseHttpUrl(tokenUrl, kind), clientId, clientSecret, scopes, params },
      {
        tls,
        maxRedirects: 0,
        bodyBytes: TOKEN_BYTES,
        signal: context.signal,
        lookup: context.hosts.lookup,
        guardHost: context.hosts.guardLiteral,
        monotonicMs: () => context.clock.monotonicMs(),
      },
    );
    context.secret(token);
    return { url, headers: { Authorization: `Bearer ${token}` }, tls };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof InvalidCheckError) throw error;
    throw new ProbeFailedError(describeNetworkError(error));
  }
}

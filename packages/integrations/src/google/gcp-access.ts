import { z } from 'zod';
import { InvalidCheckError, type ProbeContext } from '../checks/probe.ts';
import type { GcpConnection } from './gcp-connection.ts';
import { googleFetch } from './google-fetch.ts';

/** Google Cloud as one check sees it. */
export interface GcpAccess {
  /** Empty when Google itself is meant. */
  endpoint: string;
  project: string;
  properties: Readonly<Record<string, string>>;
  /** Sends a request with the login. */
  fetch: typeof fetch;
}

/** Where Google's library sends the request for a token, whatever the key says. */
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

const keySchema = z.object({
  type: z.enum(['service_account', 'authorized_user']),
  client_email: z.string().optional(),
  private_key: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  refresh_token: z.string().optional(),
  token_uri: z.url().optional(),
  project_id: z.string().optional(),
});
type GcpKey = z.infer<typeof keySchema>;

function parseKey(text: string, context: ProbeContext): GcpKey {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidCheckError('the Google credentials are not JSON');
  }
  const parsed = keySchema.safeParse(value);
  if (!parsed.success) throw new InvalidCheckError('the Google credentials are no key of a service account or of a user');
  for (const secret of [parsed.data.private_key, parsed.data.client_secret, parsed.data.refresh_token]) {
    context.secret(secret ?? '');
    context.secret(JSON.stringify(secret ?? '').slice(1, -1));
  }
  return parsed.data;
}

/** Asks for a token of a key, or of the server's own credentials when there is no key. */
async function fetchToken(
  key: GcpKey | undefined,
  scope: string,
  insecureSkipVerify: boolean,
  context: ProbeContext,
): Promise<string> {
  const { GoogleAuth } = await import('google-auth-library');
  if (key === undefined) return (await new GoogleAuth({ scopes: [scope] }).getAccessToken()) ?? '';
  const replaced = new Map(key.token_uri === undefined ? [] : [[GOOGLE_TOKEN_URL, key.token_uri]]);
  const fetchImplementation = googleFetch(context, { insecureSkipVerify, replaced });
  const auth = new GoogleAuth({
    credentials: key,
    scopes: [scope],
    clientOptions: { transporterOptions: { fetchImplementation } },
  });
  return (await auth.getAccessToken()) ?? '';
}

/** The block with its look-ups done. */
export interface GcpCredentials {
  /** JSON of a key; empty when there is none. */
  text: string;
  /** Empty when Google itself is meant. */
  endpoint: string;
  /** The field's; empty when only the key may tell it. */
  project: string;
  insecureSkipVerify: boolean;
  properties: Readonly<Record<string, string>>;
}

/** Resolves the block; the key is redacted from everything the result says. */
export async function resolveGcpCredentials(
  spec: GcpConnection,
  context: Pick<ProbeContext, 'connection' | 'value' | 'secret'>,
): Promise<GcpCredentials> {
  const stored = await context.connection({ connection: spec.connection, url: spec.endpoint });
  const inline = spec.credentials === undefined ? '' : await context.value(spec.credentials);
  const text = (inline || stored.certificate || stored.storedPassword).trim();
  context.secret(text);
  return {
    text,
    endpoint: stored.url,
    project: spec.project || (stored.properties.project ?? ''),
    insecureSkipVerify: spec.skipTLSVerify ?? (spec.connection ? stored.insecureTls : false),
    properties: stored.properties,
  };
}

/**
 * Resolves the block and logs in. `scope` says what the token may be used for. Rejects with InvalidCheckError when the credentials cannot be
 * read, and with the token service's message when it refuses them.
 */
export async function resolveGcpAccess(spec: GcpConnection, scope: string, context: ProbeContext): Promise<GcpAccess> {
  const { text, endpoint, project, insecureSkipVerify, properties } = await resolveGcpCredentials(spec, context);
  const key = text === '' ? undefined : parseKey(text, context);
  const send = googleFetch(context, { insecureSkipVerify });
  const access = { endpoint, project: project || (key?.project_id ?? ''), properties };
  if (key === undefined && endpoint !== '') return { ...access, fetch: send };
  const token = await fetchToken(key, scope, insecureSkipVerify, context);
  context.secret(token);
  const authorized: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
  return { ...access, fetch: authorized };
}

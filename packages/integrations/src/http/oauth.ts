import type { OutgoingRequest } from './request.ts';
import { sendRequest } from './request.ts';

export interface ClientCredentials {
  tokenUrl: URL;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  params: Readonly<Record<string, string>>;
}

/** Gets an access token by the OAuth 2 client credentials grant. Rejects with what the token server answered. */
export async function fetchAccessToken(
  credentials: ClientCredentials,
  base: Omit<OutgoingRequest, 'url' | 'method' | 'headers' | 'body'>,
): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...credentials.params });
  if (credentials.scopes.length > 0) form.set('scope', credentials.scopes.join(' '));
  const login = Buffer.from(
    `${encodeURIComponent(credentials.clientId)}:${encodeURIComponent(credentials.clientSecret)}`,
  ).toString('base64');
  const response = await sendRequest({
    ...base,
    url: credentials.tokenUrl,
    method: 'POST',
    headers: { Authorization: `Basic ${login}`, 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: form.toString(),
  });
  const token = accessTokenOf(response.body.toString('utf8'));
  if (response.status !== 200 || token === undefined)
    throw new Error(`the token server answered ${response.status} without an access token`);
  return token;
}

function accessTokenOf(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('access_token' in parsed)) return undefined;
    return typeof parsed.access_token === 'string' ? parsed.access_token : undefined;
  } catch {
    return undefined;
  }
}

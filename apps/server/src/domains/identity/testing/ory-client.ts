import { Configuration, FrontendApi, IdentityApi, MetadataApi } from '@ory/client';
import axios, { AxiosError } from 'axios';

/** Ory's own client against a server, with cookies as a browser keeps them. */
export interface OryClient {
  readonly frontend: FrontendApi;
  readonly metadata: MetadataApi;
  readonly identities: IdentityApi;
  readonly cookies: Map<string, string>;
}

/** @param url of the server */
export function createOryClient(url: string): OryClient {
  const cookies = new Map<string, string>();
  const http = axios.create({ maxRedirects: 0 });
  http.interceptors.request.use((request) => {
    if (cookies.size > 0) request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    return request;
  });
  function keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const split = pair.indexOf('=');
      if (/expires=thu, 01 jan 1970/i.test(line)) cookies.delete(pair.slice(0, split));
      else cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
  }
  http.interceptors.response.use(
    (response) => {
      keepCookies(response.headers['set-cookie'] ?? []);
      return response;
    },
    (error: unknown) => {
      if (error instanceof AxiosError) keepCookies(error.response?.headers['set-cookie'] ?? []);
      throw error;
    },
  );
  const configuration = new Configuration({ basePath: `${url}/api/.ory` });
  return {
    frontend: new FrontendApi(configuration, undefined, http),
    metadata: new MetadataApi(configuration, undefined, http),
    identities: new IdentityApi(configuration, undefined, http),
    cookies,
  };
}

/** What the client rejected with: status and body of the answer. */
export async function failureOf(call: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AxiosError && error.response !== undefined) {
      return { status: error.response.status, body: error.response.data };
    }
    throw error;
  }
  throw new Error('the call went well');
}

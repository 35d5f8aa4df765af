import type { ProbeContext } from '../checks/probe.ts';
import { sendRequest } from '../http/request.ts';

const MOST_REDIRECTS = 5;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A page of a listing has some 200 bytes for each object. */
const MOST_BODY_BYTES = 16 * 1024 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

export interface GoogleFetchOptions {
  insecureSkipVerify: boolean;
  /** Addresses that are called instead of others. */
  replaced?: ReadonlyMap<string, string>;
}

/** A `fetch` for Google's library that reaches hosts only as the check may. */
export function googleFetch(context: ProbeContext, options: GoogleFetchOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : await request.text();
    const response = await sendRequest({
      url: new URL(options.replaced?.get(request.url) ?? request.url),
      method: request.method,
      headers: { 'User-Agent': context.userAgent, ...Object.fromEntries(request.headers) },
      ...(body === undefined ? {} : { body }),
      tls: { handshakeTimeoutMs: HANDSHAKE_TIMEOUT_MS, insecureSkipVerify: options.insecureSkipVerify },
      maxRedirects: MOST_REDIRECTS,
      bodyBytes: MOST_BODY_BYTES,
      signal: context.signal,
      lookup: context.hosts.lookup,
      guardHost: context.hosts.guardLiteral,
      monotonicMs: () => context.clock.monotonicMs(),
    });
    if (response.truncated) throw new Error(`the answer is larger than ${MOST_BODY_BYTES} bytes`);
    const { status, headers } = response;
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(response.body), { status, headers });
  };
}

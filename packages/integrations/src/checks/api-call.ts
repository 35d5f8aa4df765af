import { sendRequest, type TlsOptions } from '../http/request.ts';
import { describeNetworkError } from '../net/network-error.ts';
import { type ProbeContext, ProbeFailedError } from './probe.ts';

const MOST_REDIRECTS = 10;
const LONGEST_EXCERPT = 200;

export interface ApiRequest {
  url: URL;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  tls: TlsOptions;
}

export interface ApiAnswer {
  status: number;
  /** Names in the canonical form of Go (`Content-Type`). */
  headers: Readonly<Record<string, string>>;
  /** Undefined when the body is not JSON. */
  json: unknown;
  text: string;
}

/**
 * Calls an interface that speaks JSON over HTTP, within the limits of a check. Every status is an answer; rejects with ProbeFailedError when
 * there is none or when it is too large to be read whole.
 */
export async function callApi(request: ApiRequest, context: ProbeContext): Promise<ApiAnswer> {
  try {
    const response = await sendRequest({
      url: request.url,
      method: request.method ?? 'GET',
      headers: { 'User-Agent': context.userAgent, Accept: 'application/json', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      tls: request.tls,
      maxRedirects: MOST_REDIRECTS,
      bodyBytes: context.bodyBytes,
      signal: context.signal,
      lookup: context.hosts.lookup,
      guardHost: context.hosts.guardLiteral,
      monotonicMs: () => context.clock.monotonicMs(),
    });
    if (response.truncated) throw new Error(`the answer is larger than ${context.bodyBytes} bytes`);
    const text = response.body.toString('utf8');
    return { status: response.status, headers: response.headers, json: parseJson(text), text };
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(describeNetworkError(error));
  }
}

/** `the server answered 502: Bad Gateway`, for answers that do not tell more in a form of their own. */
export function describeAnswer(answer: ApiAnswer): string {
  const text = answer.text.trim().replace(/\s+/g, ' ');
  const excerpt = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  return `the server answered ${answer.status}${excerpt === '' ? '' : `: ${excerpt}`}`;
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

import type { ConsoleCall } from './console-call.ts';
import type { Subjects } from './find-subjects.ts';

export interface CallAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly contentRange: string | null;
}

/** Headers of every client of the console, on every method. Source: console-calls §0.1. */
const HEADERS = { accept: 'application/json', prefer: 'return=representation', 'content-type': 'application/json' };

function fill(text: string, subjects: Subjects): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, word: string) => {
    const value = subjects[word];
    if (value === undefined) throw new Error(`nothing stands for ${found}`);
    return value;
  });
}

/**
 * Sends one request over HTTP, encoded as a browser encodes it.
 * @param origin of the server, such as http://127.0.0.1:8080
 */
export async function sendCall(origin: string, call: ConsoleCall, subjects: Subjects): Promise<CallAnswer> {
  const response = await fetch(`${origin}/api/db/${fill(call.url, subjects)}`, {
    method: call.method ?? 'GET',
    headers: { ...HEADERS, ...(call.isCounted ? { prefer: 'count=exact' } : {}) },
    ...(call.body === undefined ? {} : { body: fill(JSON.stringify(call.body), subjects) }),
  });
  return { status: response.status, body: await response.json(), contentRange: response.headers.get('content-range') };
}

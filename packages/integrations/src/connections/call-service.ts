import { z } from 'zod';
import { type ApiAnswer, callApi, describeAnswer } from '../checks/api-call.ts';
import { parseHttpUrl, urlBelow } from '../checks/http-url.ts';
import { type ProbeContext, ProbeFailedError } from '../checks/probe.ts';
import { resolveTls } from '../values/resolve-tls.ts';

/** One call of a service that answers JSON. */
export interface ServiceCall {
  base: string;
  /** Begins with a slash; may have a query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  form?: Readonly<Record<string, string>>;
  insecureTls?: boolean;
}

/** Says what an answer other than 200 means where the service gives no words of its own. */
const MEANINGS: Readonly<Record<number, string>> = { 401: 'the login was refused', 403: 'access denied', 404: 'not found' };

const messageSchema = z.union([
  z.object({ message: z.string().min(1) }).transform(({ message }) => message),
  z.object({ error_description: z.string().min(1) }).transform((answer) => answer.error_description),
  z.object({ error: z.string().min(1) }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string().min(1) }) }).transform(({ error }) => error.message),
  z.object({ description: z.string().min(1) }).transform(({ description }) => description),
]);

/** Why a service said no, in its words. */
export function refusalOf(answer: ApiAnswer): ProbeFailedError {
  const said = messageSchema.safeParse(answer.json).data;
  const meaning = MEANINGS[answer.status];
  if (said === undefined && meaning === undefined) return new ProbeFailedError(describeAnswer(answer));
  return new ProbeFailedError(`the server answered ${answer.status}: ${said ?? meaning}`);
}

/** Calls a service, whatever its answer is. Rejects with ProbeFailedError when there is none. */
export async function callService(call: ServiceCall, context: ProbeContext): Promise<ApiAnswer> {
  const [pathname = '', query = ''] = call.path.split('?');
  const url = urlBelow(parseHttpUrl(call.base, 'the connection'), pathname);
  url.search = query;
  const tls = await resolveTls(undefined, context.value, call.insecureTls ?? false);
  const { form } = call;
  if (form === undefined)
    return await callApi({ url, tls, ...(call.headers === undefined ? {} : { headers: call.headers }) }, context);
  const headers = { ...call.headers, 'Content-Type': 'application/x-www-form-urlencoded' };
  return await callApi({ url, method: 'POST', headers, body: new URLSearchParams(form).toString(), tls }, context);
}

/** The answer of a call that must be 200. */
export async function expectOk(call: ServiceCall, context: ProbeContext): Promise<ApiAnswer> {
  const answer = await callService(call, context);
  if (answer.status !== 200) throw refusalOf(answer);
  return answer;
}

/** A text of an answer by its path; empty when it is not there. */
export function textAt(answer: ApiAnswer, ...path: string[]): string {
  let value: unknown = answer.json;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Details without those that nothing is known of. */
export function known(details: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(details).filter(([, text]) => text !== ''));
}

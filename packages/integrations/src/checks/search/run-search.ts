import { z } from 'zod';
import { resolveTls } from '../../values/resolve-tls.ts';
import { type ApiAnswer, callApi, describeAnswer } from '../api-call.ts';
import { basicAuthorization, parseHttpUrl, takeCredentials, urlBelow } from '../http-url.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';
import type { SearchCheck } from './spec.ts';

const replySchema = z.looseObject({
  hits: z.looseObject({ total: z.union([z.looseObject({ value: z.number() }), z.number()]) }),
});
const errorSchema = z.object({
  error: z.union([z.string(), z.object({ type: z.string(), reason: z.string().nullish() })]),
});

export interface SearchReply {
  /** The whole reply. */
  reply: Record<string, unknown>;
  hits: number;
  /** Empty when there are as many hits as the check wants. */
  failures: string[];
}

function describeError(answer: ApiAnswer): string {
  const parsed = errorSchema.safeParse(answer.json);
  if (!parsed.success) return describeAnswer(answer);
  const { error } = parsed.data;
  const text = typeof error === 'string' ? error : `${error.type}: ${error.reason ?? ''}`;
  return `the server answered ${answer.status}: ${text}`;
}

/** Sends the search and compares the exact number of hits. Rejects with ProbeFailedError when there is no reply to compare. */
export async function runSearch(spec: SearchCheck, kind: string, context: ProbeContext): Promise<SearchReply> {
  const connection = await context.connection(spec);
  const base = parseHttpUrl(connection.url, kind);
  const credentials = takeCredentials(base, connection, context);
  const index = spec.index?.trim() ? `/${encodeURIComponent(spec.index.trim())}` : '';
  const answer = await callApi(
    {
      url: urlBelow(base, `${index}/_search`),
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...basicAuthorization(credentials, context) },
      ...(spec.query?.trim() ? { body: spec.query } : {}),
      tls: await resolveTls(spec.tlsConfig, context.value, connection.insecureTls),
    },
    context,
  );
  const parsed = replySchema.safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success) throw new ProbeFailedError(describeError(answer));
  const { total } = parsed.data.hits;
  const hits = typeof total === 'number' ? total : total.value;
  const wanted = spec.results ?? 0;
  return { reply: parsed.data, hits, failures: hits === wanted ? [] : [`the search has ${hits} hits instead of ${wanted}`] };
}

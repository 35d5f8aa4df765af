import { z } from 'zod';
import { type ApiAnswer, callApi, describeAnswer } from '../api-call.ts';
import { type HttpTarget, resolveHttpTarget } from '../http-connection.ts';
import { urlBelow } from '../http-url.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type PrometheusCheck, prometheusKind } from './spec.ts';

const sampleSchema = z.tuple([z.number(), z.string()]);
const successSchema = z.object({
  status: z.literal('success'),
  data: z.discriminatedUnion('resultType', [
    z.object({
      resultType: z.literal('vector'),
      result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: sampleSchema.optional() })),
    }),
    z.object({ resultType: z.literal('scalar'), result: sampleSchema }),
    z.object({ resultType: z.literal('matrix') }),
    z.object({ resultType: z.literal('string') }),
  ]),
});
const errorSchema = z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() });

type Row = Record<string, string | number>;

/** A sample value as Prometheus writes it: `+Inf`, `-Inf` and `NaN` besides numbers. */
function parseSample(text: string): number {
  if (/^\+?Inf$/.test(text)) return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  return Number(text);
}

/** Native histograms have no single value and are left out. */
function rowsOf(answer: ApiAnswer): Row[] {
  const refused = errorSchema.safeParse(answer.json);
  if (refused.success) throw new ProbeFailedError(`${refused.data.errorType}: ${refused.data.error}`);
  const parsed = successSchema.safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success) throw new ProbeFailedError(describeAnswer(answer));
  const { data } = parsed.data;
  switch (data.resultType) {
    case 'vector':
      return data.result.flatMap(({ metric, value }) =>
        value === undefined ? [] : [{ ...metric, value: parseSample(value[1]) }],
      );
    case 'scalar':
      return [{ value: parseSample(data.result[1]) }];
    default:
      throw new ProbeFailedError(`the query gives a ${data.resultType}; only an instant vector or a scalar can be checked`);
  }
}

/** As Prometheus' own client does: POST, and GET where a proxy refuses that. */
async function instantQuery(target: HttpTarget, query: string, context: ProbeContext): Promise<ApiAnswer> {
  const url = urlBelow(target.url, '/api/v1/query');
  const body = new URLSearchParams({ query }).toString();
  const headers = { ...target.headers, 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await callApi({ url, method: 'POST', headers, body, tls: target.tls }, context);
  if (answer.status !== 405 && answer.status !== 501) return answer;
  url.searchParams.set('query', query);
  return await callApi({ url, headers: target.headers, tls: target.tls }, context);
}

async function run(spec: PrometheusCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (spec.host) throw new ProbeFailedError('host is no longer a field: put the address of Prometheus into url');
  if (!spec.query?.trim()) throw new InvalidCheckError('prometheus needs a query');
  const target = await resolveHttpTarget(spec, context, 'prometheus', context.prometheusUrl);
  const results = rowsOf(await instantQuery(target, spec.query, context));
  const firstResult: Row = results[0] ?? {};
  const { value = 0, ...labels } = firstResult;
  return {
    data: { results, firstResult, value },
    detail: results,
    isEmpty: results.length === 0,
    labels: Object.fromEntries(
      Object.entries(labels).flatMap(([name, text]): [string, string][] => (typeof text === 'string' ? [[name, text]] : [])),
    ),
  };
}

export const probe = defineProbe(prometheusKind, { run });

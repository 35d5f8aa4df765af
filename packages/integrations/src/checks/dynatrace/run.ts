import { z } from 'zod';
import { resolveTls } from '../../values/resolve-tls.ts';
import { callApi, describeAnswer } from '../api-call.ts';
import { parseHttpUrl, urlBelow } from '../http-url.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type DynatraceCheck, dynatraceKind } from './spec.ts';

const MOST_PAGES = 20;

const tagSchema = z.looseObject({ key: z.string().nullish(), value: z.string().nullish() });
const problemSchema = z.object({
  problemId: z.string().default(''),
  title: z.string().default(''),
  status: z.string().default(''),
  impactLevel: z.string().default(''),
  severityLevel: z.string().default(''),
  impactedEntities: z.array(z.unknown()).default([]),
  affectedEntities: z.array(z.unknown()).default([]),
  entityTags: z.array(tagSchema).default([]),
  evidenceDetails: z.object({ totalCount: z.number().default(0), details: z.array(z.unknown()).default([]) }).optional(),
});
const pageSchema = z.object({ problems: z.array(problemSchema), nextPageKey: z.string().nullish() });
const errorSchema = z.object({ error: z.object({ message: z.string() }) });

function describeProblem(problem: z.infer<typeof problemSchema>) {
  const { title, problemId, entityTags, evidenceDetails } = problem;
  return {
    title: `${title} (${problemId})`,
    status: problem.status,
    impactLevel: problem.impactLevel,
    severity: problem.severityLevel,
    impactedEntities: problem.impactedEntities,
    affectedEntities: problem.affectedEntities,
    labels: Object.fromEntries(entityTags.flatMap(({ key, value }) => (key ? [[key, value ?? '']] : []))),
    entityTags,
    totalEvidences: evidenceDetails?.totalCount ?? 0,
    evidences: evidenceDetails?.details ?? [],
  };
}

async function run(spec: DynatraceCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const connection = await context.connection({ connection: spec.connection });
  const apiKey = spec.apiKey === undefined ? connection.storedPassword : (await context.value(spec.apiKey)).trim();
  context.secret(apiKey);
  const host = spec.host?.trim() || connection.url;
  if (host === '') throw new InvalidCheckError('dynatrace needs a host');
  if (apiKey === '') throw new InvalidCheckError('dynatrace needs an apiKey');
  const scheme = spec.scheme ?? (connection.properties.scheme || 'https');
  const base = parseHttpUrl(host.includes('://') ? host : `${scheme}://${host}`, 'dynatrace');
  const url = urlBelow(base, '/api/v2/problems');
  const tls = await resolveTls(undefined, context.value, connection.insecureTls);
  const results: ReturnType<typeof describeProblem>[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await callApi({ url, headers: { Authorization: `Api-Token ${apiKey}` }, tls }, context);
    const parsed = pageSchema.safeParse(answer.json);
    if (answer.status !== 200 || !parsed.success) {
      const refused = errorSchema.safeParse(answer.json);
      throw new ProbeFailedError(
        refused.success ? `the server answered ${answer.status}: ${refused.data.error.message}` : describeAnswer(answer),
      );
    }
    results.push(...parsed.data.problems.map(describeProblem));
    if (!parsed.data.nextPageKey) break;
    url.search = new URLSearchParams({ nextPageKey: parsed.data.nextPageKey }).toString();
  }
  return { data: { results }, detail: results };
}

export const probe = defineProbe(dynatraceKind, { run });

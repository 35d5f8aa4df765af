import { z } from 'zod';
import type { TlsOptions } from '../../http/request.ts';
import { callApi, describeAnswer } from '../api-call.ts';
import { urlBelow } from '../http-url.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';

const API_VERSION = '7.0';
const MOST_PAGES = 20;

const pipelineSchema = z.object({ id: z.number(), name: z.string() });
const runSchema = z.object({
  id: z.number(),
  name: z.string().default(''),
  state: z.string().default(''),
  result: z.string().optional(),
  createdDate: z.coerce.date(),
  finishedDate: z.coerce.date().optional(),
  variables: z.record(z.string(), z.object({ value: z.string().nullish() })).default({}),
  resources: z
    .object({ repositories: z.record(z.string(), z.object({ refName: z.string().nullish() })).default({}) })
    .default({ repositories: {} }),
});
const errorSchema = z.object({ message: z.string() });

export type Pipeline = z.infer<typeof pipelineSchema>;
export type PipelineRun = z.infer<typeof runSchema>;

/** One project of an organization, as its REST interface shows it. */
export interface AzureProject {
  /** Base address with organization and project in its path. */
  url: URL;
  token: string;
  tls: TlsOptions;
}

async function get(project: AzureProject, path: string, continuation: string | undefined, context: ProbeContext) {
  const url = urlBelow(project.url, path);
  url.searchParams.set('api-version', API_VERSION);
  if (continuation !== undefined) url.searchParams.set('continuationToken', continuation);
  const Authorization = `Basic ${Buffer.from(`:${project.token}`).toString('base64')}`;
  const answer = await callApi({ url, headers: { Authorization }, tls: project.tls }, context);
  if (answer.status === 200 && answer.json !== undefined) return answer;
  // An unknown token gets the page for signing in, with a status of success.
  if (answer.status === 203 || answer.status === 401) throw new ProbeFailedError('the personal access token was not accepted');
  const refused = errorSchema.safeParse(answer.json);
  throw new ProbeFailedError(
    refused.success ? `the server answered ${answer.status}: ${refused.data.message}` : describeAnswer(answer),
  );
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProbeFailedError('Azure DevOps gave an answer that cannot be read');
  return parsed.data;
}

/** All pipelines of the project. */
export async function listPipelines(project: AzureProject, context: ProbeContext): Promise<Pipeline[]> {
  const pipelines: Pipeline[] = [];
  let continuation: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await get(project, '/_apis/pipelines', continuation, context);
    pipelines.push(...parse(z.object({ value: z.array(pipelineSchema) }), answer.json).value);
    continuation = answer.headers['X-Ms-Continuationtoken'];
    if (!continuation) break;
  }
  return pipelines;
}

/** The newest run that is completed, with variables and resources; undefined when there is none. */
export async function newestRun(
  project: AzureProject,
  pipeline: Pipeline,
  context: ProbeContext,
): Promise<PipelineRun | undefined> {
  const path = `/_apis/pipelines/${pipeline.id}/runs`;
  const { value } = parse(z.object({ value: z.array(runSchema) }), (await get(project, path, undefined, context)).json);
  const completed = value.filter((run) => run.state === 'completed');
  const newest = completed.sort((a, b) => b.createdDate.getTime() - a.createdDate.getTime())[0];
  if (newest === undefined) return undefined;
  return parse(runSchema, (await get(project, `${path}/${newest.id}`, undefined, context)).json);
}

import { resolveTls } from '../../values/resolve-tls.ts';
import { parseHttpUrl, urlBelow } from '../http-url.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { type AzureProject, listPipelines, newestRun, type Pipeline, type PipelineRun } from './pipelines.ts';
import { type AzureDevopsCheck, azureDevopsKind } from './spec.ts';

const CLOUD = 'https://dev.azure.com';

async function openProject(spec: AzureDevopsCheck, context: ProbeContext): Promise<AzureProject> {
  const connection = await context.connection({ connection: spec.connection });
  const token =
    spec.personalAccessToken === undefined ? connection.storedPassword : await context.value(spec.personalAccessToken);
  context.secret(token);
  context.secret(Buffer.from(`:${token}`).toString('base64'));
  const organization = spec.organization || connection.username;
  if (!organization || !spec.project) throw new InvalidCheckError('azureDevops needs an organization and a project');
  if (token === '') throw new InvalidCheckError('azureDevops needs a personalAccessToken or a connection');
  const base = parseHttpUrl(connection.url || CLOUD, 'azureDevops');
  return {
    url: urlBelow(base, `/${encodeURIComponent(organization)}/${encodeURIComponent(spec.project)}`),
    token: token.trim(),
    tls: await resolveTls(undefined, context.value, connection.insecureTls),
  };
}

/** Pipelines whose name matches the expression; a text that is no expression is a name. */
async function matching(pattern: string, pipelines: readonly Pipeline[], context: ProbeContext): Promise<Pipeline[]> {
  const names = pipelines.map(({ name }) => name);
  const matches = await context.matches(pattern, names).catch(() => names.map((name) => name === pattern));
  return pipelines.filter((_pipeline, index) => matches[index]);
}

function isWanted(run: PipelineRun, spec: AzureDevopsCheck): boolean {
  const hasValues = Object.entries(spec.variables ?? {}).every(([name, value]) => run.variables[name]?.value === value);
  if (spec.branch === undefined || spec.branch.length === 0) return hasValues;
  const branch = (run.resources.repositories.self?.refName ?? '').replace(/^refs\/heads\//, '');
  return hasValues && (spec.branch.includes(branch) || spec.branch.includes(branch.split('/').at(-1) ?? ''));
}

function judge(pipeline: Pipeline, run: PipelineRun, spec: AzureDevopsCheck): string[] {
  const durationMs = run.finishedDate === undefined ? 0 : run.finishedDate.getTime() - run.createdDate.getTime();
  const { thresholdMillis } = spec;
  return [
    ...(thresholdMillis !== undefined && durationMs > thresholdMillis
      ? [`${pipeline.name}: the run took ${durationMs} ms, more than ${thresholdMillis} ms`]
      : []),
    ...(run.result === 'succeeded' ? [] : [`${pipeline.name}: the run ended with the result ${run.result ?? 'unknown'}`]),
  ];
}

async function run(spec: AzureDevopsCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.pipeline) throw new InvalidCheckError('azureDevops needs a pipeline');
  const project = await openProject(spec, context);
  const failures: string[] = [];
  for (const pipeline of await matching(spec.pipeline, await listPipelines(project, context), context)) {
    const newest = await newestRun(project, pipeline, context);
    if (newest !== undefined && isWanted(newest, spec)) failures.push(...judge(pipeline, newest, spec));
  }
  return { failures };
}

export const probe = defineProbe(azureDevopsKind, { run });

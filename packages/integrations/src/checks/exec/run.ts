import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment } from '../../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import type { Artifact } from '../artifact.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { collectArtifacts } from './artifacts.ts';
import { checkOut } from './checkout.ts';
import { prepareConnections } from './cloud-connections.ts';
import { type ExecCheck, execKind } from './spec.ts';

const SHOWN_CHARACTERS = 2000;

function shown(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > SHOWN_CHARACTERS ? `${trimmed.slice(0, SHOWN_CHARACTERS)}…` : trimmed;
}

function describeFailure(script: string, cwd: string, outcome: ProcessOutcome): string {
  const end = outcome.signalName === undefined ? `exit code ${outcome.exitCode}` : `ended by ${outcome.signalName}`;
  const parts = [`${end} in ${cwd}`, `command: ${shown(script)}`];
  if (outcome.stdout.trim() !== '') parts.push(`stdout: ${shown(outcome.stdout)}`);
  if (outcome.stderr.trim() !== '') parts.push(`stderr: ${shown(outcome.stderr)}`);
  return parts.join('\n');
}

/** Runs the work with a folder that only we can read and that is gone afterwards. */
async function withPrivateFolder<T>(tempDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tempDir, 'exec-private-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function artifactsOf(spec: ExecCheck, outcome: ProcessOutcome, cwd: string, context: ProbeContext): Promise<Artifact[]> {
  const paths = (spec.artifacts ?? []).map((artifact) => artifact.path).filter((path) => path !== '');
  if (paths.length === 0) return [];
  if (!context.storesArtifacts) {
    context.warn('artifacts are not stored: no store of artifacts is set up');
    return [];
  }
  const { stdout, stderr, truncated } = outcome;
  const { artifacts, problems } = await collectArtifacts(paths, { stdout, stderr, isTruncated: truncated, cwd }, context.signal);
  if (problems.length > 0) context.warn(`some artifacts could not be collected: ${problems.join('; ')}`);
  return artifacts;
}

async function runScript(
  spec: ExecCheck,
  env: Record<string, string>,
  cwd: string,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const script = spec.script ?? '';
  let outcome: ProcessOutcome;
  try {
    const { outputBytes, signal } = context;
    outcome = await runProcess({ command: 'bash', args: ['-c', script], env, cwd, outputBytes, signal });
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(error instanceof Error ? error.message : String(error));
  }
  const stdout = outcome.stdout.trim();
  const stderr = outcome.stderr.trim();
  return {
    failures: outcome.exitCode === 0 ? [] : [describeFailure(script, cwd, outcome)],
    data: { results: { stdout, stderr, exitCode: BigInt(outcome.exitCode) } },
    detail: { stdout, stderr, exitCode: outcome.exitCode },
    artifacts: await artifactsOf(spec, outcome, cwd, context),
  };
}

async function run(spec: ExecCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if ((spec.script ?? '').trim() === '') throw new InvalidCheckError('exec needs a script');
  const base: Record<string, string> = { ...cleanEnvironment(), TMPDIR: context.tempDir };
  const given: Record<string, string> = {};
  for (const entry of spec.env ?? []) if (entry.name) given[entry.name] = await context.value(entry);
  if (spec.checkout === undefined && spec.connections === undefined)
    return await runScript(spec, { ...base, ...given }, process.cwd(), context);
  return await withPrivateFolder(context.tempDir, async (folder) => {
    const cloud = await prepareConnections(spec.connections, { context, folder, base });
    const checkout = spec.checkout === undefined ? undefined : await checkOut(spec.checkout, context, folder);
    try {
      return await runScript(spec, { ...base, ...cloud, ...given }, checkout?.folder ?? process.cwd(), context);
    } finally {
      checkout?.release();
    }
  });
}

export const probe = defineProbe(execKind, { run });

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cleanEnvironment } from '../../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type GithubCheck, githubKind } from './spec.ts';

const PROGRAM = 'mergestat';
const rowSchema = z.record(z.string(), z.unknown());

async function query(text: string, token: string, folder: string, context: ProbeContext): Promise<ProcessOutcome> {
  try {
    return await runProcess({
      command: PROGRAM,
      args: [text, '--format', 'json'],
      env: { ...cleanEnvironment(), ...(token === '' ? {} : { GITHUB_TOKEN: token }), HOME: folder },
      cwd: folder,
      outputBytes: context.bodyBytes,
      signal: context.signal,
    });
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InvalidCheckError(
        `github checks need the program ${PROGRAM}, which is not installed; an http check can ask GitHub's own interface instead`,
      );
    throw new ProbeFailedError(error instanceof Error ? error.message : String(error));
  }
}

/** One JSON list, or one JSON object a line, as versions of the program differ. */
function parseRows(output: string): Record<string, unknown>[] {
  const text = output.trim();
  if (text === '' || text === 'null') return [];
  try {
    if (text.startsWith('[')) return z.array(rowSchema).parse(JSON.parse(text));
    return text.split('\n').map((line) => rowSchema.parse(JSON.parse(line)));
  } catch {
    throw new ProbeFailedError(`${PROGRAM} wrote something that is no list of rows: ${text.slice(0, 200)}`);
  }
}

async function run(spec: GithubCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.query?.trim()) throw new InvalidCheckError('github needs a query');
  const connection = await context.connection({ connection: spec.connection });
  const token = spec.githubToken === undefined ? connection.storedPassword : (await context.value(spec.githubToken)).trim();
  context.secret(token);
  const folder = await mkdtemp(join(context.tempDir, 'github-'));
  try {
    const outcome = await query(spec.query, token, folder, context);
    if (outcome.exitCode !== 0)
      throw new ProbeFailedError(
        `${PROGRAM} failed: ${outcome.stderr.trim() || outcome.stdout.trim() || `exit ${outcome.exitCode}`}`,
      );
    if (outcome.truncated) throw new ProbeFailedError(`the rows are larger than ${context.bodyBytes} bytes`);
    const results = parseRows(outcome.stdout);
    return { data: { results }, detail: results };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const probe = defineProbe(githubKind, { run });

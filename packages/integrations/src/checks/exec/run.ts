import { cleanEnvironment } from '../../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
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

async function run(spec: ExecCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const script = spec.script ?? '';
  if (script.trim() === '') throw new InvalidCheckError('exec needs a script');
  if (spec.checkout !== undefined) throw new InvalidCheckError('checkout is not available');
  if (spec.connections !== undefined && Object.keys(spec.connections).length > 0)
    throw new InvalidCheckError('cloud connections are not available');
  const env = { ...cleanEnvironment(), TMPDIR: context.tempDir };
  const given: Record<string, string> = {};
  for (const entry of spec.env ?? []) if (entry.name) given[entry.name] = await context.value(entry);
  const cwd = process.cwd();
  let outcome: ProcessOutcome;
  try {
    outcome = await runProcess({
      command: 'bash',
      args: ['-c', script],
      env: { ...env, ...given },
      cwd,
      outputBytes: context.outputBytes,
      signal: context.signal,
    });
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
  };
}

export const probe = defineProbe(execKind, { run });

import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment } from '../../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { parseGoDuration } from '../../values/duration.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type SampleSummary, summarise } from './sample-log.ts';
import { type JmeterCheck, jmeterKind } from './spec.ts';

/** Where Java and JMeter are, which the clean environment does not tell. */
const PASSED_ON = ['JAVA_HOME', 'JMETER_HOME', 'JVM_ARGS'];
/** Makes the log readable for us whatever the settings of this machine are. */
const LOG_FORMAT = ['output_format=csv', 'print_field_names=true', 'time=true', 'successful=true', 'label=true'].map(
  (setting) => `-Jjmeter.save.saveservice.${setting}`,
);
const FAILURE_MESSAGES = '-Jjmeter.save.saveservice.assertion_results_failure_message=true';
const LONGEST_MESSAGE = 1000;

function programArguments(spec: JmeterCheck, folder: string): string[] {
  const args = ['-n', '-t', join(folder, 'plan.jmx'), '-l', join(folder, 'samples.csv'), '-j', join(folder, 'jmeter.log')];
  if (spec.host) args.push('-H', spec.host);
  if (spec.port) args.push('-P', String(spec.port));
  args.push(...LOG_FORMAT, FAILURE_MESSAGES);
  for (const property of spec.properties ?? []) args.push(`-J${property}`);
  for (const property of spec.systemProperties ?? []) args.push(`-D${property}`);
  return args;
}

async function runPlan(spec: JmeterCheck, folder: string, context: ProbeContext): Promise<SampleSummary> {
  const env: Record<string, string> = { ...cleanEnvironment(), TMPDIR: folder };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value) env[name] = value;
  }
  const { signal, outputBytes } = context;
  let outcome: ProcessOutcome;
  try {
    outcome = await runProcess({
      command: 'jmeter',
      args: programArguments(spec, folder),
      env,
      cwd: folder,
      outputBytes,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InvalidCheckError('the program jmeter is not installed');
    throw error;
  }
  const log = join(folder, 'samples.csv');
  if (outcome.exitCode !== 0 || !existsSync(log)) {
    const said = (outcome.stderr.trim() || outcome.stdout.trim()).slice(-LONGEST_MESSAGE);
    const what = outcome.exitCode === 0 ? 'wrote no samples' : `ended with exit code ${outcome.exitCode}`;
    throw new ProbeFailedError(`jmeter ${what}${said === '' ? '' : `: ${said}`}`);
  }
  return await summarise(createReadStream(log, { encoding: 'utf8', signal }));
}

function judge(spec: JmeterCheck, limitMs: number | undefined, summary: SampleSummary): string[] {
  const failures: string[] = [];
  if (summary.samples === 0) failures.push('the plan made no sample');
  if (summary.failed > 0)
    failures.push(
      `${summary.failed} of ${summary.samples} samples failed: ${summary.messages.join('; ').slice(0, LONGEST_MESSAGE)}`,
    );
  if (limitMs !== undefined && summary.elapsedMs > limitMs)
    failures.push(`the samples took ${summary.elapsedMs} ms, more than ${spec.responseDuration}`);
  return failures;
}

async function run(spec: JmeterCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const plan = spec.jmx === undefined ? '' : await context.value(spec.jmx);
  if (plan.trim() === '') throw new InvalidCheckError('jmeter needs jmx, the test plan');
  const limitMs = spec.responseDuration ? parseGoDuration(spec.responseDuration) : undefined;
  if (spec.responseDuration && limitMs === undefined)
    throw new InvalidCheckError(`responseDuration "${spec.responseDuration}" is not a duration such as 10s`);
  const folder = await mkdtemp(join(context.tempDir, 'jmeter-'));
  try {
    await writeFile(join(folder, 'plan.jmx'), plan, { mode: 0o600 });
    const summary = await runPlan(spec, folder, context);
    const { samples, failed, elapsedMs } = summary;
    const results = { samples: BigInt(samples), failed: BigInt(failed), elapsed: BigInt(elapsedMs) };
    return { failures: judge(spec, limitMs, summary), data: { results }, detail: { samples, failed, elapsed: elapsedMs } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const probe = defineProbe(jmeterKind, { run });

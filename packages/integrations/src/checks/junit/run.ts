import { randomBytes } from 'node:crypto';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import { refOf } from '../../kubernetes/objects.ts';
import type { Artifact } from '../artifact.ts';
import { hasTemplate } from '../expressions.ts';
import { clusterFailure, openCluster } from '../open-cluster.ts';
import { ownSelector } from '../own-labels.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { findLeftovers, removeObjects } from '../remove-objects.ts';
import { awaitTests } from './await-tests.ts';
import { PodFiles } from './read-files.ts';
import { describeTotals, type JunitReport, type JunitSuite, ReportError, readReport, sumSuites } from './report.ts';
import { type JunitCheck, junitKind } from './spec.ts';
import { type TestPod, testPod } from './test-pod.ts';

const MINUTE_MS = 60_000;
const DEFAULT_TIMEOUT_MIN = 5;
/** Kept of the check's time for reading the reports and removing the pod. */
const READ_MS = 60_000;
const REMOVE_MS = 15_000;
const SHOWN_LINES = 20;

function timeoutMs(spec: JunitCheck): number {
  return (spec.timeout && spec.timeout > 0 ? spec.timeout : DEFAULT_TIMEOUT_MIN) * MINUTE_MS;
}

async function readReports(files: PodFiles, folder: string): Promise<JunitSuite[]> {
  const suites: JunitSuite[] = [];
  for (const path of await files.reports(folder)) {
    try {
      suites.push(...readReport(await files.text(path)));
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      throw new ProbeFailedError(`${path} is no JUnit report: ${error.message}`);
    }
  }
  return suites;
}

async function collectArtifacts(spec: JunitCheck, files: PodFiles, folder: string, context: ProbeContext): Promise<Artifact[]> {
  const patterns = (spec.artifacts ?? []).map(({ path }) => path).filter((path) => path !== '');
  if (patterns.length === 0) return [];
  if (!context.storesArtifacts) {
    context.warn('artifacts are not stored: no store of artifacts is set up');
    return [];
  }
  const found: Artifact[] = [];
  for (const pattern of patterns) found.push(...(await files.artifacts(folder, pattern)));
  return found;
}

/** The last lines of what the tests said; empty when the log may not be read. */
async function lastLines(cluster: KubernetesCluster, tests: TestPod, context: ProbeContext): Promise<string> {
  const { name, namespace = 'default' } = tests.pod.metadata;
  try {
    const text = await cluster.log({ namespace, pod: name, container: tests.container, tailLines: SHOWN_LINES }, context.signal);
    return text.trim() === '' ? '' : `: ${text.trim().slice(-2000)}`;
  } catch {
    context.signal.throwIfAborted();
    return '';
  }
}

/** Counts are ints to expressions, durations doubles. */
function asVariables(report: JunitReport): Record<string, unknown> {
  const counts = ({ passed, failed, skipped, error }: JunitReport | JunitSuite) => ({
    passed: BigInt(passed),
    failed: BigInt(failed),
    skipped: BigInt(skipped),
    error: BigInt(error),
  });
  return { ...report, ...counts(report), suites: report.suites.map((suite) => ({ ...suite, ...counts(suite) })) };
}

async function judge(spec: JunitCheck, tests: TestPod, cluster: KubernetesCluster, context: ProbeContext): Promise<ProbeOutcome> {
  const limitMs = Math.max(1000, Math.min(timeoutMs(spec), context.timeoutMs - READ_MS));
  const exitCode = await awaitTests(cluster, tests, limitMs, context);
  const files = new PodFiles(cluster, tests.pod, context.signal);
  const suites = await readReports(files, tests.folder);
  const failures: string[] = [];
  if (exitCode !== 0) {
    const missing =
      suites.length === 0 ? `, and no report was found in ${tests.folder}${await lastLines(cluster, tests, context)}` : '';
    failures.push(`the tests ended with exit code ${exitCode}${missing}`);
  }
  const report = sumSuites(suites);
  if (report.failed + report.error > 0 && !hasTemplate(spec.test)) failures.push(describeTotals(report));
  return {
    failures,
    message: describeTotals(report),
    durationMs: report.duration * 1000,
    data: { results: asVariables(report) },
    detail: report,
    artifacts: await collectArtifacts(spec, files, tests.folder, context),
  };
}

async function clear(cluster: KubernetesCluster, tests: TestPod, context: ProbeContext): Promise<void> {
  const left = await findLeftovers(cluster, [tests.pod], ownSelector(context), context.signal);
  await removeObjects(cluster, left, { waits: false, signal: context.signal });
}

async function remove(cluster: KubernetesCluster, tests: TestPod, context: ProbeContext): Promise<void> {
  if (context.canary.annotations.skipDelete === 'true') return;
  try {
    await cluster.delete(refOf(tests.pod), { graceSeconds: 0 }, AbortSignal.timeout(REMOVE_MS));
  } catch (error) {
    context.warn(`the pod ${tests.pod.metadata.name} was not removed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function run(spec: JunitCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.testResults) throw new InvalidCheckError('junit needs testResults');
  const name = `junit-${randomBytes(5).toString('hex')}`;
  const tests = testPod(spec.spec ?? {}, { testResults: spec.testResults, timeoutMs: timeoutMs(spec), name }, context);
  const cluster = await openCluster(spec, context);
  try {
    if (context.canary.annotations.skipDelete !== 'true') await clear(cluster, tests, context);
    try {
      await cluster.create(tests.pod, context.signal);
      return await judge(spec, tests, cluster, context);
    } finally {
      await remove(cluster, tests, context);
    }
  } catch (error) {
    throw clusterFailure(error, context);
  }
}

export const probe = defineProbe(junitKind, { run, timeoutMs: (spec) => timeoutMs(spec) + READ_MS + REMOVE_MS });

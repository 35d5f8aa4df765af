import { z } from 'zod';
import { resolveGcpAccess } from '../../google/gcp-access.ts';
import { describeGoogleFailure } from '../../google/google-failure.ts';
import { googleServiceUrl } from '../../google/service-url.ts';
import { describeNetworkError } from '../../net/network-error.ts';
import { parseDuration } from '../../values/duration.ts';
import { urlBelow } from '../http-url.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import type { MetricSample } from '../result.ts';
import { type DatabaseBackupCheck, databaseBackupKind } from './spec.ts';

const CLOUD_SQL = 'https://sqladmin.googleapis.com';
const READ_BACKUPS = 'https://www.googleapis.com/auth/sqlservice.admin';
const GOOD = new Set(['SUCCESSFUL', 'RUNNING', 'ENQUEUED']);

const backupSchema = z.looseObject({
  id: z.coerce.string(),
  status: z.string(),
  endTime: z.string().optional(),
  startTime: z.string().optional(),
  enqueuedTime: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional(),
});
const listSchema = z.object({ items: z.array(backupSchema).optional() });
type Backup = z.infer<typeof backupSchema>;

interface Instance {
  project: string;
  instance: string;
}

/** The newest backup, which Google lists first; undefined when there is none. */
async function latestBackup(spec: DatabaseBackupCheck, { project, instance }: Instance, context: ProbeContext) {
  const access = await resolveGcpAccess(spec.gcp?.gcpConnection ?? {}, READ_BACKUPS, context);
  const url = urlBelow(
    googleServiceUrl(access.endpoint, CLOUD_SQL),
    `/sql/v1beta4/projects/${encodeURIComponent(project)}/instances/${encodeURIComponent(instance)}/backupRuns`,
  );
  url.searchParams.set('maxResults', '1');
  const response = await access.fetch(url, { signal: context.signal });
  if (!response.ok) throw new Error(await describeGoogleFailure(response));
  return listSchema.parse(await response.json()).items?.[0];
}

/** The latest time that its state has: of its end, else its start, else its place in the queue. */
function timeOf(backup: Backup): Date | undefined {
  const text = backup.endTime || backup.startTime || backup.enqueuedTime;
  const time = text === undefined ? undefined : new Date(text);
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}

function judge(backup: Backup | undefined, maxAgeMs: number | undefined, maxAge: string, now: Date): string[] {
  if (backup === undefined) return ['there is no backup'];
  const failures = GOOD.has(backup.status)
    ? []
    : [`the backup ${backup.id} has the status ${backup.status}${backup.error?.message ? `: ${backup.error.message}` : ''}`];
  if (maxAgeMs === undefined) return failures;
  const time = timeOf(backup);
  if (time === undefined) return [...failures, `the backup ${backup.id} has no time`];
  if (now.getTime() - time.getTime() <= maxAgeMs) return failures;
  return [...failures, `the backup ${backup.id} of ${time.toISOString()} is older than ${maxAge}`];
}

function counter(name: string, { project, instance }: Instance): MetricSample {
  return { name: `canary_check_database_backup_${name}_count`, type: 'counter', value: 1, labels: { project, instance } };
}

async function run(spec: DatabaseBackupCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const { project, instance } = spec.gcp ?? {};
  if (!project || !instance) throw new InvalidCheckError('databaseBackup needs gcp with project and instance');
  const { maxAge = '' } = spec;
  const maxAgeMs = maxAge === '' ? undefined : parseDuration(maxAge);
  if (maxAge !== '' && maxAgeMs === undefined) throw new InvalidCheckError(`maxAge "${maxAge}" is not a duration such as 25h`);
  const target = { project, instance };
  let failures: string[];
  let backup: Backup | undefined;
  try {
    backup = await latestBackup(spec, target, context);
    failures = judge(backup, maxAgeMs, maxAge, context.clock.now());
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof InvalidCheckError) throw error;
    failures = [describeNetworkError(error)];
  }
  const metrics = [counter('scan', target), ...(failures.length > 0 ? [counter('fail', target)] : [])];
  return { failures, metrics, ...(backup === undefined ? {} : { data: { results: backup }, detail: backup }) };
}

export const probe = defineProbe(databaseBackupKind, { run });

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseDuration } from '../../values/duration.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { openRepository, type Repository, runRestic } from './repository.ts';
import { type ResticCheck, resticKind } from './spec.ts';

/** `--latest` gives one snapshot for each pair of host and paths. */
const SNAPSHOTS = ['snapshots', '--json', '--latest', '1'];

const snapshotsSchema = z
  .array(z.object({ id: z.string(), time: z.string(), hostname: z.string().optional(), paths: z.array(z.string()).optional() }))
  .nullable();

interface Snapshot {
  id: string;
  time: Date;
  hostname: string;
  paths: readonly string[];
}

async function newestSnapshot(repository: Repository, context: ProbeContext): Promise<Snapshot | undefined> {
  const { stdout } = await runRestic(repository, SNAPSHOTS, context, 'kept');
  const list = snapshotsSchema.parse(JSON.parse(stdout)) ?? [];
  const snapshots = list.map(({ id, time, hostname = '', paths = [] }) => ({ id, time: new Date(time), hostname, paths }));
  return snapshots.reduce<Snapshot | undefined>(
    (newest, entry) => (newest === undefined || entry.time > newest.time ? entry : newest),
    undefined,
  );
}

async function judge(
  spec: ResticCheck,
  maxAgeMs: number | undefined,
  folder: string,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const repository = await openRepository(spec, folder, context);
  const newest = await newestSnapshot(repository, context);
  if (newest === undefined) return { failures: ['the repository has no snapshot'] };
  const failures: string[] = [];
  const ageMs = context.clock.now().getTime() - newest.time.getTime();
  if (maxAgeMs !== undefined && ageMs > maxAgeMs)
    failures.push(`the newest snapshot of ${newest.time.toISOString()} is older than ${spec.maxAge}`);
  if (spec.checkIntegrity) await runRestic(repository, ['dump', newest.id, '/'], context, 'dropped');
  return { failures, data: { results: { ...newest } }, detail: { ...newest } };
}

async function run(spec: ResticCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const maxAgeMs = spec.maxAge ? parseDuration(spec.maxAge) : undefined;
  if (spec.maxAge && maxAgeMs === undefined) throw new InvalidCheckError(`maxAge "${spec.maxAge}" is not a duration such as 24h`);
  const folder = await mkdtemp(join(context.tempDir, 'restic-'));
  try {
    return await judge(spec, maxAgeMs, folder, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const probe = defineProbe(resticKind, { run });

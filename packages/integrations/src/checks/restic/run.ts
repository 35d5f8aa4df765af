import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cleanEnvironment } from '../../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { parseDuration } from '../../values/duration.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { hostOfRepository, type ResticCheck, resticKind } from './spec.ts';

/** Leaves no cache on this machine and no lock in the repository, which may be read-only. */
const GLOBAL_OPTIONS = ['--no-cache', '--no-lock', '--quiet'];
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

interface Repository {
  location: string;
  options: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** The keys of the inline fields, of the named AWS connection or of the repository's own stored connection, the first that has any. */
async function awsKeys(
  spec: ResticCheck,
  properties: Readonly<Record<string, string>>,
  context: ProbeContext,
): Promise<Record<string, string>> {
  const inline = await context.connection({ username: spec.accessKey, password: spec.secretKey });
  const name = spec.awsConnectionName || properties.awsConnectionName;
  const named = name ? await context.connection({ connection: name }) : undefined;
  const accessKey = inline.username || named?.username || properties.accessKey || '';
  const secretKey = inline.password || named?.password || properties.secretKey || '';
  const region = named?.properties.region ?? '';
  for (const secret of [accessKey, secretKey]) context.secret(secret);
  if (accessKey === '' && secretKey === '') return {};
  if (accessKey === '' || secretKey === '') throw new InvalidCheckError('restic needs both accessKey and secretKey');
  const keys = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
  return region === '' ? keys : { ...keys, AWS_DEFAULT_REGION: region };
}

async function openRepository(spec: ResticCheck, folder: string, context: ProbeContext): Promise<Repository> {
  const connection = await context.connection({ connection: spec.connection, url: spec.repository });
  const password = spec.password === undefined ? connection.storedPassword : await context.value(spec.password);
  context.secret(password);
  if (connection.url === '') throw new InvalidCheckError('restic needs a repository');
  if (password === '') throw new InvalidCheckError('restic needs a password');
  const host = hostOfRepository(connection.url);
  if (host !== undefined) context.hosts.guardLiteral(host);
  const [, login] = /\/\/[^/@:]*:([^/@]+)@/.exec(connection.url) ?? [];
  context.secret(login ?? '');
  let certificate = spec.caCert ?? '';
  if (certificate.includes('BEGIN CERTIFICATE')) {
    certificate = join(folder, 'ca.pem');
    await writeFile(certificate, spec.caCert ?? '', { mode: 0o600 });
  }
  return {
    location: connection.url,
    options: certificate === '' ? GLOBAL_OPTIONS : [...GLOBAL_OPTIONS, '--cacert', certificate],
    environment: {
      ...cleanEnvironment(),
      ...(await awsKeys(spec, connection.properties, context)),
      AWS_EC2_METADATA_DISABLED: 'true',
      TMPDIR: folder,
      RESTIC_REPOSITORY: connection.url,
      RESTIC_PASSWORD: password,
    },
  };
}

/** The messages of restic without its advice, which follows in further lines. */
function describeFailure(outcome: ProcessOutcome): string {
  const [first = ''] = outcome.stderr.split('\n').filter((line) => line.startsWith('Fatal:'));
  const text = first.replace(/^Fatal:\s*/, '') || outcome.stderr.trim();
  return text === '' ? `restic ended with exit code ${outcome.exitCode}` : text.slice(0, 500);
}

async function runRestic(
  repository: Repository,
  args: readonly string[],
  context: ProbeContext,
  output: 'kept' | 'dropped',
): Promise<ProcessOutcome> {
  const { signal, outputBytes, tempDir: cwd } = context;
  const all = ['restic', ...args, ...repository.options];
  // A shell drops what a dump writes, which has the size of the backup.
  const command = ['-c', output === 'kept' ? 'exec "$@"' : 'exec "$@" > /dev/null', 'sh', ...all];
  const outcome = await runProcess({ command: 'sh', args: command, env: repository.environment, cwd, outputBytes, signal });
  if (outcome.exitCode === 127) throw new InvalidCheckError('the program restic is not installed');
  if (outcome.exitCode !== 0) throw new ProbeFailedError(describeFailure(outcome));
  if (outcome.truncated) throw new ProbeFailedError(`restic wrote more than ${outputBytes} bytes`);
  return outcome;
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

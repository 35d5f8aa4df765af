import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment } from '../../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../probe.ts';
import { hostOfRepository, type ResticCheck } from './spec.ts';

/** Leaves no cache on this machine and no lock in the repository, which may be read-only. */
const GLOBAL_OPTIONS = ['--no-cache', '--no-lock', '--quiet'];

export interface Repository {
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

/** Resolves where a repository is and how it is opened; files that restic needs are written to `folder`. */
export async function openRepository(spec: ResticCheck, folder: string, context: ProbeContext): Promise<Repository> {
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

/** Runs one command of restic. Rejects with InvalidCheckError or ProbeFailedError. */
export async function runRestic(
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

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { certificateEnvironment } from '../../git/certificate-environment.ts';
import { gitEnvironment } from '../../git/git-environment.ts';
import { type GitSource, parseGitSource } from '../../git/git-source.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { InvalidCheckError, type ProbeContext } from '../probe.ts';
import { lockDestination } from './destination-lock.ts';
import type { ExecCheck } from './spec.ts';

type CheckoutSpec = NonNullable<ExecCheck['checkout']>;

const AUTHOR = { name: 'exec check', email: 'exec@localhost' };

type Git = (...args: string[]) => Promise<string>;

function gitIn(destination: string, env: Readonly<Record<string, string>>, context: ProbeContext): Git {
  return async (...args) => {
    let outcome: ProcessOutcome;
    try {
      const { signal, outputBytes } = context;
      outcome = await runProcess({ command: 'git', args, env, cwd: destination, outputBytes, signal });
    } catch (error) {
      context.signal.throwIfAborted();
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      throw new InvalidCheckError(isMissing ? 'checkout needs the program git, which is not installed' : String(error));
    }
    if (outcome.exitCode !== 0) throw new InvalidCheckError(`checkout: git ${args[0]}: ${outcome.stderr.trim()}`);
    return outcome.stdout.trim();
  };
}

/** The commit that is checked out; undefined in a repository that has none yet. */
async function currentCommit(git: Git): Promise<string | undefined> {
  const commit = await git('for-each-ref', '--count=1', '--format=%(objectname)', 'refs/checkout/current');
  return commit === '' ? undefined : await git('rev-parse', 'HEAD');
}

async function restoreStash(git: Git): Promise<void> {
  try {
    await git('stash', 'pop');
  } catch (error) {
    if (!(error instanceof InvalidCheckError)) throw error;
    await git('reset', '--hard', '--quiet');
    await git('clean', '--force', '-d', '--quiet');
    throw new InvalidCheckError('checkout: local changes do not fit the new state; they are kept in the stash');
  }
}

/** Brings the work tree to the newest state of the source; changes that a script left are put back on top. */
async function update(git: Git, source: GitSource, destination: string): Promise<void> {
  if (!existsSync(join(destination, '.git'))) await git('init', '--quiet');
  const remotes = await git('remote');
  await git('remote', remotes.split('\n').includes('origin') ? 'set-url' : 'add', 'origin', source.url);
  const depth = source.depth === undefined ? [] : [`--depth=${source.depth}`];
  await git('fetch', '--quiet', '--no-tags', ...depth, 'origin', source.ref);
  const current = await currentCommit(git);
  const wanted = await git('rev-parse', 'FETCH_HEAD^{commit}');
  if (current === wanted) return;
  const isChanged = current !== undefined && (await git('status', '--porcelain')) !== '';
  if (isChanged) await git('stash', 'push', '--include-untracked', '--quiet');
  await git('checkout', '--quiet', '--detach', wanted);
  await git('update-ref', 'refs/checkout/current', wanted);
  if (isChanged) await restoreStash(git);
}

/**
 * Clones or updates the repository of the spec and gives its folder with the function that lets the next check use it. Secrets that git needs
 * are written to `privateFolder` only. Rejects with InvalidCheckError. Source: health-checks §2.6.
 */
export async function checkOut(
  spec: CheckoutSpec,
  context: ProbeContext,
  privateFolder: string,
): Promise<{ folder: string; release: () => void }> {
  const connection = await context.connection(spec);
  const source = parseGitSource(connection.url);
  const login = source.password === '' ? connection : source;
  context.secret(login.password);
  const certificate = spec.certificate === undefined ? connection.certificate : await context.value(spec.certificate);
  context.secret(certificate);
  const identity = [source.url, source.ref, source.depth ?? ''].join(' ');
  const ownFolder = join(context.tempDir, 'exec-checkout', createHash('sha256').update(identity).digest('hex'));
  const folder = spec.destination ? resolve(context.tempDir, spec.destination) : ownFolder;
  const release = await lockDestination(folder, context.signal);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (folder === ownFolder) await rm(join(folder, '.git', 'index.lock'), { force: true });
    const environment = {
      ...gitEnvironment(source.url, login, AUTHOR),
      ...(await certificateEnvironment(certificate, privateFolder)),
    };
    await update(gitIn(folder, environment, context), source, folder);
    return { folder, release };
  } catch (error) {
    release();
    throw error;
  }
}

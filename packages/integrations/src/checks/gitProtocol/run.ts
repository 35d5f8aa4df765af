import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gitEnvironment } from '../../git/git-environment.ts';
import { parseGitSource } from '../../git/git-source.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { hostOf } from '../endpoint.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type GitProtocolCheck, gitProtocolKind } from './spec.ts';

const AUTHOR = { name: 'health check', email: 'health-check@localhost' };
const DEFAULT_FILE = 'test.txt';
/** A link in the repository must not lead the written file to another place of this machine. */
const SETTINGS = [['core.symlinks', 'false']] as const;
const LONGEST_MESSAGE = 500;

/** A relative path that stays inside the work tree and out of git's own folder. */
function safePath(filename: string): string {
  const parts = filename.split('/');
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
  if (!isSafe || /[\0\\]/.test(filename))
    throw new InvalidCheckError(`the filename "${filename}" is no path inside the repository`);
  return filename;
}

interface Work {
  env: Readonly<Record<string, string>>;
  cwd: string;
  context: ProbeContext;
}

async function git(work: Work, ...args: string[]): Promise<void> {
  const { signal, outputBytes } = work.context;
  let outcome: ProcessOutcome;
  try {
    outcome = await runProcess({ command: 'git', args, env: work.env, cwd: work.cwd, outputBytes, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InvalidCheckError('gitProtocol needs the program git, which is not installed');
    throw error;
  }
  if (outcome.exitCode !== 0)
    throw new ProbeFailedError(
      `git ${args[0]}: ${outcome.stderr
        .trim()
        .replace(/\s*\n\s*/g, '; ')
        .slice(0, LONGEST_MESSAGE)}`,
    );
}

async function run(spec: GitProtocolCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const inline = await context.connection({ username: spec.username, password: spec.password });
  const source = parseGitSource(spec.repository ?? '');
  const login = source.password === '' ? inline : source;
  context.secret(login.password);
  const filename = safePath(spec.filename || DEFAULT_FILE);
  const host = source.url.includes('://') ? hostOf(source.url) : undefined;
  if (host !== undefined) await context.hosts.addresses(host);
  const folder = await mkdtemp(join(context.tempDir, 'git-protocol-'));
  try {
    const env = gitEnvironment(source.url, login, AUTHOR, SETTINGS);
    const cwd = join(folder, 'clone');
    await git({ env, cwd: folder, context }, 'clone', '--quiet', '--depth=1', source.url, 'clone');
    await mkdir(dirname(join(cwd, filename)), { recursive: true });
    await writeFile(join(cwd, filename), `${context.clock.now().toISOString()} ${randomBytes(8).toString('hex')}\n`);
    const work = { env, cwd, context };
    await git(work, 'add', '--force', '--', filename);
    await git(work, 'commit', '--quiet', '--message', `Check that ${filename} can be pushed`);
    await git(work, 'push', '--quiet', 'origin', 'HEAD');
    return {};
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw new ProbeFailedError(`${filename} cannot be written: a part of its path is a file`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const probe = defineProbe(gitProtocolKind, { run });

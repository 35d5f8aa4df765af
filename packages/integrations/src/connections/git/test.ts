import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hostOf } from '../../checks/endpoint.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../../checks/probe.ts';
import { certificateEnvironment } from '../../git/certificate-environment.ts';
import { gitEnvironment } from '../../git/git-environment.ts';
import { type GitSource, parseGitSource } from '../../git/git-source.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import type { ConnectionTest } from '../connection-test.ts';

const AUTHOR = { name: 'connection test', email: 'connection-test@localhost' };
/** Exit code when the repository has no such ref. Source: git-ls-remote(1), --exit-code. */
const NO_SUCH_REF = 2;
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/i;
const LONGEST_MESSAGE = 500;

async function listRef(
  source: GitSource,
  ref: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
  context: ProbeContext,
): Promise<ProcessOutcome> {
  const { signal, outputBytes } = context;
  const args = ['ls-remote', '--exit-code', '--', source.url, ref];
  try {
    return await runProcess({ command: 'git', args, env, cwd, outputBytes, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InvalidCheckError('the program git is not installed');
    throw error;
  }
}

/** Asks the repository for the ref, which needs the login that a clone needs. */
export const test: ConnectionTest = async ({ url, username, password, certificate, properties }, context) => {
  const source = parseGitSource(url);
  const login = source.password === '' ? { username, password } : source;
  const wanted = source.ref === 'HEAD' ? properties.ref || 'HEAD' : source.ref;
  const ref = COMMIT.test(wanted) ? 'HEAD' : wanted;
  for (const secret of [login.password, certificate]) context.secret(secret);
  const host = source.url.includes('://') ? hostOf(source.url) : undefined;
  if (host !== undefined) await context.hosts.addresses(host);
  const folder = await mkdtemp(join(context.tempDir, 'git-'));
  try {
    // A test leaves nothing behind, also not the key of a host.
    const ssh = await certificateEnvironment(certificate, folder, join(folder, 'known-hosts'));
    const env = { ...gitEnvironment(source.url, login, AUTHOR), ...ssh };
    const { exitCode, stderr } = await listRef(source, ref, env, folder, context);
    if (exitCode === NO_SUCH_REF) throw new ProbeFailedError(`the repository has no branch or tag ${ref}`);
    if (exitCode !== 0)
      throw new ProbeFailedError(
        stderr
          .trim()
          .replace(/\s*\n\s*/g, '; ')
          .slice(0, LONGEST_MESSAGE),
      );
    return {};
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';

const FILE = 'secret.key';
const KEY_BYTES = 32;

/**
 * The key that secrets are sealed with: the one given, else that of `secret.key` (mode 0600) in the folder, which is made at the first start.
 * @throws {QuarterdeckError} CONFIG_INVALID when the file is empty or cannot be read or made
 */
export async function loadSecretKey(given: string | undefined, folder: string): Promise<string> {
  if (given !== undefined && given !== '') return given;
  const path = join(folder, FILE);
  try {
    const key = (await readIfThere(path)) ?? (await makeKey(path, folder));
    if (key.trim() !== '') return key.trim();
  } catch (cause) {
    throw unusable(path, cause);
  }
  throw unusable(path, undefined);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Several processes may start together: the first one's key holds, and no one sees half a file. */
async function makeKey(path: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

function unusable(path: string, cause: unknown): QuarterdeckError {
  const why = cause instanceof Error ? `: ${cause.message}` : ': it is empty';
  return new QuarterdeckError('CONFIG_INVALID', `the key file ${path} cannot be used${why}`, {
    hint: 'Make it readable for this program, or set QUARTERDECK_SECRET_KEY.',
    cause,
  });
}

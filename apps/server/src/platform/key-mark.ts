import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { createSecretBox, type SecretBox } from './secret-box.ts';

const FILE = 'secret.mark';
const TEXT = 'quarterdeck';
const HINT = 'Give the server the key that the secrets were saved with, or enter the secrets again.';

function opens(box: SecretBox, mark: string): boolean {
  try {
    return box.open(mark) === TEXT;
  } catch (error) {
    if (error instanceof QuarterdeckError) return false;
    throw error;
  }
}

async function readMark(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, FILE), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

/** Notes in the data folder which key its secrets can be read with, without telling the key. */
export async function markKey(folder: string, box: SecretBox): Promise<void> {
  const mark = await readMark(folder);
  if (mark !== undefined && opens(box, mark)) return;
  await writeFile(join(folder, FILE), `${box.seal(TEXT)}\n`, { mode: 0o600 });
}

/**
 * Whether the key of a start is the one that the secrets of the data folder were sealed with. `unknown` when no secret was looked at yet.
 * @param given the key of the configuration; that of `secret.key` without one
 */
export async function examineKey(
  given: string | undefined,
  folder: string,
): Promise<{ state: 'good' | 'unknown' } | { state: 'bad'; message: string; next: string }> {
  const mark = await readMark(folder);
  if (mark === undefined) return { state: 'unknown' };
  const key = given ?? (await readFile(join(folder, 'secret.key'), 'utf8').catch(() => '')).trim();
  if (key === '') return { state: 'bad', message: 'stored secrets cannot be read: their key is gone', next: HINT };
  if (opens(createSecretBox(key), mark)) return { state: 'good' };
  return { state: 'bad', message: 'stored secrets cannot be read with this key (SECRET_UNREADABLE)', next: HINT };
}

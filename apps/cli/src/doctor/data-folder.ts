import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { folderHolder, readMark } from '@quarterdeck/database';
import type { Finding } from './finding.ts';

const LOW_SPACE_BYTES = 500 * 1024 * 1024;

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

/** Whether the folder can be written and has room. */
export function examineSpace(dataDir: string): Finding {
  const subject = 'Data folder';
  const folder = nearestFolder(dataDir);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    return {
      subject,
      state: 'bad',
      message: `${folder} cannot be written by this account`,
      next: 'Change its owner, or use --data-dir DIR.',
    };
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const message = `${dataDir}${folder === dataDir ? '' : ' (made at the first start)'}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free < LOW_SPACE_BYTES
    ? { subject, state: 'warning', message, next: 'Free some space, or use --data-dir DIR.' }
    : { subject, state: 'good', message };
}

/** Who uses the folder. */
export function examineHolder(dataDir: string): Finding {
  const holder = folderHolder(dataDir);
  const subject = 'In use by';
  if (holder === undefined) return { subject, state: 'good', message: 'nobody' };
  return { subject, state: 'good', message: `the Quarterdeck of process ${holder.pid} since ${holder.since}` };
}

/** The engine and schema that the folder was made with. */
export async function examineMark(dataDir: string, newestSchema: string): Promise<Finding> {
  const subject = 'Database';
  try {
    const mark = await readMark(dataDir);
    if (mark === undefined) return { subject, state: 'good', message: 'none yet' };
    const message = `${mark.engine}, PostgreSQL ${mark.version}, schema ${mark.schema ?? 'none'}`;
    if (mark.schema !== undefined && mark.schema > newestSchema) {
      return {
        subject,
        state: 'bad',
        message: `${message}: newer than this version (${newestSchema})`,
        next: 'Start the newer version, or use --data-dir DIR.',
      };
    }
    if (mark.schema !== newestSchema)
      return { subject, state: 'warning', message, next: 'quarterdeck migrate (the start does it too)' };
    if (mark.engine === 'pglite') return { subject, state: 'warning', message: `${message}: an engine for evaluation` };
    return { subject, state: 'good', message };
  } catch (error) {
    const hint = error instanceof QuarterdeckError ? error.hint : undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { subject, state: 'bad', message, next: hint ?? 'Use --data-dir DIR.' };
  }
}

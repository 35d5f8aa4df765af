import { randomUUID } from 'node:crypto';
import { chmod, chown, lchown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** The account that PostgreSQL runs under; PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/** undefined when this process is not root and PostgreSQL can run under the same account. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : NOBODY;
}

/** Whether the account may pass through every folder above the path. */
export async function canReach(path: string, account: Account): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(folder);
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** PostgreSQL looks its account up by name and does not run under a number without one. */
export function hasAccountName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Home of what the account must reach when the folder itself lies behind closed folders such as root's home. */
export const SYSTEM_FOLDER = '/var/lib/quarterdeck';

/** A new folder that the account can reach. */
export async function newReachableFolder(): Promise<string> {
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  return join(SYSTEM_FOLDER, randomUUID());
}

/** Gives a folder and all in it to the account, unless it has it. */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if ((await stat(folder)).uid === account.uid) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(account, path);
    else await lchown(path, account.uid, account.gid);
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';

const PINNED_MAJOR = 24;

/** Whether the running Node.js is the pinned one. */
export function examineNode(version: string): Finding {
  const major = Number(version.split('.')[0]);
  if (major === PINNED_MAJOR) return { subject: 'Node.js', state: 'good', message: version };
  return {
    subject: 'Node.js',
    state: 'warning',
    message: `${version}, not ${PINNED_MAJOR}`,
    next: 'Use bin/quarterdeck or npm start.',
  };
}

/** Whether node_modules is that of the lock file; `npm start` leaves a mark there. */
export function examinePackages(root: string): Finding {
  const subject = 'Packages';
  const mark = join(root, 'node_modules/.quarterdeck-install');
  const wanted = createHash('sha256')
    .update('package-lock.json\0')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update('\0')
    .digest('hex');
  if (!existsSync(mark)) return { subject, state: 'good', message: 'installed by hand' };
  if (readFileSync(mark, 'utf8') === wanted) return { subject, state: 'good', message: 'installed' };
  return { subject, state: 'bad', message: 'package-lock.json has changed since they were installed', next: 'npm install' };
}

/** Whether there is a built console to serve. */
export function examineConsole(root: string): Finding {
  const subject = 'Console';
  if (existsSync(join(root, 'apps/console/dist/index.html'))) return { subject, state: 'good', message: 'built' };
  return { subject, state: 'bad', message: 'not built: the server answers the API only', next: 'npm run build' };
}

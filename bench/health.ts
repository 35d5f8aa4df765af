/**
 * What the health screens cost with a large data set: the real server, the built console and a browser.
 * Flags: --checks 10000, --days 30, --data-dir DIR (a folder that already holds demo data), --no-browser.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@quarterdeck/database';
import { readConfig, startServer } from '@quarterdeck/server';
import { generateDemoData } from '../apps/cli/src/demo-data/generate.ts';
import { sizeOf } from '../apps/cli/src/demo-data/sizes.ts';
import { printApiFigures } from './health/api-figures.ts';
import { printConsoleFigures } from './health/console-figures.ts';

const { values: flags } = parseArgs({
  options: {
    checks: { type: 'string', default: '10000' },
    days: { type: 'string', default: '30' },
    'data-dir': { type: 'string' },
    'no-browser': { type: 'boolean', default: false },
  },
});

async function fill(dataDir: string): Promise<void> {
  const started = performance.now();
  const db = await openDatabase({ dataDir });
  await migrate(db);
  const end = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const size = sizeOf('small', Number(flags.checks));
  const { counts } = await generateDemoData(db, { size, days: Number(flags.days), seed: 1, end }, () => {});
  await db.close();
  console.log(
    `demo data: ${counts.get('check_definitions')} checks, ${counts.get('check_statuses')} results in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

const own = flags['data-dir'] === undefined ? await mkdtemp(join(tmpdir(), 'qd-bench-')) : undefined;
const dataDir = flags['data-dir'] ?? own ?? '';
try {
  if (own !== undefined) await fill(own);
  const server = await startServer(readConfig(['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', dataDir], {}));
  try {
    await printApiFigures(server.url ?? '');
    if (!flags['no-browser']) await printConsoleFigures(server.url ?? '');
  } finally {
    await server.stop();
  }
} finally {
  if (own !== undefined) await rm(own, { recursive: true, force: true });
}

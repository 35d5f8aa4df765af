import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@quarterdeck/database';
import { addressOf, SERVER_VARIABLE, TEMPLATE_DATABASE, TEST_ENGINE } from './postgres-server.ts';

/** Sessions for the databases of all test files that run at the same time. */
const SESSIONS = 100;

/**
 * Set-up of a whole test run: with `TEST_DATABASE=postgres` one PostgreSQL with a migrated template that tests copy.
 * @returns stops it
 */
export default async function setUpPostgres(): Promise<() => Promise<void>> {
  if (TEST_ENGINE !== 'postgres') return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'qd-test-'));
  const server = await openDatabase({ dataDir: folder, engine: 'embedded', poolSize: SESSIONS });
  // Nothing here outlives the run, so nothing has to reach the disk.
  await server.query('ALTER SYSTEM SET fsync = off');
  await server.query('ALTER SYSTEM SET synchronous_commit = off');
  await server.query('SELECT pg_reload_conf()');
  await server.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  const socketDir = join(folder, 'socket');
  const template = await openDatabase({ url: addressOf(socketDir, TEMPLATE_DATABASE), poolSize: 1 });
  await migrate(template);
  await template.close();
  process.env[SERVER_VARIABLE] = socketDir;
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}

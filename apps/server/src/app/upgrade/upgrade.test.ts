import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '@quarterdeck/database';
import { TEST_ENGINE } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { isStillHeld } from '../event-log-store.ts';
import { startServer } from '../start-server.ts';
import { HAS_DEBIAN_POSTGRES, startDebianPostgres } from './testing/debian-postgres.ts';
import { checkUpgraded, RELEASED_STATES, writeOldState } from './testing/old-state.ts';

const MIGRATIONS = readdirSync(new URL('../../../../../packages/database/migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, 4))
  .sort();

type Open = () => Promise<Database>;

async function writeAndUpgrade(open: Open, state: string): Promise<void> {
  const old = await open();
  const left = await writeOldState(old, state).finally(() => old.close());
  const db = await open();
  try {
    await migrate(db);
    await checkUpgraded(db, state, left);
  } finally {
    await db.close();
  }
}

describe('a data folder', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'qd-upgrade-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const engine = TEST_ENGINE === 'postgres' ? 'embedded' : 'pglite';
  const states = TEST_ENGINE === 'postgres' ? RELEASED_STATES : MIGRATIONS;

  it.each(states)(
    `of state %s on ${engine} opens with the newest, with every row as it was meant`,
    async (state) => {
      await writeAndUpgrade(() => openDatabase({ dataDir, engine }), state);
    },
    120_000,
  );

  it.each(RELEASED_STATES)(
    `of the released state %s on ${engine} serves after a start of the whole server`,
    async (state) => {
      const old = await openDatabase({ dataDir, engine });
      const left = await writeOldState(old, state).finally(() => old.close());
      const config = readConfig(
        ['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', dataDir, '--engine', engine],
        {},
      );
      const server = await startServer(config, { log: createLog('silent') });
      try {
        const { cursors } = left;
        await checkUpgraded(server.ctx.db, state, left);
        const answer = await fetch(`${server.url}/api/summary`, { headers: { accept: 'application/json' } });
        expect(await answer.json()).toMatchObject({ checks_summary: [{ name: 'home', canary_name: 'shop' }] });
        expect(await isStillHeld(server.ctx.db, cursors[0])).toBe(true);
      } finally {
        await server.stop();
      }
    },
    120_000,
  );

  it.runIf(TEST_ENGINE === 'pglite')(
    'tells a client to read again that stood before what its version had dropped already',
    async () => {
      const old = await openDatabase({ dataDir, engine });
      const left = await writeOldState(old, '0004');
      await old.query(`DELETE FROM event_log WHERE (tx, seq) <= ($1::xid8, $2::bigint)`, [
        String(left.cursors[1].tx),
        String(left.cursors[1].seq),
      ]);
      await old.close();

      const db = await openDatabase({ dataDir, engine });
      await migrate(db);

      expect(await isStillHeld(db, left.cursors[0])).toBe(false);
      await db.close();
    },
    120_000,
  );
});

describe.runIf(TEST_ENGINE === 'postgres' && HAS_DEBIAN_POSTGRES)('a database of the PostgreSQL of Debian', () => {
  let server: Awaited<ReturnType<typeof startDebianPostgres>>;
  beforeAll(async () => {
    server = await startDebianPostgres();
  });
  afterAll(() => server.stop());

  it.each(RELEASED_STATES)(
    'in the released state %s is brought to the newest, with every row as it was meant',
    async (state) => {
      const admin = await openDatabase({ url: server.url('postgres'), poolSize: 1 });
      await admin.query(`CREATE DATABASE state_${state}`);
      await admin.close();

      await writeAndUpgrade(() => openDatabase({ url: server.url(`state_${state}`) }), state);
    },
    120_000,
  );
});

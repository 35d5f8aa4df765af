import { type Database, openDatabase } from '@quarterdeck/database';
import { addressOfTestDatabase, createTestDatabase, TEST_ENGINE } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensurePartitions } from './daily-partitions.ts';

const ROUNDS = 10;
const SERVERS = 3;

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('the partitions of yesterday up to a week ahead are made once', async () => {
  const now = new Date('2031-05-10T23:59:00Z');

  expect(await ensurePartitions(db, 'event_log', now)).toBe(9);
  expect(await ensurePartitions(db, 'event_log', now)).toBe(0);
});

it.runIf(TEST_ENGINE === 'postgres')('servers that start at the same moment share the work of making partitions', async () => {
  const url = await addressOfTestDatabase(db);
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => openDatabase({ dataDir: '/nonexistent', url })));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const now = new Date(Date.UTC(2040 + round, 0, 10));
      const made = await Promise.all(servers.map((server) => ensurePartitions(server, 'check_statuses', now)));

      expect(made.reduce((sum, count) => sum + count, 0)).toBe(9);
    }
  } finally {
    for (const server of servers) await server.close();
  }
});

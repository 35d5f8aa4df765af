import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCanary, insertCheck } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSlowedAfter } from './stats-store.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('a check says after how many failures its canary was slowed down, and nothing while it keeps to its schedule', async () => {
  const canaryId = await insertCanary(db, {});
  const checkId = (await insertCheck(db, { canaryId })).checkId;
  await db.query(
    `INSERT INTO canary_schedules (canary_id, schedule, next_at) VALUES ($1, '@every 60s', now()) ON CONFLICT DO NOTHING`,
    [canaryId],
  );

  const told: number[] = [];
  for (const failures of [4, 5, 12]) {
    await db.query('UPDATE canary_schedules SET costly_failures = $1', [failures]);
    told.push(await readSlowedAfter(db, checkId));
  }

  expect(told).toEqual([0, 5, 12]);
});

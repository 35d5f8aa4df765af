import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { expect, it } from 'vitest';
import { defineNotifications } from './index.ts';

it('the send history goes after 30 days', async () => {
  const db = await createTestDatabase();
  const clock = new FakeClock('2026-06-01T00:00:00Z');
  await db.query(
    `WITH rule AS (INSERT INTO notifications (events) VALUES ('{check.failed}') RETURNING id)
     INSERT INTO notification_send_history (notification_id, source_event, resource_id, created_at)
     SELECT id, event, generate_ulid(), $1::timestamptz - age FROM rule, (VALUES ('young', interval '29 days'), ('old', interval '31 days')) AS v (event, age)`,
    [clock.now()],
  );
  const [job] = defineNotifications({ db, clock }).jobs ?? [];

  await job?.run({ clock, signal: new AbortController().signal, progress: () => {} });

  expect((await db.query('SELECT source_event FROM notification_send_history')).rows).toEqual([{ source_event: 'young' }]);
  await db.close();
});

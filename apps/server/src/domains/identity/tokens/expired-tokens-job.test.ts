import { createTestDatabase, FakeClock, insertRow } from '@quarterdeck/testing';
import { afterEach, expect, it } from 'vitest';
import { cleanupExpiredTokens } from './expired-tokens-job.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

it('removes access tokens 30 days after they expired, and no others', async () => {
  const db = await createTestDatabase();
  cleanUp.push(() => db.close());
  const clock = new FakeClock('2026-05-01T00:00:00Z');
  const id = await insertRow(db, 'people', { name: 'Ada' });
  const tokens = [
    ['long gone', '2026-03-31T23:59:59Z'],
    ['just gone', '2026-04-02T00:00:00Z'],
    ['good', '2026-06-01T00:00:00Z'],
    ['for ever', null],
  ];
  for (const [name, expiresAt] of tokens) {
    await db.query(`INSERT INTO access_tokens (name, person_id, value, expires_at) VALUES ($1, $2, 'hash', $3)`, [
      name,
      id,
      expiresAt,
    ]);
  }
  let removed = 0;
  const progress = ({ success = 0 }) => {
    removed += success;
  };
  await cleanupExpiredTokens({ db }).run({ signal: new AbortController().signal, clock, progress });

  const { rows } = await db.query<{ name: string }>('SELECT name FROM access_tokens ORDER BY name');
  expect([removed, rows.map(({ name }) => name)]).toEqual([1, ['for ever', 'good', 'just gone']]);
});

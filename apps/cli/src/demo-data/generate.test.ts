import { mergeSketches, sketchOf } from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateDemoData } from './generate.ts';
import { sizeOf } from './sizes.ts';

const OPTIONS = { size: sizeOf('small', 20), days: 3, seed: 1, end: new Date('2026-03-04T10:30:00Z') };

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await generateDemoData(db, OPTIONS, () => {});
});
afterAll(() => db.close());

async function fingerprint(): Promise<unknown> {
  const { rows } = await db.query(
    `SELECT count(*), min(time), max(time), sum(duration), count(*) FILTER (WHERE status) AS passed,
       md5(string_agg(check_id::text || time::text || duration::text, ',' ORDER BY check_id, time)) AS hash
     FROM check_statuses`,
  );
  return rows[0];
}

describe('demo data', () => {
  it('has a canary for every ten checks, with the checks that its specification names', async () => {
    const { rows } = await db.query(
      `SELECT count(DISTINCT c.id) AS canaries, count(*) AS checks, count(*) FILTER (WHERE d.spec ->> 'name' = d.name) AS named
       FROM check_definitions d JOIN canaries c ON c.id = d.canary_id`,
    );

    expect(rows[0]).toEqual({ canaries: 2, checks: 20, named: 20 });
  });

  it('belongs to agents, so that this server never runs it', async () => {
    const { rows } = await db.query(`SELECT 1 FROM canaries WHERE agent_id = '00000000-0000-0000-0000-000000000000'`);

    expect(rows).toEqual([]);
  });

  it('rolls up exactly what the raw results say', async () => {
    const { rows: raw } = await db.query<{ check_id: string; durations: number[]; passed: number }>(
      `SELECT check_id, array_agg(duration) AS durations, count(*) FILTER (WHERE status)::int AS passed FROM check_statuses
       WHERE time < '2026-03-04T10:00:00Z' GROUP BY check_id ORDER BY check_id`,
    );
    const { rows: hours } = await db.query<{
      check_id: string;
      total: number;
      passed: number;
      latency_buckets: number[];
      latency_counts: number[];
    }>(`SELECT check_id, total, passed, latency_buckets, latency_counts FROM check_statuses_1h ORDER BY check_id`);

    for (const { check_id, durations, passed } of raw) {
      const own = hours.filter((hour) => hour.check_id === check_id);
      expect(own.reduce((sum, hour) => sum + hour.total, 0)).toBe(durations.length);
      expect(own.reduce((sum, hour) => sum + hour.passed, 0)).toBe(passed);
      const merged = mergeSketches(own.map((hour) => ({ buckets: hour.latency_buckets, counts: hour.latency_counts })));
      expect(merged).toEqual(sketchOf(durations));
    }
  });

  it('shows in every state what the newest result says', async () => {
    const { rows } = await db.query(
      `SELECT 1 FROM check_states s
       JOIN LATERAL (SELECT status, duration FROM check_statuses r WHERE r.check_id = s.check_id ORDER BY time DESC LIMIT 1) AS r ON true
       WHERE s.status IS DISTINCT FROM CASE WHEN r.status THEN 'healthy' ELSE 'unhealthy' END OR s.recent[cardinality(s.recent)] / 4 <> r.duration`,
    );

    expect(rows).toEqual([]);
  });

  it('is the same again for the same seed and end, and replaces itself', async () => {
    const before = await fingerprint();

    await generateDemoData(db, OPTIONS, () => {});

    expect(await fingerprint()).toEqual(before);
  });

  it('ends with the last whole minute, also of a moment just before the hour', async () => {
    await generateDemoData(db, { ...OPTIONS, end: new Date('2026-03-04T10:59:58.500Z') }, () => {});

    const { rows } = await db.query(
      `SELECT max(time) <= '2026-03-04T10:59:00Z' AS ends_there, count(*) FILTER (WHERE time < '2026-03-04T10:00:00Z')
         = (SELECT sum(total) FROM check_statuses_1h) AS rolled_up
       FROM check_statuses`,
    );
    expect(rows).toEqual([{ ends_there: true, rolled_up: true }]);
  });
});

describe('the latency bucket in SQL', () => {
  it('equals the one of the contract', async () => {
    const { rows } = await db.query<{ ms: number; bucket: number }>(
      `SELECT ms, latency_bucket(ms) AS bucket FROM generate_series(0, 60000, 7) AS ms`,
    );

    for (const { ms, bucket } of rows) expect([ms, bucket]).toEqual([ms, sketchOf([ms]).buckets[0]]);
  });
});

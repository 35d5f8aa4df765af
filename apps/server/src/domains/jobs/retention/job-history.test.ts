import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldRuns, deleteSurplusAgentRuns, deleteSurplusRuns, markStaleRuns } from './job-history.ts';

const clock = new FakeClock('2026-06-01T00:00:00Z');
const AGENT = '11111111-1111-1111-1111-111111111111';
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.query('TRUNCATE job_history, properties'));
afterAll(() => db.close());

const before = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);

async function run(name: string, status: string, hours: number, more: { resource?: string; agent?: string } = {}): Promise<void> {
  await db.query(
    `INSERT INTO job_history (name, status, created_at, time_start, resource_type, resource_id, agent_id)
     VALUES ($1, $2, $3, $3, 'canary', $4, coalesce($5, '00000000-0000-0000-0000-000000000000')::uuid)`,
    [name, status, before(hours), more.resource ?? null, more.agent ?? null],
  );
}

async function left(): Promise<unknown[]> {
  const { rows } = await db.query<{ line: string }>(
    `SELECT concat_ws(' ', name, status, resource_id) AS line FROM job_history ORDER BY created_at DESC, name, resource_id`,
  );
  return rows.map(({ line }) => line);
}

const setProperty = (name: string, value: string) =>
  db.query('INSERT INTO properties (name, value) VALUES ($1, $2)', [name, value]);

describe('the history of jobs', () => {
  it('goes after 30 days, or job.history.maxAge', async () => {
    await run('young', 'SUCCESS', 719);
    await run('old', 'SUCCESS', 721);

    await deleteOldRuns(db, clock.now());
    const afterDefault = await left();
    await setProperty('job.history.maxAge', '100h');
    await deleteOldRuns(db, clock.now());

    expect([afterDefault, await left()]).toEqual([['young SUCCESS'], []]);
  });

  it('calls a run STALE that has been running for 4 hours, or job.history.running.maxAge', async () => {
    await run('short', 'RUNNING', 3.9);
    await run('long', 'RUNNING', 4.1);

    await markStaleRuns(db, clock.now());
    const afterDefault = await left();
    await setProperty('job.history.running.maxAge', '1h');
    await markStaleRuns(db, clock.now());

    expect([afterDefault, await left()]).toEqual([
      ['short RUNNING', 'long STALE'],
      ['short STALE', 'long STALE'],
    ]);
  });

  it('keeps the newest three good and three bad runs of a job and resource, or what its properties say', async () => {
    for (const resource of ['a', 'b']) {
      for (let hours = 1; hours <= 5; hours++) {
        await run('Scrape', 'SUCCESS', hours, { resource });
        await run('Scrape', hours % 2 === 0 ? 'FAILED' : 'WARNING', hours + 0.5, { resource });
      }
    }
    await run('Scrape', 'RUNNING', 10, { resource: 'a' });

    expect(await deleteSurplusRuns(db)).toBe(8);
    await setProperty('jobs.Scrape.retention.success', '1');
    await setProperty('jobs.Scrape.retention.failed', '0');
    expect(await deleteSurplusRuns(db)).toBe(10);

    expect(await left()).toEqual(['Scrape SUCCESS a', 'Scrape SUCCESS b', 'Scrape RUNNING a']);
  });

  it('keeps the newest three runs that an agent sent of each resource, job and status, or job.history.agentItemsToRetain', async () => {
    for (let hours = 1; hours <= 5; hours++) {
      await run('Push', 'SUCCESS', hours, { agent: AGENT, resource: 'a' });
      await run('Push', 'FAILED', hours, { agent: AGENT, resource: 'a' });
      await run('Push', 'SUCCESS', hours, { resource: 'a' });
    }

    expect(await deleteSurplusAgentRuns(db)).toBe(4);
    await setProperty('job.history.agentItemsToRetain', '1');
    expect(await deleteSurplusAgentRuns(db)).toBe(4);
  });
});

/**
 * What the death of a worker costs: several workers share many checks on one PostgreSQL, one of them is killed (kill -9) in the middle, and the
 * results are judged: how late the others took over, and whether a check ran twice or not at all.
 * Flags: --checks 10000 --interval 30 (seconds) --workers 2 --before 60 --after 120 (seconds around the kill).
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Database, migrate } from '@quarterdeck/database';
import { MIN_GAP_MS } from '../apps/server/src/domains/health/scheduling/schedule-grid.ts';
import { LEASE_MS } from '../apps/server/src/domains/health/scheduling/scheduler.ts';
import { insertCanaries, onlyHttp } from './checks/canaries.ts';
import { sharedPlace } from './checks/place.ts';
import { firstLine, start } from './checks/processes.ts';

const { values: flags } = parseArgs({
  options: {
    checks: { type: 'string', default: '10000' },
    interval: { type: 'string', default: '30' },
    workers: { type: 'string', default: '2' },
    before: { type: 'string', default: '60' },
    after: { type: 'string', default: '120' },
  },
});
const checks = Number(flags.checks);
const intervalS = Number(flags.interval);

interface Judgement {
  checks: number;
  results: number;
  /** Checks without any result since the kill. */
  lost: number;
  /** Results that follow another of their check sooner than any schedule allows, since an interval before the kill; before, everything is due at once. */
  twice: number;
  longestGapS: number;
  delayed: number;
}

async function judge(db: Database, killedAt: Date): Promise<Judgement> {
  const { rows } = await db.query<Judgement>(
    `WITH gaps AS (
       SELECT check_id, time, extract(epoch FROM time - lag(time) OVER (PARTITION BY check_id ORDER BY time)) AS gap FROM check_statuses
     )
     SELECT (SELECT count(*) FROM check_definitions)::int AS checks, count(*)::int AS results,
       (SELECT count(*) FROM check_definitions d
        WHERE NOT EXISTS (SELECT FROM check_statuses s WHERE s.check_id = d.id AND s.time > $1))::int AS lost,
       count(*) FILTER (WHERE gap < $3 AND time > $1 - make_interval(secs => $2))::int AS twice, max(gap)::float AS "longestGapS",
       count(DISTINCT check_id) FILTER (WHERE gap > $2 + 5)::int AS delayed
     FROM gaps`,
    // Timers may start a run a moment early.
    [killedAt, intervalS, MIN_GAP_MS / 1000 - 0.5],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('there are no results');
  return row;
}

const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-takeover-'));
const place = await sharedPlace(folder);
const target = start('target.ts', []);
try {
  const db = await place.open();
  await migrate(db);
  const url = `http://127.0.0.1:${await firstLine(target)}/`;
  await insertCanaries(db, { checks, perCanary: 1, intervalS, kinds: onlyHttp({ url, folder }) });
  const workers = Array.from({ length: Number(flags.workers) }, (_, index) => start('server.ts', place.argsOf(index)));
  await Promise.all(workers.map(firstLine));
  await sleep(Number(flags.before) * 1000);
  const [victim, ...others] = workers;
  const { rows } = await db.query<{ held: number }>(
    'SELECT count(*)::int AS held FROM canary_schedules WHERE lease_until IS NOT NULL GROUP BY worker ORDER BY 1 DESC LIMIT 1',
  );
  const killedAt = new Date();
  victim?.kill('SIGKILL');
  await sleep(Number(flags.after) * 1000);
  for (const worker of others) worker.stdin?.end();
  await Promise.all(others.map((worker) => (worker.exitCode === null ? once(worker, 'exit') : undefined)));
  const judged = await judge(db, killedAt);
  const late = judged.longestGapS - intervalS;
  const lines = [
    ['checks', `${judged.checks} every ${intervalS} s by ${workers.length} workers, ${judged.results} results`],
    ['killed', `one worker; the most that a worker held just before: ${rows[0]?.held ?? 0} canaries`],
    ['delayed', `${judged.delayed} checks, the most by ${late.toFixed(1)} s (a lease is ${LEASE_MS / 1000} s)`],
    ['twice', `${judged.twice} results`],
    ['lost', `${judged.lost} checks`],
  ];
  for (const [name = '', text] of lines) console.log(`${name.padEnd(10)} ${text}`);
  await db.close();
} finally {
  target.kill();
  await place.stop();
  await rm(folder, { recursive: true, force: true });
}

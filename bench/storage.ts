/**
 * What keeping the database in order costs: bringing a large first release up to date, reading the event log over its days, deleting old
 * changes, and consuming the event queue. Flags: --events 1000000 --log 2000000 --changes 1000000 --queue 100000 --only upgrade,log,changes,queue
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, migrate, openDatabase } from '@quarterdeck/database';
import { Registry } from 'prom-client';
import { EVENTS_AFTER, readEventsAfter, readLogEnd } from '../apps/server/src/app/event-log-store.ts';
import { EventConsumers } from '../apps/server/src/app/event-queue/event-consumers.ts';
import { dropPartitions, ensurePartitions } from '../apps/server/src/app/retention/daily-partitions.ts';
import { deleteOldChanges } from '../apps/server/src/domains/catalog/retention/retention.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { fillChanges, fillEventLog, fillFirstRelease } from './storage/fill.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    log: { type: 'string', default: '2000000' },
    changes: { type: 'string', default: '1000000' },
    queue: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'upgrade,log,changes,queue' },
  },
});
const FIRST_RELEASE = '0004';
const DAY_MS = 86_400_000;

function say(what: string, ms: number, more = ''): void {
  process.stdout.write(`${what.padEnd(58)} ${ms.toFixed(ms < 10 ? 2 : 0).padStart(8)} ms ${more}\n`);
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
}

/** The database with the longest time that one statement took. */
function watched(db: Database): { db: Pick<Database, 'query'>; longestMs(): number } {
  let longest = 0;
  return {
    db: {
      async query<R>(...args: Parameters<Database['query']>) {
        const { ms, value } = await timed(() => db.query<R>(...args));
        longest = Math.max(longest, ms);
        return value;
      },
    },
    longestMs: () => longest,
  };
}

async function benchUpgrade(db: Database): Promise<void> {
  await migrate(db, { upTo: FIRST_RELEASE });
  await fillFirstRelease(db, { checks: 10_000, items: 100_000, events: Number(flags.events) });
  const { rows: steps } = await db.query<{ path: string }>('SELECT path FROM migration_logs');
  let peak = 0;
  let waits = 0;
  const watching = setInterval(async () => {
    const { rows } = await db.query<{ locks: number; waiting: number }>(
      'SELECT count(*) AS locks, count(*) FILTER (WHERE NOT granted) AS waiting FROM pg_locks WHERE pid <> pg_backend_pid()',
    );
    peak = Math.max(peak, rows[0]?.locks ?? 0);
    waits += rows[0]?.waiting ?? 0;
  }, 20);
  const { ms, value } = await timed(() => migrate(db));
  clearInterval(watching);
  say(
    `upgrade of a large ${FIRST_RELEASE} database`,
    ms,
    `${value.applied.length} migrations on ${steps.length}, most locks at once ${peak}, waits ${waits}`,
  );
  const { rows } = await db.query<{ path: string; ms: number | null }>(
    `SELECT path, extract(epoch FROM lead(applied_at) OVER (ORDER BY path) - applied_at) * 1000 AS ms FROM migration_logs ORDER BY path`,
  );
  for (const { path, ms: stepMs } of rows) {
    if (value.applied.includes(path) && stepMs !== null && stepMs > 500) say(`  ${path}`, stepMs);
  }
}

async function benchLog(db: Database): Promise<void> {
  await db.query('TRUNCATE event_log');
  const now = Date.now();
  for (let day = 8; day >= 0; day -= 4) await ensurePartitions(db, 'event_log', new Date(now - day * DAY_MS));
  const rows = Number(flags.log);
  await fillEventLog(db, rows, 8);
  await db.query('ANALYZE event_log');
  const end = await readLogEnd(db);
  const middle = await db.query<{ tx: string; seq: number }>(
    `SELECT tx::text, seq FROM event_log ORDER BY seq OFFSET $1 LIMIT 1`,
    [rows / 2],
  );
  const cursor = { tx: BigInt(middle.rows[0]?.tx ?? 0), seq: BigInt(middle.rows[0]?.seq ?? 0) };
  await readEventsAfter(db, end, 1_000);
  say(`event log, ${rows} rows in 9 days: read at its end`, (await timed(() => readEventsAfter(db, end, 1_000))).ms);
  say('event log: 1,000 events from the middle', (await timed(() => readEventsAfter(db, cursor, 1_000))).ms);
  say('event log: where it ends', (await timed(() => readLogEnd(db))).ms);
  const { rows: plan } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${EVENTS_AFTER}`, [
    String(cursor.tx),
    String(cursor.seq),
    1_000,
  ]);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  process.stdout.write(`  ${/Seq Scan/.test(text) ? 'with a sequential scan' : 'index scans only'}\n`);
  const before = new Date(now - 7 * DAY_MS).toISOString().slice(0, 10);
  const { ms, value } = await timed(() => dropPartitions(db, 'event_log', before));
  say('event log: drop what is older than a week', ms, `${value} partitions`);
}

async function benchChanges(db: Database): Promise<void> {
  await fillChanges(db, Number(flags.changes), 600);
  const { db: counting, longestMs } = watched(db);
  const { ms, value } = await timed(() => deleteOldChanges(counting, new Date()));
  say(`old changes, ${flags.changes} rows`, ms, `${value} deleted, longest statement ${longestMs().toFixed(0)} ms`);
}

async function benchQueue(db: Database): Promise<void> {
  const waiting = Number(flags.queue);
  for (const { kind, batchSize, concurrency, measured } of [
    { kind: 'sync', batchSize: 50, concurrency: 4, measured: Math.min(10_000, waiting) },
    { kind: 'async', batchSize: 100, concurrency: 4, measured: waiting },
  ] as const) {
    await db.query('TRUNCATE event_queue');
    await db.query(
      `INSERT INTO event_queue (name, properties) SELECT 'bench.' || n % 10, jsonb_build_object('id', n) FROM generate_series(1, $1::int) AS n`,
      [waiting],
    );
    await db.query('ANALYZE event_queue');
    let handled = 0;
    const done = Promise.withResolvers<void>();
    const consumers = new EventConsumers(
      { db, clock: systemClock, log: createLog('silent'), metrics: new Registry(), instanceId: 'bench' },
      [
        {
          name: kind,
          events: Array.from({ length: 10 }, (_, n) => `bench.${n}`),
          kind,
          batchSize,
          concurrency,
          async handle(events) {
            handled += events.length;
            if (handled >= measured) done.resolve();
          },
        },
      ],
    );
    const heapBefore = process.memoryUsage().heapUsed;
    const { ms } = await timed(async () => {
      await consumers.start();
      await done.promise;
    });
    await consumers.stop();
    const heap = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
    say(
      `event queue, ${waiting} waiting, ${kind}`,
      ms,
      `${Math.round((measured / ms) * 1000)} events/s, heap ${heap.toFixed(0)} MB more`,
    );
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'qd-bench-storage-'));
const db = await openDatabase({ dataDir, engine: 'embedded' });
try {
  const only = new Set(flags.only.split(','));
  if (only.has('upgrade')) await benchUpgrade(db);
  await migrate(db);
  if (only.has('log')) await benchLog(db);
  if (only.has('changes')) await benchChanges(db);
  if (only.has('queue')) await benchQueue(db);
} finally {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
}

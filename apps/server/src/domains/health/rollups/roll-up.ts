import type { HealthClock, HealthDatabase } from '../environment.ts';
import { DAY_MS, HOUR_MS } from '../stats/segments.ts';
import {
  closeHours,
  findOldestResult,
  isSettled,
  readCompleteUntil,
  rollUpDays,
  rollUpHours,
  takeLateHours,
  writeCompleteUntil,
} from './rollup-store.ts';

/** A full hour is rolled up this long after its end, so that hardly any result is late. */
const SETTLE_MS = 60_000;
const SETTLE_POLL_MS = 100;
const SETTLE_TIMEOUT_MS = 60_000;
const LATE_BATCH = 5_000;

export interface RollUpOptions {
  db: HealthDatabase;
  clock: HealthClock;
  signal: AbortSignal;
}

async function waitUntilSettled({ db, clock, signal }: RollUpOptions, tx: string): Promise<boolean> {
  const deadlineMs = clock.monotonicMs() + SETTLE_TIMEOUT_MS;
  while (!(await isSettled(db, tx))) {
    if (signal.aborted || clock.monotonicMs() > deadlineMs) return false;
    await clock.sleep(SETTLE_POLL_MS, signal);
  }
  return true;
}

/**
 * Rolls up every full hour that is not yet, oldest first, each in a transaction of its own.
 * @returns rows written
 */
export async function rollUpFullHours(options: RollUpOptions): Promise<number> {
  const { db, clock, signal } = options;
  const until = new Date(Math.floor((clock.now().getTime() - SETTLE_MS) / HOUR_MS) * HOUR_MS);
  const known = await readCompleteUntil(db, '1h');
  const start = known ?? (await findOldestResult(db));
  if (start === undefined) return 0;
  const from = new Date(Math.floor(start.getTime() / HOUR_MS) * HOUR_MS);
  if (from >= until) return 0;
  const tx = await closeHours(db, from, until);
  if (!(await waitUntilSettled(options, tx))) return 0;
  let written = 0;
  for (let hour = from.getTime(); hour < until.getTime() && !signal.aborted; hour += HOUR_MS) {
    const end = new Date(hour + HOUR_MS);
    written += await db.transaction(async (work) => {
      const rows = await rollUpHours(work, new Date(hour), end);
      await writeCompleteUntil(work, '1h', end);
      return rows;
    });
  }
  return written;
}

/**
 * Merges every full day that is not yet, oldest first, from its hours.
 * @returns rows written
 */
export async function rollUpFullDays({ db, signal }: RollUpOptions): Promise<number> {
  const hourly = await readCompleteUntil(db, '1h');
  if (hourly === undefined) return 0;
  const until = Math.floor(hourly.getTime() / DAY_MS) * DAY_MS;
  const known = await readCompleteUntil(db, '1d');
  const from = known?.getTime() ?? (await findOldestHour(db));
  if (from === undefined) return 0;
  let written = 0;
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < until && !signal.aborted; day += DAY_MS) {
    const end = new Date(day + DAY_MS);
    written += await db.transaction(async (work) => {
      const rows = await rollUpDays(work, new Date(day), end);
      await writeCompleteUntil(work, '1d', end);
      return rows;
    });
  }
  return written;
}

async function findOldestHour(db: HealthDatabase): Promise<number | undefined> {
  const { rows } = await db.query<{ hour: Date | null }>(`SELECT min(created_at) AS hour FROM check_statuses_1h`);
  return rows[0]?.hour?.getTime();
}

/**
 * Makes the hours again that got results after they were rolled up, and their days. Hours whose raw results are gone are left as they are.
 * @param rawFrom oldest raw result that is kept
 * @returns late hours made again
 */
export async function rollUpLateHours({ db, signal }: RollUpOptions, rawFrom: Date): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const taken = await db.transaction(async (tx) => {
      const hourly = await readCompleteUntil(tx, '1h');
      const daily = await readCompleteUntil(tx, '1d');
      if (hourly === undefined) return 0;
      const late = await takeLateHours(tx, hourly, LATE_BATCH);
      for (const { hour, check_ids } of late) {
        if (hour < rawFrom) continue;
        await rollUpHours(tx, hour, new Date(hour.getTime() + HOUR_MS), check_ids);
        const day = Math.floor(hour.getTime() / DAY_MS) * DAY_MS;
        if (daily !== undefined && day < daily.getTime()) await rollUpDays(tx, new Date(day), new Date(day + DAY_MS), check_ids);
      }
      return late.reduce((sum, entry) => sum + entry.check_ids.length, 0);
    });
    total += taken;
    if (taken < LATE_BATCH) return total;
  }
  return total;
}

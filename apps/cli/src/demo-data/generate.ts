/**
 * Deterministic company: the same seed, size, days and end give the same rows.
 *
 * Checks come in canaries of ten. Every check has a result an hour over the whole time, one in five minutes over the last six hours, hourly
 * and daily roll-ups, and its state. Outages tie the parts together: a deployment is a change of the catalog, then checks of the service
 * fail, then its item and component are unhealthy, then there is an incident with its evidence, messages and the run that repairs it.
 * What could run belongs to demo agents or carries a filter for them, so that this server never runs it.
 */

import { writeInsights } from './catalog/insights.ts';
import { changeWrites } from './catalog/write-changes.ts';
import { listTagValues, writeItems, writeRelations } from './catalog/write-items.ts';
import { writePlan } from './health/write-plan.ts';
import { writeDay } from './health/write-results.ts';
import { markRolledUp, writeStates } from './health/write-states.ts';
import type { DemoDatabase, DemoOptions } from './model.ts';
import { requireQuiet } from './quiet.ts';
import { removeDemoData } from './removal/remove.ts';
import { RowWriter } from './row-writer.ts';
import { floorTo, MINUTE_MS } from './times.ts';
import { planWorld, type World } from './world.ts';
import { writeCompany } from './write-company.ts';
import { writeStories } from './write-stories.ts';

export interface DemoResult {
  /** Rows by table. */
  readonly counts: ReadonlyMap<string, number>;
  readonly world: World;
}

/** Writes that run at the same time: as many as a small machine has cores. */
const LANES = 2;
/** Items that one write puts in. */
const ITEMS_PER_WRITE = 20_000;

/**
 * Replaces the demo data with a new set that ends with the last whole minute of `end`. Rows that are not demo data stay as they are.
 * @throws {QuarterdeckError} CONFIG_INVALID when the account may not leave triggers out; otherwise the database's error: everything
 * written until then is removed by the next run
 */
export async function generateDemoData(
  db: DemoDatabase,
  asked: DemoOptions,
  progress: (step: string) => void,
): Promise<DemoResult> {
  // Checks are spread over the seconds of a minute: from a whole minute on, none of them gets into the next hour.
  const options = { ...asked, end: floorTo(asked.end, MINUTE_MS) };
  await requireQuiet(db);
  progress('removing the old demo data');
  await removeDemoData(db);
  progress('planning the company');
  const world = planWorld(options);
  const writer = new RowWriter(db);
  progress('writing people, teams and definitions');
  await writeCompany(db, writer, world);
  progress('making the daily partitions');
  await db.query(
    `SELECT ensure_check_status_partitions(($1::timestamptz - make_interval(days => $2))::date, $1::timestamptz::date + 1)`,
    [options.end, options.days],
  );
  await writePlan(
    db,
    world.company.workloads.slice(0, world.company.canaries),
    world.outages,
    world.checks,
    options,
    world.random.part('checks'),
  );
  const stories = async () => {
    await writeStories(writer, world);
    progress('topology, incidents, runs and messages');
  };
  await inLanes([stories, ...catalogWrites(writer, world, progress), ...dayWrites(db, options, progress)]);
  await listTagValues(db);
  progress('writing states and figures');
  await writeStates(db, options);
  await countResults(db, writer);
  await db.query(`DROP TABLE demo_checks`);
  await markRolledUp(db, options);
  progress('collecting statistics');
  await tidy(db, writer);
  return { counts: writer.counts, world };
}

function catalogWrites(writer: RowWriter, world: World, progress: (step: string) => void): (() => Promise<void>)[] {
  const { catalog, options, definitions, outages, staff, random } = world;
  const { items } = catalog;
  const slices = Array.from({ length: Math.ceil(items.length / ITEMS_PER_WRITE) }, (_, index) =>
    items.slice(index * ITEMS_PER_WRITE, (index + 1) * ITEMS_PER_WRITE),
  );
  const changes = changeWrites(writer, { catalog, outages, staff, options, random: random.part('changes') });
  const told = (step: string, write: () => Promise<void>) => async () => {
    await write();
    progress(step);
  };
  return [
    ...slices.map((slice, index) =>
      told(`items, part ${index + 1} of ${slices.length}`, () =>
        writeItems(writer, { items: slice, end: options.end, scraperId: definitions.scraper }),
      ),
    ),
    () => writeRelations(writer, catalog),
    () => writeInsights(writer, catalog, outages, options, definitions.scraper, random.part('insights')),
    ...changes.map((write, index) => told(`changes, part ${index + 1} of ${changes.length}`, write)),
  ];
}

function dayWrites(db: DemoDatabase, options: DemoOptions, progress: (step: string) => void): (() => Promise<void>)[] {
  return Array.from({ length: options.days + 1 }, (_, day) => async () => {
    await writeDay(db, options, day);
    progress(`results, day ${day + 1} of ${options.days + 1}`);
  });
}

async function inLanes(writes: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...writes];
  const lane = async () => {
    for (let write = waiting.shift(); write !== undefined; write = waiting.shift()) await write();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function countResults(db: DemoDatabase, writer: RowWriter): Promise<void> {
  const tables = [
    'check_statuses',
    'check_statuses_1h',
    'check_statuses_1d',
    'check_states',
    'check_status_summary',
    'check_transitions',
  ];
  for (const table of tables) {
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE check_id IN (SELECT check_id FROM demo_checks)`,
    );
    writer.count(table, rows[0]?.count ?? 0);
  }
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM config_tag_values`);
  writer.count('config_tag_values', rows[0]?.count ?? 0);
}

/** Statistics for the planner, and what a vacuum would do later. */
async function tidy(db: DemoDatabase, writer: RowWriter): Promise<void> {
  await inLanes([...writer.counts.keys()].map((table) => async () => void (await db.query(`VACUUM (ANALYZE) ${table}`))));
}

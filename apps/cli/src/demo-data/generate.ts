/**
 * Deterministic health history: the same seed, size and end give the same rows.
 *
 * Checks come in canaries of ten and belong to demo agents, so that this server never runs them. Every check has a result an hour over
 * the whole time, one in five minutes over the last six hours, hourly and daily roll-ups, and its state and figures of the last hour.
 * One check in fifty is down at the end; others were down for some hours before.
 */
import { CHECK_TEMPLATES } from './company.ts';
import { type DemoCounts, type DemoDatabase, type DemoOptions, MARKER } from './model.ts';
import { writeAgents, writeCanaries, writePlan } from './write-canaries.ts';
import { writeDays } from './write-results.ts';
import { markRolledUp, writeStates } from './write-states.ts';

/**
 * Replaces the demo data with a new set. Rows that are not demo data stay as they are.
 * @throws the database's error; everything written until then is removed by the next run
 */
export async function generateDemoData(
  db: DemoDatabase,
  options: DemoOptions,
  progress: (step: string) => void,
): Promise<DemoCounts> {
  const canaries = Math.ceil(options.checks / CHECK_TEMPLATES.length);
  progress('removing the old demo data');
  await removeDemoData(db);
  progress(`writing ${canaries} canaries`);
  await writeAgents(db);
  await writeCanaries(db, canaries, options);
  await writePlan(db, options);
  progress('making the daily partitions');
  await db.query(
    `SELECT ensure_check_status_partitions(($1::timestamptz - make_interval(days => $2))::date, $1::timestamptz::date + 1)`,
    [options.end, options.days],
  );
  progress('writing results and roll-ups');
  await writeDays(db, options, progress);
  progress('writing states and figures');
  await writeStates(db, options);
  await db.query(`DROP TABLE demo_checks`);
  await markRolledUp(db, options);
  const counted = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM check_statuses s JOIN check_definitions d ON d.id = s.check_id
     JOIN canaries c ON c.id = d.canary_id WHERE c.annotations @> $1::jsonb`,
    [JSON.stringify(MARKER)],
  );
  return { canaries, checks: canaries * CHECK_TEMPLATES.length, results: counted.rows[0]?.count ?? 0 };
}

async function removeDemoData(db: DemoDatabase): Promise<void> {
  const demo = `SELECT d.id FROM check_definitions d JOIN canaries c ON c.id = d.canary_id WHERE c.annotations @> '${JSON.stringify(MARKER)}'`;
  for (const table of [
    'check_statuses',
    'check_statuses_1h',
    'check_statuses_1d',
    'check_status_summary',
    'check_transitions',
    'check_states',
  ]) {
    await db.query(`DELETE FROM ${table} WHERE check_id IN (${demo})`);
  }
  await db.query(`DELETE FROM canaries WHERE annotations @> $1::jsonb`, [JSON.stringify(MARKER)]);
}

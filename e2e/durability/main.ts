/**
 * Whether anything that was acknowledged can get lost. Without --faults: the server is killed with kill -9 under mixed writes, again and
 * again, and everything is compared after each restart. With --faults: the connection to the database is disturbed under load.
 * Flags: --rounds 1000 --seed 1 --engines embedded,postgres,pglite --faults --seconds 120. Ends with "N passed, N failed".
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FaultRun, type FaultSummary } from './faults/fault-run.ts';
import { KillRounds, type KillSummary } from './kill-rounds.ts';
import { Random } from './random.ts';
import { ENGINES, type EngineName, openTarget } from './targets.ts';

/** PGlite has no crash safety to speak of; a few rounds keep an eye on it. */
const PGLITE_SHARE = 0.01;
const PROGRESS_EVERY_MS = 15_000;

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    engines: { type: 'string', default: ENGINES.join(',') },
    faults: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '120' },
  },
});

function roundsOf(engine: EngineName, engines: readonly EngineName[]): number {
  const rounds = Number(flags.rounds);
  if (engines.length === 1) return rounds;
  const pglite = engines.includes('pglite') ? Math.max(1, Math.round(rounds * PGLITE_SHARE)) : 0;
  if (engine === 'pglite') return pglite;
  const others = engines.filter((name) => name !== 'pglite');
  const share = Math.floor((rounds - pglite) / others.length);
  return engine === others[0] ? rounds - pglite - share * (others.length - 1) : share;
}

function describe(engine: EngineName, summary: KillSummary, seconds: number): string {
  const kills = Object.entries(summary.kills).filter(([, count]) => count > 0);
  return [
    `${engine}: ${summary.rounds} rounds in ${seconds.toFixed(0)} s (${kills.map(([victim, count]) => `${victim} ${count}`).join(', ')})`,
    `  writes: ${summary.acknowledged} acknowledged, ${summary.unknown} cut off, ${summary.refused} refused`,
    `  slowest start ${(summary.slowestStartMs / 1000).toFixed(1)} s, ${summary.faults.length} faults`,
    ...summary.faults.slice(0, 20).map((fault) => `  ${fault}`),
  ].join('\n');
}

async function runKills(engine: EngineName, rounds: number, random: Random): Promise<KillSummary> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-dur-'));
  // PostgreSQL runs as another account when this is root; it has to reach its folder.
  await chmod(folder, 0o755);
  const startedMs = performance.now();
  try {
    const run = new KillRounds(await openTarget(engine, folder), random);
    let shownMs = startedMs;
    try {
      while (run.summary.rounds < rounds) {
        await run.round();
        if (performance.now() - shownMs < PROGRESS_EVERY_MS) continue;
        shownMs = performance.now();
        const { acknowledged, faults } = run.summary;
        console.log(
          `${engine}: round ${run.summary.rounds} of ${rounds}, ${acknowledged} writes acknowledged, ${faults.length} faults`,
        );
      }
      await run.finish();
    } catch (error) {
      run.summary.faults.push(
        `stopped in round ${run.summary.rounds + 1}: ${error instanceof Error ? error.stack : String(error)}`,
      );
      await run.abandon();
    }
    console.log(describe(engine, run.summary, (performance.now() - startedMs) / 1000));
    return run.summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describeFaults(summary: FaultSummary): string {
  const total = [...summary.faults.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...summary.faults].sort(([a], [b]) => a.localeCompare(b)).map(([name, count]) => `${name} ${count}`);
  return [
    `faults: ${summary.storms} storms with ${total} faults (${kinds.join(', ')})`,
    `  writes: ${summary.acknowledged} acknowledged, ${summary.unknown} answered as unknown, ${summary.refused} refused`,
    `  reads: ${summary.reads} answered, ${summary.refusedReads} refused, slowest ${(summary.slowestMs / 1000).toFixed(1)} s`,
    `  recovered after at most ${(summary.slowestRecoveryMs / 1000).toFixed(1)} s, ${summary.complaints.length} complaints`,
    ...summary.complaints.slice(0, 20).map((complaint) => `  ${complaint}`),
  ].join('\n');
}

async function runFaults(seconds: number, random: Random): Promise<FaultSummary> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-dur-'));
  await chmod(folder, 0o755);
  try {
    const run = await FaultRun.start(random, folder);
    const until = performance.now() + seconds * 1000;
    try {
      while (performance.now() < until) await run.storm();
      await run.finish();
    } catch (error) {
      run.summary.complaints.push(`stopped: ${error instanceof Error ? error.stack : String(error)}`);
      await run.close();
    }
    console.log(describeFaults(run.summary));
    return run.summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mainOfFaults(random: Random): Promise<boolean> {
  const { storms, complaints } = await runFaults(Number(flags.seconds), random);
  const bad = Math.min(storms + 1, complaints.length);
  console.log(`${Math.max(0, storms - bad)} passed, ${bad} failed`);
  return bad === 0;
}

async function main(): Promise<boolean> {
  const random = new Random(Number(flags.seed));
  if (flags.faults) return mainOfFaults(random);
  const engines = ENGINES.filter((name) => flags.engines.split(',').includes(name));
  let passed = 0;
  let failed = 0;
  for (const engine of engines) {
    const { rounds, faults } = await runKills(engine, roundsOf(engine, engines), random.fork());
    const bad = Math.min(rounds + 1, faults.length);
    failed += bad;
    passed += Math.max(0, rounds - bad);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

process.exitCode = (await main()) ? 0 : 1;

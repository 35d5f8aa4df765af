/**
 * What running checks costs: the real server with its database checks a local HTTP target, and next to it the floor, a bare request loop.
 * Flags: --checks 10000 --interval 30 (seconds) --seconds 180 --warm-up 40 --per-canary 1 --summary (also times GET /api/summary)
 * --mix (several kinds) --workers 1 (more share one PostgreSQL of the system) --profile (of the first worker).
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Database, migrate } from '@quarterdeck/database';
import { fractionOf } from '../apps/server/src/domains/health/scheduling/schedule-grid.ts';
import { insertCanaries, mixOfKinds, onlyHttp } from './checks/canaries.ts';
import { builtInPlace, sharedPlace, type Usage } from './checks/place.ts';
import { firstLine, start } from './checks/processes.ts';

const { values: flags } = parseArgs({
  options: {
    checks: { type: 'string', default: '10000' },
    interval: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '180' },
    'warm-up': { type: 'string', default: '40' },
    'per-canary': { type: 'string', default: '1' },
    summary: { type: 'boolean', default: false },
    mix: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false },
  },
});
const checks = Number(flags.checks);
const intervalS = Number(flags.interval);
const seconds = Number(flags.seconds);
const warmUpS = Number(flags['warm-up']);
const perCanary = Number(flags['per-canary']);
const workers = Number(flags.workers);

/** How much before its time a run may start. */
const EARLY_MS = 20;

interface Window {
  from: Date;
  to: Date;
}

interface Timing {
  results: number;
  failed: number;
  latenessMs: number[];
}

/** Lateness of every result of a window against the grid of its canary. */
async function readTiming(db: Database, window: Window): Promise<Timing> {
  const { rows } = await db.query<{ canary_id: string; time_ms: number; status: boolean }>(
    `SELECT d.canary_id, (extract(epoch FROM s.time) * 1000)::bigint AS time_ms, s.status
     FROM check_statuses s JOIN check_definitions d ON d.id = s.check_id WHERE s.time >= $1 AND s.time < $2`,
    [window.from, window.to],
  );
  const intervalMs = intervalS * 1000;
  // A timer may fire a moment early: just before the grid is not a whole interval late.
  const latenessMs = rows.map((row) => {
    const phaseMs = Math.floor(fractionOf(row.canary_id) * intervalMs);
    return ((row.time_ms - phaseMs + EARLY_MS) % intervalMs) - EARLY_MS;
  });
  return { results: rows.length, failed: rows.filter((row) => !row.status).length, latenessMs: latenessMs.sort((a, b) => a - b) };
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Milliseconds and bytes until the last byte of a compressed answer, without decompressing it. */
async function timeGet(url: string): Promise<{ ms: number; bytes: number }> {
  const startedMs = performance.now();
  const [response]: IncomingMessage[] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response');
  let bytes = 0;
  if (response !== undefined) for await (const chunk of response) bytes += Buffer.byteLength(chunk);
  return { ms: performance.now() - startedMs, bytes };
}

async function timeSummary(url: string): Promise<string> {
  const times: number[] = [];
  let size = 0;
  for (let round = 0; round < 60; round++) {
    await sleep(700);
    const { ms, bytes } = await timeGet(`${url}/api/summary`);
    size = bytes;
    times.push(ms);
  }
  times.sort((a, b) => a - b);
  return `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, ${(size / 1000).toFixed(0)} kB compressed`;
}

/** How often each kind ran, and how long its probes took. */
async function readKinds(db: Database, window: Window): Promise<string> {
  const { rows } = await db.query<{ type: string; results: number; p50: number; p99: number }>(
    `SELECT d.type, count(*)::int AS results, percentile_cont(0.5) WITHIN GROUP (ORDER BY s.duration) AS p50,
       percentile_cont(0.99) WITHIN GROUP (ORDER BY s.duration) AS p99
     FROM check_statuses s JOIN check_definitions d ON d.id = s.check_id WHERE s.time >= $1 AND s.time < $2 GROUP BY d.type ORDER BY 2 DESC`,
    [window.from, window.to],
  );
  return rows.map(({ type, results, p50, p99 }) => `${type} ${results} (p50 ${p50} ms, p99 ${p99.toFixed(0)} ms)`).join(', ');
}

function report(timing: Timing, kinds: string, usage: { before: Usage; after: Usage }, window: Window, floorMs: number): void {
  const spanS = (window.to.getTime() - window.from.getTime()) / 1000;
  const { before, after } = usage;
  const serverMs = after.serverCpuMs - before.serverCpuMs;
  const databaseMs = after.databaseCpuMs - before.databaseCpuMs;
  const perCheck = (serverMs + databaseMs) / timing.results;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const lines = [
    [
      'checks',
      `${checks} every ${intervalS} s, ${perCanary} per canary, ${workers} ${workers === 1 ? 'worker' : 'workers'}, measured ${spanS.toFixed(0)} s`,
    ],
    ['kinds', kinds],
    ['rate', `${(timing.results / spanS).toFixed(1)}/s of ${(checks / intervalS).toFixed(1)}/s wanted, ${timing.failed} failed`],
    [
      'lateness',
      `p50 ${percentile(timing.latenessMs, 0.5)} ms, p99 ${percentile(timing.latenessMs, 0.99)} ms, most ${timing.latenessMs.at(-1)} ms`,
    ],
    [
      'CPU per check',
      `${perCheck.toFixed(3)} ms (server ${(serverMs / timing.results).toFixed(3)}, database ${(databaseMs / timing.results).toFixed(3)})`,
    ],
    ['floor', `${floorMs.toFixed(3)} ms per bare request: ${(perCheck / floorMs).toFixed(1)} × floor`],
    [
      'memory',
      `${megabytes(after.serverBytes + after.databaseBytes)} (${workers === 1 ? 'server' : 'servers'} ${megabytes(after.serverBytes)}, database ${megabytes(after.databaseBytes)})`,
    ],
  ];
  for (const [name = '', text] of lines) console.log(`${name.padEnd(14)} ${text}`);
}

const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-'));
const place = workers === 1 ? builtInPlace(folder) : await sharedPlace(folder);
const target = start('target.ts', []);
try {
  const url = `http://127.0.0.1:${await firstLine(target)}/`;
  const files = join(folder, 'files');
  await mkdir(files);
  for (let number = 0; number < 20; number++) await writeFile(join(files, `file-${number}`), 'text');
  const targets = { url, folder: files };
  const db = await place.open();
  await migrate(db);
  await insertCanaries(db, { checks, perCanary, intervalS, kinds: flags.mix ? mixOfKinds(targets) : onlyHttp(targets) });
  await db.close();
  const floorMs = Number(await firstLine(start('floor.ts', [url, '10000'])));
  const servers = Array.from({ length: workers }, (_, index) =>
    start(
      'server.ts',
      place.argsOf(index),
      flags.profile && index === 0 ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [],
    ),
  );
  const ended = servers.map((server) => once(server, 'exit'));
  const [firstUrl = ''] = await Promise.all(servers.map(firstLine));
  console.log(`${workers === 1 ? 'the server runs' : 'the first server runs'} at ${firstUrl}; warming up for ${warmUpS} s`);
  await sleep(warmUpS * 1000);
  const pids = servers.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  const before = place.measure(pids);
  const from = new Date();
  await sleep(seconds * 1000);
  const after = place.measure(pids);
  const window = { from, to: new Date() };
  if (flags.summary) console.log(`summary        ${await timeSummary(firstUrl)}`);
  for (const server of servers) server.stdin?.end();
  await Promise.all(ended);
  const again = await place.open();
  report(await readTiming(again, window), await readKinds(again, window), { before, after }, window, floorMs);
  await again.close();
} finally {
  target.kill();
  await place.stop();
  await rm(folder, { recursive: true, force: true });
}

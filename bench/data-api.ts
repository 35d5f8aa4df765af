/**
 * What the row API costs: requests per second and latency of the whole server, next to a floor measured in the same run, a bare HTTP
 * handler with the same statements on the same database. Generator, server and database share the machine.
 * Flags: --seconds 4 (of each figure) --rounds 1 (the best of several counts) --only NAME --connections 1,10,50 --profile FOLDER.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@quarterdeck/database';
import { z } from 'zod';
import { Child } from './data-api/child.ts';
import { cpuTimes, readPostmaster, usedMs } from './data-api/cpu-time.ts';
import { type Figures, FiguresSchema } from './data-api/figures.ts';
import { fill } from './data-api/fill.ts';
import type { Load } from './data-api/generator.ts';
import { SCENARIOS, type Scenario } from './data-api/scenarios.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    connections: { type: 'string', default: '1,10,50' },
    profile: { type: 'string' },
  },
});
const WARM_UP_MS = 1_000;

const PlaceSchema = z.object({ url: z.string() });

interface Contestant {
  process: Child;
  port: number;
  pathOf(scenario: Scenario, number: number): string;
}

interface Measured extends Figures {
  /** Processor time of the contestant and of the database for one request. */
  cpuUs: number;
}

async function measure(
  generator: Child,
  contestant: Contestant,
  scenario: Scenario,
  connections: number,
  keys: string[],
): Promise<Measured> {
  const { method, headers, body } = scenario;
  const load: Load = {
    port: contestant.port,
    method,
    path: contestant.pathOf(scenario, SCENARIOS.indexOf(scenario)),
    headers,
    ...(body === undefined ? {} : { body }),
    connections,
    warmUpMs: WARM_UP_MS,
    durationMs: Number(flags.seconds) * 1000,
    keys: scenario.isRead ? keys : [],
  };
  const look = () => cpuTimes(contestant.process.pid, readPostmaster(cluster));
  const before = look();
  const figures = await generator.ask(load, (answer) => FiguresSchema.parse(answer));
  if (figures.failed > 0) throw new Error(`${figures.failed} requests of "${scenario.name}" failed`);
  return { ...figures, cpuUs: (usedMs(before, look()) * 1000) / figures.total };
}

function better(first: Measured | undefined, second: Measured): Measured {
  return first === undefined || second.perSecond > first.perSecond ? second : first;
}

function line(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(13))).join(''));
}

async function compare(generator: Child, server: Contestant, floor: Contestant, keys: string[]): Promise<void> {
  line([
    '',
    'connections',
    'requests/s',
    'p50 ms',
    'p95 ms',
    'floor req/s',
    'floor p95',
    'of the floor',
    'CPU µs',
    'floor CPU',
    'bytes',
  ]);
  for (const scenario of SCENARIOS.filter(({ name }) => name.includes(flags.only))) {
    for (const connections of flags.connections.split(',').map(Number)) {
      let own: Measured | undefined;
      let bare: Measured | undefined;
      for (let round = 0; round < Number(flags.rounds); round++) {
        bare = better(bare, await measure(generator, floor, scenario, connections, keys));
        own = better(own, await measure(generator, server, scenario, connections, keys));
      }
      if (own === undefined || bare === undefined) continue;
      line([
        scenario.name,
        String(connections),
        own.perSecond.toFixed(0),
        own.p50Ms.toFixed(2),
        own.p95Ms.toFixed(2),
        bare.perSecond.toFixed(0),
        bare.p95Ms.toFixed(2),
        (own.perSecond / bare.perSecond).toFixed(2),
        own.cpuUs.toFixed(0),
        bare.cpuUs.toFixed(0),
        String(own.bytes),
      ]);
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'qd-bench-'));
const cluster = join(folder, 'postgres');
const db = await openDatabase({ dataDir: folder, engine: 'embedded' });
const children: Child[] = [];
function start(file: string, profile?: string): Child {
  const child = new Child(file, profile === undefined ? {} : { profile });
  children.push(child);
  return child;
}
try {
  await migrate(db);
  const keys = await fill(db);
  const { rows } = await db.query<{ folder: string }>(`SELECT current_setting('unix_socket_directories') AS folder`);
  const databaseUrl = `postgres://quarterdeck@/quarterdeck?host=${encodeURIComponent(rows[0]?.folder ?? '')}`;
  const enter = async (process: Child) => {
    const place = await process.ask({ databaseUrl }, (answer) => PlaceSchema.parse(answer));
    return { process, port: Number(new URL(place.url).port) };
  };
  const server = { ...(await enter(start('server.ts', flags.profile))), pathOf: ({ path }: Scenario) => `/api/db/${path}` };
  const floor = { ...(await enter(start('floor.ts'))), pathOf: (_: Scenario, number: number) => `/${number}/{key}` };
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, PostgreSQL in the packages, ${flags.seconds} s a figure`,
  );
  await compare(start('generator.ts'), server, floor, keys);
} finally {
  await Promise.all(children.map((child) => child.end()));
  await db.close();
  await rm(folder, { recursive: true, force: true });
}

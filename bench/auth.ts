/**
 * What it costs to know who asks: a row by its key from a server that lets everybody in (`open`), with the cookie of a session and with an
 * access token from one that does not; then sign-ins with a password. Generator, servers and database share the machine.
 * Flags: --seconds 4 (of each figure) --rounds 3 (the best of several counts) --connections 1,10,50.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@quarterdeck/database';
import { z } from 'zod';
import { signInEditor } from './auth/sign-in.ts';
import { measureSignIns, register } from './auth/sign-ins.ts';
import { Child } from './data-api/child.ts';
import { type Figures, FiguresSchema } from './data-api/figures.ts';
import { fill } from './data-api/fill.ts';
import type { Load } from './data-api/generator.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,10,50' },
  },
});
const WARM_UP_MS = 1_000;
const DURATION_MS = Number(flags.seconds) * 1000;
const PlaceSchema = z.object({ url: z.string() });

interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

async function measure(generator: Child, { port, headers }: Contestant, connections: number, keys: string[]): Promise<Figures> {
  const load: Load = {
    port,
    method: 'GET',
    path: '/api/db/config_items?id=eq.{key}',
    headers,
    connections,
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
    keys,
  };
  const figures = await generator.ask(load, (answer) => FiguresSchema.parse(answer));
  if (figures.failed > 0) throw new Error(`${figures.failed} requests failed`);
  return figures;
}

function line(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(13))).join(''));
}

/** The best of the rounds, in which the contestants take turns: what else runs on the machine meets all of them. */
async function compare(generator: Child, contestants: readonly Contestant[], keys: string[]): Promise<void> {
  line(['', 'connections', 'requests/s', 'p50 ms', 'p95 ms', 'of open', 'more at p50']);
  for (const connections of flags.connections.split(',').map(Number)) {
    const best = new Map<string, Figures>();
    for (let round = 0; round < Number(flags.rounds); round++) {
      for (const contestant of contestants) {
        const figures = await measure(generator, contestant, connections, keys);
        const known = best.get(contestant.name);
        if (known === undefined || figures.perSecond > known.perSecond) best.set(contestant.name, figures);
      }
    }
    const open = best.get('open');
    for (const [name, figures] of best) {
      line([
        name,
        String(connections),
        figures.perSecond.toFixed(0),
        figures.p50Ms.toFixed(2),
        figures.p95Ms.toFixed(2),
        (figures.perSecond / (open?.perSecond ?? Number.NaN)).toFixed(2),
        `${(figures.p50Ms - (open?.p50Ms ?? Number.NaN)).toFixed(2)} ms`,
      ]);
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'qd-bench-'));
const db = await openDatabase({ dataDir: folder, engine: 'embedded' });
const children: Child[] = [];
function start(file: string): Child {
  const child = new Child(file);
  children.push(child);
  return child;
}
try {
  await migrate(db);
  const keys = await fill(db);
  const { cookie, token } = await signInEditor(db);
  const { rows } = await db.query<{ folder: string }>(`SELECT current_setting('unix_socket_directories') AS folder`);
  const databaseUrl = `postgres://quarterdeck@/quarterdeck?host=${encodeURIComponent(rows[0]?.folder ?? '')}`;
  const enter = (auth: string) => start('server.ts').ask({ databaseUrl, auth }, (answer) => PlaceSchema.parse(answer).url);
  const open = await enter('none');
  const guarded = await enter('local');
  const port = Number(new URL(guarded).port);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, ${flags.seconds} s a figure, best of ${flags.rounds}`,
  );
  await compare(
    start('generator.ts'),
    [
      { name: 'open', port: Number(new URL(open).port), headers: {} },
      { name: 'session', port, headers: { cookie } },
      { name: 'token', port, headers: { authorization: `Bearer ${token}` } },
    ],
    keys,
  );
  const account = { email: 'somebody@example.com', password: 'correct horse battery' };
  await register(guarded, account.email, account.password);
  for (const people of [1, availableParallelism()]) {
    const { perSecond, p50Ms } = await measureSignIns(guarded, account, { people, durationMs: DURATION_MS });
    console.log(`sign-ins with a password, ${people} at once: ${perSecond.toFixed(1)}/s, p50 ${p50Ms.toFixed(0)} ms`);
  }
} finally {
  await Promise.all(children.map((child) => child.end()));
  await db.close();
  await rm(folder, { recursive: true, force: true });
}

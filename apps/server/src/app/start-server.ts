import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { QuarterdeckError } from '@quarterdeck/contract';
import { type Database, migrate, openDatabase } from '@quarterdeck/database';
import { createExpressionEngine } from '@quarterdeck/expressions';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { defineAccess } from '../domains/access/index.ts';
import { createAuditLog, defineAudit, registerAuditHook } from '../domains/audit/index.ts';
import { defineCatalog } from '../domains/catalog/index.ts';
import { defineConnections } from '../domains/connections/index.ts';
import { defineHealth } from '../domains/health/index.ts';
import { defineIdentity } from '../domains/identity/index.ts';
import type { FirstSignIn } from '../domains/identity/people/first-sign-in.ts';
import { defineJobs } from '../domains/jobs/index.ts';
import { defineNotifications } from '../domains/notifications/index.ts';
import { definePlatform } from '../domains/platform/index.ts';
import { defineTopology } from '../domains/topology/index.ts';
import type { Authenticator } from '../http/caller.ts';
import { registerConsoleFiles } from '../http/console-files.ts';
import type { OutsideSources } from '../http/content-security-policy.ts';
import { registerCors } from '../http/cors.ts';
import { createHttp } from '../http/create-http.ts';
import { type GuardedRoute, registerGuard } from '../http/guard.ts';
import { createOrigins, type Origins } from '../http/origins.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { loadSecretKey } from '../platform/secret-key.ts';
import { noteServerAddress } from '../platform/server-address.ts';
import type { AppContext, DomainModule } from './context.ts';
import { EventConsumers } from './event-queue/event-consumers.ts';
import { JobRunner } from './job-runner.ts';
import { LiveHub } from './live-hub.ts';

export interface ServerOverrides {
  /** An open, migrated database; it stays open when the server stops. */
  db?: Database;
  clock?: Clock;
  log?: Logger;
  /** Hears of each step of the start. */
  onProgress?(step: string): void;
}

export interface RunningServer {
  /** Address of console and API; undefined without the role web. */
  readonly url: string | undefined;
  readonly ctx: AppContext;
  /** Every route and who may call it; none without the role web. */
  readonly routes: readonly GuardedRoute[];
  /**
   * A new link with which the first administrator sets a password, as long as no administrator can sign in; earlier ones end. For the terminal
   * alone.
   */
  firstSignIn(): Promise<FirstSignIn | undefined>;
  /** Takes no new work, finishes what runs, gives leases back and stops the database that it started. */
  stop(): Promise<void>;
}

const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url));
/** Requests under way get this long to finish. */
const CLOSE_WITHIN_MS = 10_000;

/**
 * Starts everything that the roles of the configuration name.
 * @throws {QuarterdeckError} PORT_IN_USE, and what `openDatabase` and `migrate` throw
 */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const undo: (() => Promise<void>)[] = [];
  const progress = overrides.onProgress ?? (() => {});
  try {
    return await compose(config, overrides, undo, progress);
  } catch (error) {
    await runAll(undo);
    throw error;
  }
}

async function compose(
  config: Config,
  overrides: ServerOverrides,
  undo: (() => Promise<void>)[],
  progress: (step: string) => void,
): Promise<RunningServer> {
  const log = overrides.log ?? createLog(config.logLevel);
  const clock = overrides.clock ?? systemClock;
  const roles = new Set(config.roles);
  const db = overrides.db ?? (await openOwnDatabase(config, undo, progress));
  const secrets = createSecretBox(await loadSecretKey(config.secretKey, config.dataDir));
  const stopping = new AbortController();
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const expressions = createExpressionEngine();
  undo.push(() => expressions.close());
  const live = new LiveHub({ db, clock, log });
  const audit = createAuditLog({ db, clock, log });
  undo.push(() => audit.stop());
  const ctx: AppContext = {
    config,
    db,
    log,
    clock,
    metrics,
    live,
    expressions,
    secrets,
    audit,
    signal: stopping.signal,
    instanceId: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    runnerName: config.runnerName,
  };
  const web: Listening = { url: `http://${config.host}:${config.port}` };
  const origins = createOrigins(config.publicUrl, () => web.url);
  const identity = defineIdentity(ctx, origins);
  const connections = defineConnections(ctx);
  const domains: DomainModule[] = [
    definePlatform(ctx, {
      consumedEvents: () => domains.flatMap(({ consumers = [] }) => consumers.flatMap(({ events }) => events)),
      relationRules: () => Object.assign({}, ...domains.map(({ relationRules }) => relationRules)),
    }),
    identity.module,
    defineAccess(ctx),
    defineAudit(ctx),
    connections.module,
    defineHealth(ctx, connections.sources),
    defineCatalog(ctx),
    defineTopology(ctx),
    defineNotifications(ctx),
    defineJobs(ctx),
  ];
  await live.start();
  undo.push(() => live.stop());
  // The server answers before its checks run, because some of them look at it.
  const opened = roles.has('web') ? await openWeb(ctx, domains, undo, { ...identity, origins }) : undefined;
  if (opened !== undefined) {
    web.url = opened.url;
    if (db.folder !== undefined) undo.push(await noteServerAddress(db.folder.path, opened.url));
  }
  progress('starting the checks');
  for (const domain of domains) {
    undo.push(async () => domain.stop?.());
    await domain.start?.(roles);
  }
  if (roles.has('worker')) {
    const consumers = new EventConsumers(
      ctx,
      domains.flatMap((domain) => domain.consumers ?? []),
    );
    undo.push(() => consumers.stop());
    await consumers.start();
    const jobs = new JobRunner(
      ctx,
      domains.flatMap((domain) => domain.jobs ?? []),
    );
    undo.push(() => jobs.stop());
    await jobs.start();
  }
  undo.push(async () => stopping.abort());
  let stopped: Promise<void> | undefined;
  return {
    url: opened?.url,
    routes: opened?.routes ?? [],
    ctx,
    firstSignIn: async () => (opened === undefined ? undefined : identity.firstSignIn()),
    stop: () => {
      stopped ??= runAll(undo);
      return stopped;
    },
  };
}

async function openOwnDatabase(
  config: Config,
  undo: (() => Promise<void>)[],
  progress: (step: string) => void,
): Promise<Database> {
  progress(config.databaseUrl === undefined ? 'starting the database' : 'connecting to the database');
  const db = await openDatabase({
    dataDir: config.dataDir,
    engine: config.engine,
    answerWithinMs: config.databaseTimeoutMs,
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
  });
  undo.push(() => db.close());
  const { applied } = await migrate(db);
  if (applied.length > 0) progress(`brought the database up to date (${applied.length} migrations)`);
  return db;
}

/** Where the server listens; the system chooses the port when it is 0. */
interface Listening {
  url: string;
}

interface OpenWeb {
  readonly url: string;
  readonly routes: readonly GuardedRoute[];
}

async function openWeb(
  ctx: AppContext,
  domains: readonly DomainModule[],
  undo: (() => Promise<void>)[],
  access: { authenticator: Authenticator; origins: Origins; outsideSources: OutsideSources },
): Promise<OpenWeb> {
  const { clock, log, config } = ctx;
  const http = await createHttp({ clock, log, trustedProxies: config.trustedProxies, outsideSources: access.outsideSources });
  registerCors(http, config.allowedOrigins);
  registerAuditHook(http, ctx);
  const routes = registerGuard(http, access);
  for (const domain of domains) await domain.routes?.(http);
  await registerConsoleFiles(http, CONSOLE_FOLDER);
  undo.push(() => closeHttp(http));
  return { url: await listen(http, ctx.config), routes };
}

async function listen(http: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new QuarterdeckError('PORT_IN_USE', `port ${port} on ${host} is taken by another program`, {
        hint: `Choose another one: npm start -- --port ${port + 1}`,
      });
    }
    throw error;
  }
  const address = http.server.address();
  // A port of 0 lets the system choose; the answer has the chosen one.
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`;
}

async function closeHttp(http: FastifyInstance): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_WITHIN_MS);
  });
  await Promise.race([http.close(), late]);
  clearTimeout(timer);
}

/** Newest first: what was started last is stopped first. A failing step does not keep the others from running. */
async function runAll(undo: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) {
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the server did not stop cleanly');
}

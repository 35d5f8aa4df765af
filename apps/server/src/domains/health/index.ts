import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuckets, createCheckRunner } from '@quarterdeck/integrations/run';
import type { AppContext, DomainModule } from '../../app/context.ts';
import type { LiveEvent } from '../../app/event-log-store.ts';
import { ensurePartitions } from '../../app/retention/daily-partitions.ts';
import type { Role } from '../../platform/config.ts';
import type { Sources } from '../connections/index.ts';
import { findArtifactConnection } from './artifacts/artifact-connection.ts';
import { artifactRoutes } from './artifacts/artifact-routes.ts';
import { ArtifactStore } from './artifacts/artifact-store.ts';
import { CanaryFollower } from './canaries/canary-follower.ts';
import { CanaryService } from './canaries/canary-service.ts';
import { loadExamples } from './canaries/load-examples.ts';
import { reconcileCanaries } from './canaries/reconcile.ts';
import { SpecFolderWatcher } from './canaries/spec-folder-watcher.ts';
import { HealthEngine } from './engine.ts';
import { healthJobs } from './jobs.ts';
import { forgetGoneChecks } from './metrics/gone-checks.ts';
import { checkServiceRoutes } from './routes/check-service-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import { retireCanary } from './runs/retire-canary.ts';
import { releaseAll } from './scheduling/schedule-store.ts';
import { SummaryService } from './summary/summary-service.ts';

const EXAMPLES_FOLDER = fileURLToPath(new URL('../../../../../examples', import.meta.url));
/** Running checks get this long to finish when the server stops. */
const STOP_GRACE_MS = 5_000;
/** Many hosts may hang at once, each holding its share, before checks of other hosts have to wait. */
const CONCURRENCY = {
  overall: 1024,
  perHost: 16,
  perKind: { exec: 8, icmp: 16, folder: 8, junit: 8, kubernetesResource: 16, namespace: 1, pod: 1, default: 512 },
};
const FORGET_EVERY_MS = 60 * 60_000;

function subjectsOf(events: readonly LiveEvent[], topic: string): string[] {
  return events.filter((event) => event.topic === topic).map((event) => event.subject);
}

/** Canaries, checks, results: the health domain. */
export function defineHealth(ctx: AppContext, sources: Sources): DomainModule {
  const { db, clock, log, config, expressions, live } = ctx;
  const tempDir = mkdtempSync(join(tmpdir(), 'quarterdeck-checks-'));
  const { artifactConnection } = config;
  const artifacts = new ArtifactStore({
    db,
    folder: config.artifactsDir ?? join(config.dataDir, 'artifacts'),
    buckets: createBuckets(sources),
    ...(artifactConnection === undefined
      ? {}
      : { connectionId: () => findArtifactConnection(sources.connections, artifactConnection) }),
  });
  const engine = new HealthEngine({
    db,
    clock,
    log,
    registry: ctx.metrics,
    runner: createCheckRunner({
      concurrency: CONCURRENCY,
      ...(config.prometheus === undefined ? {} : { prometheusUrl: config.prometheus }),
    }),
    expressions,
    ...sources,
    tempDir,
    artifacts,
    worker: ctx.instanceId,
    metricLabels: config.metricLabels,
  });
  const summary = new SummaryService({ db, clock, runnerName: ctx.runnerName });
  const follower = new CanaryFollower({
    log,
    reconcile: async (ids) => {
      await reconcileCanaries({ db, clock, log }, ids);
      summary.invalidate();
    },
  });
  const canaries = new CanaryService({ db, clock, onChange: () => summary.invalidate() });
  const watcher =
    config.specs === undefined
      ? undefined
      : new SpecFolderWatcher({ db, clock, log, folders: [config.specs], onChange: (ids) => follower.note(ids) });
  const ends: (() => void)[] = [];

  function followEvents(follows: boolean): void {
    const subscription = live.subscribe({
      onEvents: (events) => {
        const changed = subjectsOf(events, 'canary');
        if (changed.length > 0) summary.invalidate();
        if (follows) follower.note(changed);
        for (const { topic, subject, payload } of events) {
          if (follows && topic === 'canary' && payload.change === 'deleted') retire(subject);
          if (topic !== 'check') continue;
          if (payload.change === undefined) summary.noteTransition();
          else summary.invalidate();
          if (payload.change !== 'deleted') continue;
          engine.metrics.checks.remove(subject);
          engine.metrics.custom.remove(subject);
        }
      },
    });
    ends.push(() => subscription.end());
  }

  function retire(canaryId: string): void {
    retireCanary({ db, log, executor: engine.executor }, canaryId, ctx.signal).catch((err: unknown) =>
      log.warn({ err, canary: canaryId }, 'what a deleted canary keeps outside was not removed'),
    );
  }

  function forgetRegularly(): void {
    const cancel = clock.setTimeout(async () => {
      await forgetGoneChecks(db, engine.metrics).catch((err: unknown) =>
        log.warn({ err }, 'metrics of deleted checks were not removed'),
      );
      forgetRegularly();
    }, FORGET_EVERY_MS);
    ends.push(cancel);
  }

  return {
    name: 'health',
    jobs: healthJobs({ db, clock, log, properties: engine.properties, artifacts }),
    routes(http) {
      checkServiceRoutes(http, {
        db,
        clock,
        runnerName: ctx.runnerName,
        properties: engine.properties,
        summary,
        runNow: (checkId, signal) => engine.runNow(checkId, signal),
        push: (body) => engine.push(body),
        webhook: (call, signal) => engine.webhook(call, signal),
      });
      artifactRoutes(http, { db, store: artifacts, signal: ctx.signal });
      healthRoutes(http, { db, clock, properties: engine.properties, canaries, executor: engine.executor, signal: ctx.signal });
    },
    async start(roles: ReadonlySet<Role>) {
      await ensurePartitions(db, 'check_statuses', clock.now());
      const schedules = roles.has('scheduler');
      followEvents(schedules);
      if (schedules) {
        if (!config.noExamples) {
          await loadExamples({
            db,
            log,
            expressions,
            folder: EXAMPLES_FOLDER,
            data: { port: config.port, hasDatabase: db.probeUrl !== undefined },
          });
        }
        await watcher?.start();
        await reconcileCanaries({ db, clock, log });
      }
      if (roles.has('worker')) {
        if (db.engine !== 'postgres') await releaseAll(db);
        await engine.scheduler.start();
        forgetRegularly();
      }
    },
    async stop() {
      for (const end of ends) end();
      await watcher?.stop();
      await follower.settled();
      await engine.stop(STOP_GRACE_MS);
      await rm(tempDir, { recursive: true, force: true });
    },
  };
}

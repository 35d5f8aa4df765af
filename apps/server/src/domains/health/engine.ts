import type { ExpressionEngine } from '@quarterdeck/expressions';
import {
  type ArtifactSink,
  type CheckRunner,
  type ConnectionProvider,
  resolveEnvVar,
  type ValueProvider,
} from '@quarterdeck/integrations/run';
import type { Registry } from 'prom-client';
import type { WebhookSpec } from './canaries/webhook-spec.ts';
import type { HealthClock, HealthDatabase, HealthLog } from './environment.ts';
import { CheckMetrics } from './metrics/check-metrics.ts';
import { CustomMetrics } from './metrics/custom-metrics.ts';
import { engineMetrics } from './metrics/engine-metrics.ts';
import { measureResults } from './metrics/measure-results.ts';
import { HealthProperties } from './properties.ts';
import { CheckRelations } from './results/relate-checks.ts';
import { ResultWriter } from './results/result-writer.ts';
import { CheckExecutor } from './runs/check-executor.ts';
import { receivePush } from './runs/push.ts';
import { runCheckNow } from './runs/run-now.ts';
import { receiveWebhook, type WebhookCall } from './runs/webhook.ts';
import { type CanaryRunOptions, runCanaryChecks } from './scheduling/canary-run.ts';
import { CanaryScheduler } from './scheduling/scheduler.ts';

export interface HealthEngineOptions {
  db: HealthDatabase;
  clock: HealthClock;
  log: HealthLog;
  registry: Registry;
  runner: CheckRunner;
  expressions: ExpressionEngine;
  values: ValueProvider;
  connections: ConnectionProvider;
  tempDir: string;
  /** Keeps the files that checks leave behind. */
  artifacts?: ArtifactSink;
  /** Name of this worker, unique among all instances. */
  worker: string;
  /** Labels of checks that metrics carry. */
  metricLabels?: readonly string[];
}

/** Everything that runs checks and stores results, wired together. */
export class HealthEngine {
  readonly writer: ResultWriter;
  readonly scheduler: CanaryScheduler;
  readonly executor: CheckExecutor;
  readonly properties: HealthProperties;
  readonly metrics: { checks: CheckMetrics; custom: CustomMetrics };
  private readonly options: HealthEngineOptions;
  private readonly run: CanaryRunOptions;

  constructor(options: HealthEngineOptions) {
    const { db, clock, log, registry } = options;
    this.options = options;
    this.metrics = { checks: new CheckMetrics(registry, options.metricLabels ?? []), custom: new CustomMetrics(registry) };
    const own = engineMetrics(registry, {
      pendingResults: () => this.writer.pending,
      runningCanaries: () => this.scheduler.running,
    });
    this.properties = new HealthProperties(db, clock);
    this.executor = new CheckExecutor(options);
    this.writer = new ResultWriter({ db, clock, log, onStored: own.countStored, onDropped: own.countDropped });
    const relations = new CheckRelations(options);
    this.run = {
      db,
      clock,
      log,
      execute: (canary, checks, signal) => this.executor.run(canary, checks, signal),
      measure: (canary, collected) => measureResults(this.metrics, canary, collected),
      relate: (canary, collected) => relations.relate(canary, collected),
    };
    this.scheduler = new CanaryScheduler({
      db,
      clock,
      log,
      writer: this.writer,
      worker: options.worker,
      usesJitter: () => this.properties.usesJitter,
      isEnabled: async () => {
        await this.properties.refresh();
        return this.properties.isSchedulingEnabled;
      },
      onStart: own.observeLateness,
      run: async (canary, signal, nextRuntime) => {
        const all = canary.definition.checks;
        const checks = all.filter((check) => !this.properties.isTypeDisabled(check.type));
        if (checks.length === 0) return [];
        const whole = checks.length === all.length;
        return (await runCanaryChecks(this.run, canary, checks, { signal, whole, nextRuntime })).map((entry) => entry.row);
      },
    });
  }

  /** Source: health-checks §6.3. */
  runNow(checkId: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    return runCheckNow({ run: this.run, writer: this.writer }, checkId, signal);
  }

  /** Source: health-checks §6.5. */
  push(body: unknown): Promise<void> {
    return receivePush({ db: this.options.db, clock: this.options.clock, writer: this.writer }, body);
  }

  /** Source: health-checks §6.7. */
  webhook(call: WebhookCall, signal: AbortSignal): Promise<void> {
    const { executor, metrics, writer } = this;
    const resolveToken = (token: NonNullable<WebhookSpec['token']>, namespace: string) => this.resolveToken(token, namespace);
    return receiveWebhook({ run: this.run, executor, metrics, writer, resolveToken }, call, signal);
  }

  /** Lets running checks finish within the grace time, stores what waits, ends the rest. */
  async stop(graceMs: number): Promise<void> {
    await this.scheduler.stop(graceMs);
    await this.writer.stop();
    await this.options.runner.close();
  }

  private async resolveToken(token: NonNullable<WebhookSpec['token']>, namespace: string): Promise<string> {
    return resolveEnvVar(token, { values: this.options.values, namespace, secret: () => undefined });
  }
}

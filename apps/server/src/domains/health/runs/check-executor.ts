import type { ExpressionEngine } from '@quarterdeck/expressions';
import {
  type ArtifactSink,
  type CatalogReader,
  type CheckContext,
  type CheckResult,
  type CheckRunner,
  type ConnectionProvider,
  judgeReceived,
  type ValueProvider,
} from '@quarterdeck/integrations/run';
import type { Canary, CanaryCheck } from '@quarterdeck/integrations/spec';
import type { HealthClock, HealthLog, Queries } from '../environment.ts';
import type { LoadedCanary } from '../scheduling/canary-cache.ts';
import { readLastResult } from './last-result.ts';
import { readCatalog } from './read-catalog.ts';

export interface CheckExecutorOptions {
  db: Queries;
  clock: HealthClock;
  log: HealthLog;
  runner: CheckRunner;
  expressions: ExpressionEngine;
  values: ValueProvider;
  connections: ConnectionProvider;
  tempDir: string;
  /** Keeps the files that stored checks leave behind. */
  artifacts?: ArtifactSink;
}

/** Runs checks with what the server gives them: clock, log, expressions, values, connections. */
export class CheckExecutor {
  private readonly options: CheckExecutorOptions;
  private readonly catalog: CatalogReader;

  constructor(options: CheckExecutorOptions) {
    this.options = options;
    this.catalog = readCatalog(options);
  }

  /** Runs checks of a stored canary. Never rejects. */
  async run(canary: LoadedCanary, checks: readonly CanaryCheck[], signal: AbortSignal): Promise<CheckResult[]> {
    const { canary: subject } = canary.definition;
    return this.options.runner.run(subject, checks, {
      ...this.context(signal),
      ...this.artifacts(),
      lastResult: this.lastResult,
    });
  }

  /** Runs checks of a canary that is not stored. Never rejects. */
  async runUnsaved(canary: Canary, checks: readonly CanaryCheck[], signal: AbortSignal): Promise<CheckResult[]> {
    return this.options.runner.run(canary, checks, this.context(signal));
  }

  /** Removes what the checks of a deleted canary keep outside; gives what went wrong. Never rejects. */
  async retire(
    canary: Canary,
    checks: readonly CanaryCheck[],
    signal: AbortSignal,
  ): Promise<{ check: string; problem: string }[]> {
    return this.options.runner.retire(canary, checks, this.context(signal));
  }

  /** Judges what was sent to a canary's webhook. Never rejects. */
  async judge(
    canary: LoadedCanary,
    check: CanaryCheck,
    data: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<CheckResult[]> {
    return judgeReceived(canary.definition.canary, check, data, { ...this.context(signal), lastResult: this.lastResult });
  }

  private artifacts(): Pick<CheckContext, 'artifacts'> {
    const { artifacts } = this.options;
    return artifacts === undefined ? {} : { artifacts };
  }

  private readonly lastResult = async (check: CanaryCheck) =>
    check.id === undefined ? undefined : readLastResult(this.options.db, check.id);

  private context(signal: AbortSignal): CheckContext {
    const { clock, log, expressions, values, connections, tempDir } = this.options;
    return { clock, log, signal, expressions, values, connections, tempDir, catalog: this.catalog };
  }
}

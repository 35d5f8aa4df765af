import type { RelationRule } from '@quarterdeck/data-api';
import type { Database } from '@quarterdeck/database';
import type { ExpressionEngine } from '@quarterdeck/expressions';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import type { Config, Role } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { AuditLog } from './audit-log.ts';
import type { EventConsumer } from './event-queue/event-consumer.ts';
import type { LiveHub } from './live-hub.ts';

/** What every domain gets; built once, nothing else is global. */
export interface AppContext {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Registry;
  readonly live: LiveHub;
  readonly expressions: ExpressionEngine;
  /** Seals what must not lie in the database as it is. */
  readonly secrets: SecretBox;
  /** Who did what; written in the background. */
  readonly audit: AuditLog;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** Names this process among all instances. */
  readonly instanceId: string;
  readonly runnerName: string;
}

export interface JobRun {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Adds to the counts of the job's history row. */
  progress(counts: { success?: number; errors?: readonly string[] }): void;
}

/** A background job. One instance runs it at a time; every run leaves a row in the job history. */
export interface JobDefinition {
  readonly name: string;
  /** Cron with five fields, or `@every 5m`. */
  readonly schedule: string;
  readonly resourceType?: string;
  /** Rows of its history that stay, newest first: good ones, and failed or partly failed ones; 1 and 3 unless told. Source: data-model §9. */
  readonly keeps?: { readonly good: number; readonly bad: number };
  /** Also due whenever a worker starts. */
  readonly runsAtStart?: boolean;
  run(run: JobRun): Promise<void>;
}

/** One domain of the server, as `define<Domain>(ctx)` returns it. */
export interface DomainModule {
  readonly name: string;
  readonly jobs?: readonly JobDefinition[];
  /** What the row API does besides with relations of this domain. */
  readonly relationRules?: Readonly<Record<string, RelationRule>>;
  /** Run by workers. */
  readonly consumers?: readonly EventConsumer[];
  routes?(http: FastifyInstance): void | Promise<void>;
  start?(roles: ReadonlySet<Role>): Promise<void>;
  /** Finishes what runs and starts nothing new. */
  stop?(): Promise<void>;
}

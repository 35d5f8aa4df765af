import type { ExpressionEngine } from '@quarterdeck/expressions';
import type { ConnectionProvider } from '../values/connection.ts';
import type { ValueProvider } from '../values/value-provider.ts';
import type { Artifact, ArtifactSink } from './artifact.ts';
import type { CatalogReader } from './catalog-reader.ts';
import type { CanaryCheck, MetricType } from './model.ts';

/** One measured value of a metric; registering collectors is the server's job. Source: health-checks §3.6. */
export interface MetricSample {
  name: string;
  type: MetricType;
  value: number;
  labels: Record<string, string>;
  /** Upper bounds of a histogram's buckets, where its usual ones do not fit. */
  buckets?: readonly number[];
}

/** What one check (or one check made by a transform) came to. */
export interface CheckResult {
  key: string;
  type: string;
  name: string;
  namespace: string;
  description?: string;
  icon?: string;
  /** Canary labels, check labels and marker labels merged. Source: health-checks §3.8. */
  labels: Record<string, string>;
  endpoint: string;
  pass: boolean;
  /** The check itself is unusable, so nothing is known about its target. */
  invalid: boolean;
  message: string;
  /** Failures joined by comma and space; empty when a `test` is false. */
  error: string;
  /** Whole milliseconds that the probe took, without waiting for a slot and without expressions. */
  durationMs: number;
  startedAt: Date;
  /** When the check ran, where its transform gives another time as `startedAt`. */
  ranAt?: Date;
  /** JSON value to store with the result; undefined when there is none. */
  detail: unknown;
  /** The variables that expressions saw; empty when the check has no expression. */
  data: Record<string, unknown>;
  metrics: MetricSample[];
  /** What was given to the store of artifacts; absent when there is nothing. */
  artifacts?: readonly Omit<Artifact, 'content'>[];
  /** Made by a transform, not written in the spec. */
  transformed: boolean;
  transformDeleteStrategy?: 'MarkHealthy' | 'MarkUnhealthy' | 'Ignore';
  deletedAt?: Date;
  owner?: string;
  severity?: string;
}

/** The newest stored result of a check, as `last_result()` shows it. Source: health-checks §3.2. */
export interface LastResult {
  status: boolean | '';
  invalid: boolean;
  createdAt: Date | '';
  /** Milliseconds. */
  duration: number;
  message: string;
  error: string;
  /** The stored detail. */
  results: unknown;
}

export interface RunClock {
  now(): Date;
  monotonicMs(): number;
}

export interface CheckLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Limits of one run; every member has a default. */
export interface RunLimits {
  /** Hard time limit by kind key; `default` for the others. Milliseconds. */
  timeoutMs?: Readonly<Record<string, number>>;
  /** Bytes of an HTTP body that are read; the connection is closed after that. */
  bodyBytes?: number;
  /** Bytes kept of each output stream of a script. */
  outputBytes?: number;
}

/** What a check needs from the program that runs it. */
export interface CheckContext {
  clock: RunClock;
  log: CheckLog;
  signal: AbortSignal;
  expressions: ExpressionEngine;
  values: ValueProvider;
  connections: ConnectionProvider;
  /** Keeps the files that checks produce; without it they are dropped with a warning in the log. */
  artifacts?: ArtifactSink;
  /** The catalog of the program, where it has one. */
  catalog?: CatalogReader;
  /** Asked only when an expression mentions `last_result`. */
  lastResult?(check: CanaryCheck): Promise<LastResult | undefined>;
  /** What the checks that this one depends on found, by name. */
  outputs?: Readonly<Record<string, unknown>>;
  /** Variables of the check around this one that its expressions see, too. */
  surroundings?: Readonly<Record<string, unknown>>;
  /** Another check depends on this one, so its result keeps the variables. */
  keepsData?: boolean;
  /** Existing folder for files that a check needs while it runs. */
  tempDir: string;
  limits?: RunLimits;
}

import type { HostLookup } from '../net/host-lookup.ts';
import type { EnvVar } from '../values/env-var.ts';
import type { ConnectionInput, ResolvedConnection } from '../values/resolve-connection.ts';
import type { Artifact } from './artifact.ts';
import type { CatalogReader } from './catalog-reader.ts';
import type { BaseCheck, Canary, CanaryCheck, CheckKind } from './model.ts';
import type { CheckContext, CheckResult, MetricSample } from './result.ts';

/** What a probe found out. It passed when `failures` is empty or absent. */
export interface ProbeOutcome {
  failures?: string[];
  /** Shown with the result when the check has no display of its own. */
  message?: string;
  /** Milliseconds, when the probe measures better than the time it took. */
  durationMs?: number;
  /** Variables for expressions. JavaScript numbers are doubles there, bigints are ints. */
  data?: Record<string, unknown>;
  /** Stored with the result. */
  detail?: unknown;
  metrics?: MetricSample[];
  /** Added to the labels of the check. */
  labels?: Record<string, string>;
  /** The query gave nothing, which fails the check where its spec says so. */
  isEmpty?: boolean;
  /** Given to the store of artifacts. */
  artifacts?: Artifact[];
}

/** The check cannot be run as it is written: the result is invalid and no expression runs. */
export class InvalidCheckError extends Error {
  override readonly name = 'InvalidCheckError';
}

/** The probe got nothing to judge, so the check fails with this message. */
export class ProbeFailedError extends Error {
  override readonly name = 'ProbeFailedError';
}

/** A text with placeholders, rendered with the variables of the check. */
export interface ProbeTemplates {
  /** Renders `{{ }}` and `$( )`; text without them is returned as it is. */
  url(text: string, variables: Record<string, unknown>): Promise<string>;
  /** Renders a Go template. */
  text(text: string, variables: Record<string, unknown>): Promise<string>;
  /** The output of a CEL expression as text. Rejects with ExpressionError. */
  expression(expr: string, variables: Record<string, unknown>): Promise<string>;
}

/** What one run of a probe may use. */
export interface ProbeContext {
  readonly canary: Canary;
  readonly check: CanaryCheck;
  readonly clock: CheckContext['clock'];
  /** Aborted when the time limit is over or the program stops; a probe closes everything it opened by then. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly tempDir: string;
  readonly hosts: HostLookup;
  readonly userAgent: string;
  /** The Prometheus of this program, for checks that name none; empty when there is none. */
  readonly prometheusUrl: string;
  /** The catalog of this program; absent where it has none. */
  readonly catalog?: CatalogReader;
  readonly bodyBytes: number;
  readonly outputBytes: number;
  readonly templates: ProbeTemplates;
  /** For each text whether Go's regular expression matches anywhere in it. Rejects with ExpressionError. */
  matches(pattern: string, texts: readonly string[]): Promise<boolean[]>;
  /** False when no expression will look at `data`, so that a probe need not prepare it. */
  readonly wantsData: boolean;
  /** The value; one from a store, or with the name of a secret, is redacted from everything the result says. */
  value(envVar: EnvVar): Promise<string>;
  connection(input: ConnectionInput): Promise<ResolvedConnection>;
  /** Redacts a text from everything the result says. */
  secret(text: string): void;
  /** Runs the checks of another spec as part of this one, one after the other, and gives their results. Their expressions see the variables. */
  runChecks(spec: Record<string, unknown>, variables: Readonly<Record<string, unknown>>): Promise<CheckResult[]>;
  /** False when nobody keeps artifacts, so that a probe need not collect them. */
  readonly storesArtifacts: boolean;
  /** Tells the operator something that does not change the result. */
  warn(message: string): void;
}

/** The code of a check kind, with its spec's type hidden behind the parse. */
export interface Probe {
  readonly kind: CheckKind;
  prepare(spec: unknown): PreparedProbe;
}

/** A spec that was read once and can be run many times. */
export interface PreparedProbe {
  /** Why the spec cannot be run; `run` is absent then. */
  problem?: string;
  endpoint: string;
  host: string | undefined;
  /** The time limit that the spec itself asks for. */
  timeoutMs: number | undefined;
  run?(context: ProbeContext): Promise<ProbeOutcome>;
  /** Removes what the check keeps outside between its runs. */
  retire?(context: ProbeContext): Promise<void>;
}

/** Joins a kind with its code. `timeoutMs` gives the limit that the spec asks for, if any. */
export function defineProbe<S extends BaseCheck>(
  kind: CheckKind<S>,
  code: {
    timeoutMs?: (spec: S) => number | undefined;
    run(spec: S, context: ProbeContext): Promise<ProbeOutcome>;
    retire?: (spec: S, context: ProbeContext) => Promise<void>;
  },
): Probe {
  return {
    kind,
    prepare(value) {
      const parsed = kind.schema.safeParse(value);
      if (!parsed.success) {
        const [first] = parsed.error.issues;
        return {
          problem: `${kind.key}${first ? `.${first.path.join('.')}: ${first.message}` : ''}`,
          endpoint: '',
          host: undefined,
          timeoutMs: undefined,
        };
      }
      const spec = parsed.data;
      const { retire } = code;
      return {
        endpoint: kind.endpoint(spec),
        host: kind.host(spec),
        timeoutMs: code.timeoutMs?.(spec),
        run: (context) => code.run(spec, context),
        ...(retire === undefined ? {} : { retire: (context: ProbeContext) => retire(spec, context) }),
      };
    },
  };
}

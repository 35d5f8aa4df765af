import type { CheckResult } from '@quarterdeck/integrations/run';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LoadedCanary } from '../scheduling/canary-cache.ts';

const LABELS: readonly string[] = ['type', 'endpoint', 'canary_name', 'canary_namespace', 'owner', 'severity', 'key', 'name'];
const GAUGE_LABELS: readonly string[] = ['key', 'type', 'canary_name', 'canary_namespace', 'name'];
const DURATION_BUCKETS_MS = [5, 10, 25, 50, 200, 500, 1000, 3000, 10_000, 30_000];

type Labels = Record<string, string>;

interface Series {
  endpoint: string;
  owner: string;
  severity: string;
  canaryName: string;
  /** Labels of the gauge, of most metrics, and of the invalid counter, which has no extra labels. */
  gauge: Labels;
  info: Labels;
  plain: Labels;
}

/** Name of the metric label that carries a check label. */
function labelName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^(\d)/, '_$1');
}

function seriesOf(canary: LoadedCanary, checkId: string, result: CheckResult, extra: readonly string[]): Series {
  const gauge = {
    key: checkId,
    type: result.type,
    canary_name: canary.definition.canary.name,
    canary_namespace: canary.definition.canary.namespace,
    name: result.name,
  };
  const endpoint = result.description ?? result.endpoint;
  const owner = result.owner ?? '';
  const severity = result.severity ?? '';
  const added = Object.fromEntries(extra.map((name) => [labelName(name), result.labels[name] ?? '']));
  const plain = { ...gauge, endpoint, owner, severity };
  return {
    endpoint,
    owner,
    severity,
    canaryName: canary.definition.canary.name,
    gauge: { ...gauge, ...added },
    info: { ...plain, ...added },
    plain,
  };
}

/** The result counters: exactly one of success, invalid, error, failed grows per run. */
type Verdict = 'success' | 'invalid' | 'error' | 'failed';

function verdictOf(result: CheckResult): Verdict {
  if (result.invalid) return 'invalid';
  if (result.pass) return 'success';
  return result.error === '' ? 'failed' : 'error';
}

/** The contract's metrics of checks, kept for as long as a check lives. Source: health-checks §6.9. */
export class CheckMetrics {
  private readonly gauge: Gauge;
  private readonly info: Gauge;
  private readonly total: Counter;
  private readonly verdicts: Record<Verdict, Counter>;
  private readonly duration: Histogram;
  private readonly known = new Map<string, Series>();

  private readonly extraLabels: readonly string[];

  /** @param extraLabels labels of checks that most metrics carry; empty where a check lacks one */
  constructor(registry: Registry, extraLabels: readonly string[] = []) {
    const registers = [registry];
    this.extraLabels = extraLabels;
    const added = extraLabels.map(labelName);
    const infoLabels = [...LABELS, ...added];
    const counter = (name: string, help: string, labelNames = infoLabels) => new Counter({ name, help, labelNames, registers });
    this.gauge = new Gauge({
      name: 'canary_check',
      help: '0 when the check passes, 1 when it fails',
      labelNames: [...GAUGE_LABELS, ...added],
      registers,
    });
    this.info = new Gauge({
      name: 'canary_check_info',
      help: 'What is known of a check; 0 passes, 1 fails',
      labelNames: infoLabels,
      registers,
    });
    this.total = counter('canary_check_count', 'Runs of a check');
    this.verdicts = {
      success: counter('canary_check_success_count', 'Runs that passed'),
      failed: counter('canary_check_failed_count', 'Runs whose test was false'),
      invalid: counter('canary_check_invalid_count', 'Runs of a check that is not usable', [...LABELS]),
      error: counter('canary_check_error_count', 'Runs that failed with an error'),
    };
    this.duration = new Histogram({
      name: 'canary_check_duration',
      help: 'Duration of a check in milliseconds',
      labelNames: infoLabels,
      buckets: DURATION_BUCKETS_MS,
      registers,
    });
  }

  /** Checks that have series. */
  get checkIds(): string[] {
    return [...this.known.keys()];
  }

  record(canary: LoadedCanary, checkId: string, result: CheckResult): void {
    const series = this.seriesFor(canary, checkId, result);
    const failing = result.pass ? 0 : 1;
    this.gauge.set(series.gauge, failing);
    this.info.set(series.info, failing);
    this.total.inc(series.info);
    const verdict = verdictOf(result);
    this.verdicts[verdict].inc(verdict === 'invalid' ? series.plain : series.info);
    this.duration.observe(series.info, result.durationMs);
  }

  /** Forgets a check that is gone. */
  remove(checkId: string): void {
    const series = this.known.get(checkId);
    if (series === undefined) return;
    this.known.delete(checkId);
    this.gauge.remove(series.gauge);
    const { success, failed, error, invalid } = this.verdicts;
    for (const metric of [this.info, this.total, this.duration, success, failed, error]) metric.remove(series.info);
    invalid.remove(series.plain);
  }

  private seriesFor(canary: LoadedCanary, checkId: string, result: CheckResult): Series {
    const known = this.known.get(checkId);
    const isSame =
      known !== undefined &&
      known.endpoint === (result.description ?? result.endpoint) &&
      known.owner === (result.owner ?? '') &&
      known.severity === (result.severity ?? '') &&
      known.canaryName === canary.definition.canary.name &&
      this.extraLabels.every((name) => known.gauge[labelName(name)] === (result.labels[name] ?? ''));
    if (isSame) return known;
    this.remove(checkId);
    const series = seriesOf(canary, checkId, result, this.extraLabels);
    this.known.set(checkId, series);
    return series;
  }
}

import type { MetricSample } from '@quarterdeck/integrations/run';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const VALID_METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const VALID_LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

type Collector = Counter | Gauge | Histogram;

interface Registered {
  type: MetricSample['type'];
  labelNames: string[];
  record(sample: MetricSample): void;
  remove(labels: Record<string, string>): void;
}

function identityOf(sample: MetricSample): string[] {
  return Object.keys(sample.labels).sort();
}

/**
 * Metrics that checks define themselves. Name, type and label names identify a collector; a second registration that differs is refused.
 * Source: health-checks §3.6.
 */
export class CustomMetrics {
  private readonly registry: Registry;
  private readonly byName = new Map<string, Registered>();
  private readonly labelsByCheck = new Map<string, Map<string, { name: string; labels: Record<string, string> }>>();

  constructor(registry: Registry) {
    this.registry = registry;
  }

  /**
   * Records the samples of one result.
   * @returns why samples were refused; empty when all were taken
   */
  record(checkId: string, samples: readonly MetricSample[]): string[] {
    return samples.flatMap((sample) => {
      if (sample.name === '' || !Number.isFinite(sample.value)) return [];
      const found = this.collectorFor(sample);
      if (typeof found === 'string') return [found];
      found.record(sample);
      const own = this.labelsByCheck.get(checkId) ?? new Map();
      own.set(`${sample.name}\0${JSON.stringify(sample.labels)}`, { name: sample.name, labels: sample.labels });
      this.labelsByCheck.set(checkId, own);
      return [];
    });
  }

  /** Removes the series of a check that is gone. */
  remove(checkId: string): void {
    for (const { name, labels } of this.labelsByCheck.get(checkId)?.values() ?? []) this.byName.get(name)?.remove(labels);
    this.labelsByCheck.delete(checkId);
  }

  private collectorFor(sample: MetricSample): Registered | string {
    const labelNames = identityOf(sample);
    const known = this.byName.get(sample.name);
    if (known !== undefined) {
      const same = known.type === sample.type && known.labelNames.join() === labelNames.join();
      return same ? known : `metric ${sample.name} is already registered with another type or other labels`;
    }
    if (!VALID_METRIC_NAME.test(sample.name)) return `"${sample.name}" is no metric name`;
    const wrong = labelNames.find((name) => !VALID_LABEL_NAME.test(name));
    if (wrong !== undefined) return `"${wrong}" is no label name`;
    if (this.registry.getSingleMetric(sample.name) !== undefined) return `metric ${sample.name} belongs to the server`;
    const registered = this.create(sample, labelNames);
    this.byName.set(sample.name, registered);
    return registered;
  }

  private create({ name, type, buckets }: MetricSample, labelNames: string[]): Registered {
    const configuration = { name, help: `Defined by checks: ${name}`, labelNames, registers: [this.registry] };
    const base = (collector: Collector) => ({
      type,
      labelNames,
      remove: (labels: Record<string, string>) => collector.remove(labels),
    });
    if (type === 'counter') {
      const counter = new Counter(configuration);
      return { ...base(counter), record: ({ labels, value }) => (value > 0 ? counter.inc(labels, value) : undefined) };
    }
    if (type === 'gauge') {
      const gauge = new Gauge(configuration);
      return { ...base(gauge), record: ({ labels, value }) => gauge.set(labels, value) };
    }
    const histogram = new Histogram({ ...configuration, ...(buckets === undefined ? {} : { buckets: [...buckets] }) });
    return { ...base(histogram), record: ({ labels, value }) => histogram.observe(labels, value) };
  }
}

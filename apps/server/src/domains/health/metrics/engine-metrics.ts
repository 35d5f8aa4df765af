import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const LATENESS_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What the health engine tells about itself. */
export interface EngineMetrics {
  /** @param ms how long after its due time a canary started */
  observeLateness(ms: number): void;
  countStored(results: number): void;
  countDropped(results: number): void;
}

export function engineMetrics(registry: Registry, read: { pendingResults(): number; runningCanaries(): number }): EngineMetrics {
  const registers = [registry];
  const lateness = new Histogram({
    name: 'quarterdeck_schedule_lateness_seconds',
    help: 'How long after its due time a canary started',
    buckets: LATENESS_BUCKETS_S,
    registers,
  });
  const stored = new Counter({ name: 'quarterdeck_results_stored_total', help: 'Check results stored', registers });
  const dropped = new Counter({
    name: 'quarterdeck_results_dropped_total',
    help: 'Check results lost because the database was away for too long or refused them',
    registers,
  });
  new Gauge({
    name: 'quarterdeck_results_pending',
    help: 'Check results that wait for the database',
    registers,
    collect() {
      this.set(read.pendingResults());
    },
  });
  new Gauge({
    name: 'quarterdeck_canaries_running',
    help: 'Canaries that this worker holds',
    registers,
    collect() {
      this.set(read.runningCanaries());
    },
  });
  return {
    observeLateness: (ms) => lateness.observe(Math.max(0, ms) / 1000),
    countStored: (results) => stored.inc(results),
    countDropped: (results) => dropped.inc(results),
  };
}

import type { CheckStats } from '@quarterdeck/contract/health';
import { describe, expect, it } from 'vitest';
import { chartModel } from './chart-model.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute)).toISOString();
const ms = (minute: number) => Date.parse(at(minute));

function stats(buckets: { minute: number; passed: number; failed: number }[]): CheckStats {
  return {
    range: { from: at(0), to: at(60) },
    as_of: at(60),
    uptime: { passed: 0, failed: 0 },
    latency: { p50: null, p95: null, p97: null, p99: null, avg: null, max: null },
    bucket_seconds: 60,
    buckets: buckets.map(({ minute, passed, failed }) => ({ time: at(minute), passed, failed, p50: 1, p95: 2, avg: 1, max: 2 })),
    transitions: [{ time: at(2), status: 'unhealthy' }],
  };
}

describe('chartModel', () => {
  it('joins neighbouring buckets of one state and tells mixed from failed', () => {
    const model = chartModel(
      stats([
        { minute: 0, passed: 1, failed: 0 },
        { minute: 1, passed: 1, failed: 0 },
        { minute: 2, passed: 1, failed: 1 },
        { minute: 3, passed: 0, failed: 1 },
      ]),
      800,
    );
    expect(model.spans.map(({ fromMs, toMs, state }) => [fromMs, toMs, state])).toEqual([
      [ms(0), ms(2), 'healthy'],
      [ms(2), ms(3), 'mixed'],
      [ms(3), ms(6), 'unhealthy'],
    ]);
    expect([model.limitMs, model.transitions]).toEqual([800, [{ timeMs: ms(2), status: 'unhealthy' }]]);
  });

  it('takes the usual distance of the results as no gap, however narrow the buckets are', () => {
    const every5 = [0, 5, 10, 15, 35].map((minute) => ({ minute, passed: 1, failed: 0 }));
    const model = chartModel(stats(every5), undefined);
    expect(model.times).toEqual([ms(0), ms(5), ms(10), ms(15), ms(20), ms(35)]);
    expect(model.p95).toEqual([2, 2, 2, 2, null, 2]);
    expect(model.spans.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [ms(0), ms(20)],
      [ms(35), ms(50)],
    ]);
  });

  it('breaks lines and band where results are missing', () => {
    const model = chartModel(
      stats([
        { minute: 0, passed: 1, failed: 0 },
        { minute: 30, passed: 1, failed: 0 },
      ]),
      undefined,
    );
    expect(model.p95).toEqual([2, null, 2]);
    expect(model.times).toEqual([ms(0), ms(1), ms(30)]);
    expect(model.spans.map(({ toMs }) => toMs)).toEqual([ms(1), ms(33)]);
  });
});

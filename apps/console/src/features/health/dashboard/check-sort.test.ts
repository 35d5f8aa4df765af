import { describe, expect, it } from 'vitest';
import { aCheck, idsOf } from './check-fixture.ts';
import { DEFAULT_SORT, latencyOf, type SortKey, sortChecks } from './check-sort.ts';

const checks = [
  aCheck({ id: 'c10', name: 'item10', latency: { p95: 5, rolling1h: 5 } }),
  aCheck({
    id: 'c2',
    name: 'Item2',
    status: 'unhealthy',
    uptime: { passed: 1, failed: 9 },
    last_transition_time: '2026-01-02T00:00:00Z',
  }),
  aCheck({ id: 'c1', name: 'item1', latency: { p95: 900, rolling1h: 1 }, last_transition_time: '2026-01-01T00:00:00Z' }),
  aCheck({ id: 'c3', name: 'item3', status: undefined, uptime: { passed: 0, failed: 0 }, latency: { rolling1h: 0 } }),
];
const order = (by: SortKey, desc: boolean) => idsOf(sortChecks(checks, { by, desc }));

describe('sorting', () => {
  it('puts what needs a look first unless told otherwise', () => {
    expect(idsOf(sortChecks(checks, DEFAULT_SORT))).toEqual(['c2', 'c3', 'c1', 'c10']);
  });

  it('orders names naturally and without case', () => {
    expect(order('name', false)).toEqual(['c1', 'c2', 'c3', 'c10']);
    expect(order('name', true)).toEqual(['c10', 'c3', 'c2', 'c1']);
  });

  it('knows names that were not there before', () => {
    order('name', false);
    const more = [...checks, aCheck({ id: 'c0', name: 'aaa' })];
    expect(idsOf(sortChecks(more, { by: 'name', desc: false }))[0]).toBe('c0');
  });

  it('puts missing values last in both directions', () => {
    expect(order('uptime', false)).toEqual(['c2', 'c1', 'c10', 'c3']);
    expect(order('uptime', true)).toEqual(['c1', 'c10', 'c2', 'c3']);
    expect(order('latency', true)).toEqual(['c1', 'c2', 'c10', 'c3']);
  });

  it('puts the youngest transition first when ascending by its age', () => {
    expect(order('transition', false).slice(0, 2)).toEqual(['c2', 'c1']);
  });

  it('leaves its input alone', () => {
    const before = idsOf(checks);
    order('name', true);
    expect(idsOf(checks)).toEqual(before);
  });
});

describe('the latency of a row', () => {
  it('is the 95th percentile, else the last hour, and missing without results', () => {
    expect(latencyOf(aCheck({ id: 'a', latency: { p95: 0, rolling1h: 7 } }))).toBe(0);
    expect(latencyOf(aCheck({ id: 'a', latency: { p95: null, rolling1h: 7 } }))).toBe(7);
    expect(latencyOf(aCheck({ id: 'a', latency: { rolling1h: 0 } }))).toBeUndefined();
  });
});

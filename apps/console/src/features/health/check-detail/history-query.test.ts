import { describe, expect, it } from 'vitest';
import { historyQuery, totalFromContentRange } from './history-query.ts';

const now = new Date('2026-03-02T12:00:00Z');
const all = { checkId: 'c1', timeRange: '1h', status: undefined, atLeastMs: undefined, page: 0 } as const;

describe('historyQuery', () => {
  it('asks for the newest fifty results of the check inside the range', () => {
    const query = new URLSearchParams(historyQuery(all, now));
    expect(Object.fromEntries(query)).toEqual({
      select: 'time,duration,status,invalid,message,error',
      check_id: 'eq.c1',
      time: 'gt.2026-03-02T11:00:00.000Z',
      order: 'time.desc',
      limit: '50',
      offset: '0',
    });
  });

  it('sends healthy as 1, unhealthy as 0 and the duration as at least that many milliseconds', () => {
    const healthy = new URLSearchParams(historyQuery({ ...all, status: 'healthy', atLeastMs: 500 }, now));
    const unhealthy = new URLSearchParams(historyQuery({ ...all, status: 'unhealthy' }, now));
    expect([healthy.get('status'), healthy.get('duration'), unhealthy.get('status')]).toEqual(['eq.1', 'gte.500', 'eq.0']);
  });

  it('skips fifty results for every page before', () => {
    expect(new URLSearchParams(historyQuery({ ...all, page: 3 }, now)).get('offset')).toBe('150');
  });
});

describe('totalFromContentRange', () => {
  it('reads the total after the slash', () => {
    expect([totalFromContentRange('0-49/180'), totalFromContentRange('*/0')]).toEqual([180, 0]);
  });

  it('is unknown without a header or without a count', () => {
    expect([totalFromContentRange(null), totalFromContentRange('0-49/*')]).toEqual([undefined, undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { causeOf } from './cause.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const healthy = {
  status: 'healthy',
  last_transition_time: null,
  last_runtime: '2026-03-02T11:59:30Z',
  next_runtime: '2026-03-02T12:00:30Z',
  deleted_at: null,
} as const;
const text = (cause: ReturnType<typeof causeOf>) => (cause === undefined ? undefined : cause.headline + cause.rest);

describe('causeOf', () => {
  it('keeps silent about a healthy check', () => {
    expect(causeOf(healthy, 'current', now)).toBeUndefined();
  });

  it('says for how long and since when a check fails, with the date once it is not today', () => {
    const failing = { ...healthy, status: 'unhealthy' } as const;
    expect(text(causeOf({ ...failing, last_transition_time: '2026-03-02T09:55:00Z' }, 'current', now))).toBe(
      'Unhealthy for 2h 5m, since 09:55:00 UTC',
    );
    expect(text(causeOf({ ...failing, last_transition_time: '2026-03-01T09:00:00Z' }, 'current', now))).toBe(
      'Unhealthy for 1d 3h, since 1 Mar 09:00:00 UTC',
    );
  });

  it('says that a check never ran and when it will', () => {
    expect(text(causeOf({ ...healthy, status: null, last_runtime: null }, 'never-ran', now))).toBe(
      'Never ran, the first run is due in 30s',
    );
  });

  it('puts a missing result before the old state', () => {
    const late = {
      ...healthy,
      status: 'unhealthy',
      last_runtime: '2026-03-02T11:50:00Z',
      next_runtime: '2026-03-02T11:51:00Z',
    } as const;
    expect(causeOf(late, 'late', now)).toEqual({
      tone: 'warning',
      headline: 'No result for 10m',
      rest: ', the next run was due 9m ago',
    });
  });

  it('says that a check is suspended and how old its values are', () => {
    const stopped = { ...healthy, status: 'unhealthy', last_runtime: '2026-03-02T10:00:00Z' } as const;
    expect(causeOf(stopped, 'suspended', now)).toEqual({
      tone: undefined,
      headline: 'Suspended',
      rest: ', the values below are from its last run 2h ago',
    });
    expect(text(causeOf({ ...stopped, last_runtime: null }, 'suspended', now))).toBe('Suspended, it never ran');
  });

  it('says that a check was deleted', () => {
    expect(text(causeOf({ ...healthy, deleted_at: '2026-03-02T11:00:00Z' }, 'deleted', now))).toContain('Deleted 1h ago');
  });
});

import { describe, expect, it } from 'vitest';
import { aCheck } from './check-fixture.ts';
import { attentionOf, countHealth, healthOf, rollUp, urgencyOf } from './check-health.ts';

const healthy = aCheck({ id: 'h' });
const unhealthy = aCheck({ id: 'u', status: 'unhealthy', uptime: { passed: 9, failed: 1 } });
const unknown = aCheck({ id: 'n', status: undefined, uptime: { passed: 0, failed: 0 } });

describe('health of a check', () => {
  it('is unknown before the first result, and suspended whatever the last result was', () => {
    expect(healthOf(unknown)).toBe('unknown');
    expect(healthOf({ ...unhealthy, suspended: true })).toBe('suspended');
    expect(healthOf(unhealthy)).toBe('unhealthy');
  });

  it('is the more urgent the sooner it needs a look', () => {
    const states = ['healthy', 'suspended', 'unknown', 'warning', 'unhealthy'] as const;
    expect(states.map(urgencyOf)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('health of a group', () => {
  it.each([
    ['good when all are healthy', [healthy, healthy], 'good'],
    ['bad when all are unhealthy', [unhealthy, unhealthy], 'bad'],
    ['mixed when both occur', [healthy, unhealthy], 'mixed'],
    ['mixed when some have no result yet', [healthy, unknown], 'mixed'],
    ['unknown when none has a result', [unknown, unknown], 'unknown'],
  ])('is %s', (_, members, health) => {
    expect(rollUp(members).health).toBe(health);
  });

  it('counts the members whose every result passed', () => {
    expect(rollUp([healthy, unhealthy, unknown])).toMatchObject({ fullyPassing: 1, total: 3 });
  });
});

describe('counts by state', () => {
  it('name the most urgent state that occurs', () => {
    expect(attentionOf(countHealth([healthy, unhealthy]))).toBe('unhealthy');
    expect(attentionOf(countHealth([healthy, unknown]))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { checkHealth, checkSeverity, checkSituation, latencyLimitMs, shownLabels } from './check-state.ts';

const now = Date.parse('2026-03-02T12:00:00Z');

describe('checkSituation', () => {
  it('says deleted before anything else', () => {
    expect(
      checkSituation({ deleted_at: '2026-03-01T00:00:00Z', last_runtime: null, next_runtime: null, suspended: true }, now),
    ).toBe('deleted');
  });

  it('says never ran without a last run', () => {
    expect(
      checkSituation({ deleted_at: null, last_runtime: null, next_runtime: '2026-03-02T12:01:00Z', suspended: false }, now),
    ).toBe('never-ran');
  });

  it('says late only when the owed run is two minutes overdue', () => {
    const times = (next_runtime: string) => ({
      deleted_at: null,
      last_runtime: '2026-03-02T11:50:00Z',
      next_runtime,
      suspended: false,
    });
    expect(checkSituation(times('2026-03-02T11:58:00Z'), now)).toBe('current');
    expect(checkSituation(times('2026-03-02T11:57:59Z'), now)).toBe('late');
  });

  it('says suspended rather than late or never ran', () => {
    const times = { deleted_at: null, next_runtime: '2026-03-01T00:00:00Z', suspended: true };
    expect(checkSituation({ ...times, last_runtime: '2026-03-01T00:00:00Z' }, now)).toBe('suspended');
    expect(checkSituation({ ...times, last_runtime: null }, now)).toBe('suspended');
  });

  it('takes a check without a schedule as current', () => {
    expect(
      checkSituation({ deleted_at: null, last_runtime: '2025-01-01T00:00:00Z', next_runtime: null, suspended: false }, now),
    ).toBe('current');
  });
});

describe('checkHealth', () => {
  it('shows a suspended check as suspended whatever its last result was', () => {
    expect(checkHealth({ status: 'unhealthy', suspended: true, deleted_at: null })).toBe('suspended');
    expect(checkHealth({ status: null, suspended: false, deleted_at: null })).toBe('unknown');
  });

  it('knows nothing of a check that was deleted', () => {
    expect(checkHealth({ status: 'healthy', suspended: false, deleted_at: '2026-03-02T11:00:00Z' })).toBe('unknown');
  });
});

describe('latencyLimitMs', () => {
  it('reads the limit whatever the case of its key', () => {
    expect([latencyLimitMs({ thresholdMillis: 800 }), latencyLimitMs({ thresholdmillis: 20 })]).toEqual([800, 20]);
  });

  it('has no limit without the key, at zero, and for a spec that is no object', () => {
    expect([latencyLimitMs({ url: 'x' }), latencyLimitMs({ thresholdMillis: 0 }), latencyLimitMs(null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('checkSeverity', () => {
  it("prefers the check's own severity to the one in the spec", () => {
    expect(checkSeverity({ severity: 'high', spec: { severity: 'low' } })).toBe('high');
    expect(checkSeverity({ severity: null, spec: { severity: 'low' } })).toBe('low');
    expect(checkSeverity({ severity: '', spec: {} })).toBeUndefined();
  });
});

describe('shownLabels', () => {
  it('leaves out only the marker that repeats the severity', () => {
    const labels = { high: 'true', team: 'web', low: 'true' };
    expect(shownLabels({ labels, severity: 'high', spec: {} })).toEqual({ team: 'web', low: 'true' });
    expect(shownLabels({ labels: { high: 'alps' }, severity: 'high', spec: {} })).toEqual({ high: 'alps' });
    expect(shownLabels({ labels: null, severity: null, spec: {} })).toEqual({});
  });
});

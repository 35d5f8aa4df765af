import type { CheckSummary } from '@quarterdeck/contract/health';

/** A healthy check for tests of the dashboard's rules; `over` says what matters to the test. */
export function aCheck(over: Partial<CheckSummary> & Pick<CheckSummary, 'id'>): CheckSummary {
  return {
    canary_id: 'canary-1',
    canary_name: 'shop',
    canary_namespace: 'default',
    name: over.id,
    type: 'http',
    status: 'healthy',
    uptime: { passed: 10, failed: 0 },
    latency: { p95: 100, rolling1h: 90 },
    created_at: '2026-01-01T00:00:00Z',
    ...over,
  };
}

export const idsOf = (checks: readonly CheckSummary[]): string[] => checks.map(({ id }) => id);

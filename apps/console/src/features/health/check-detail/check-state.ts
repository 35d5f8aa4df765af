import type { CheckDetail, HealthState } from '@quarterdeck/contract/health';

/** A check that runs on a schedule counts as late this long after the run it owes. Chosen by us: a run's own time limit. */
const LATE_AFTER_MS = 120_000;

export type CheckSituation = 'deleted' | 'suspended' | 'never-ran' | 'late' | 'current';

/** A check with what the list knows about its canary. */
export type ShownCheck = CheckDetail & { readonly suspended: boolean };

type CheckTimes = Pick<ShownCheck, 'deleted_at' | 'last_runtime' | 'next_runtime' | 'suspended'>;

/** Decides what the panel may claim about a check: `late` values are shown as stale. */
export function checkSituation(check: CheckTimes, nowMs: number): CheckSituation {
  if (check.deleted_at !== null) return 'deleted';
  if (check.suspended) return 'suspended';
  if (check.last_runtime === null) return 'never-ran';
  if (check.next_runtime !== null && Date.parse(check.next_runtime) + LATE_AFTER_MS < nowMs) return 'late';
  return 'current';
}

/** Health word of the panel's head: suspended wins; unknown until the first result and once the check is gone. */
export function checkHealth(check: Pick<ShownCheck, 'status' | 'suspended' | 'deleted_at'>): HealthState {
  if (check.deleted_at !== null) return 'unknown';
  if (check.suspended) return 'suspended';
  return check.status ?? 'unknown';
}

/** Milliseconds of the spec's latency limit, when it has one; the key is matched as the parser does, without case. */
export function latencyLimitMs(spec: unknown): number | undefined {
  if (typeof spec !== 'object' || spec === null) return undefined;
  for (const [key, value] of Object.entries(spec)) {
    if (key.toLowerCase() === 'thresholdmillis' && typeof value === 'number' && value > 0) return value;
  }
  return undefined;
}

/** Severity of the check: its own, else the one its spec names. Source: spec 1 §3 "Check". */
export function checkSeverity(check: Pick<CheckDetail, 'severity' | 'spec'>): string | undefined {
  if (check.severity !== null && check.severity !== '') return check.severity;
  const { spec } = check;
  if (typeof spec === 'object' && spec !== null && 'severity' in spec && typeof spec.severity === 'string') return spec.severity;
  return undefined;
}

/** The labels worth a look: without the marker that repeats the severity, which has its own place. Source: health-checks §1.2 `severity`. */
export function shownLabels(check: Pick<CheckDetail, 'labels' | 'severity' | 'spec'>): Record<string, string> {
  const severity = checkSeverity(check);
  return Object.fromEntries(Object.entries(check.labels ?? {}).filter(([key, value]) => key !== severity || value !== 'true'));
}

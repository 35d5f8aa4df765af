/** Status of a check as stored. Source: data-model §2.3 `checks.status`. */
export const CHECK_STATUSES = ['healthy', 'unhealthy'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** Health words that links and filters may carry. Source: spec 1 §2 "Health dashboard", query parameter `status`. */
export const HEALTH_STATES = ['healthy', 'warning', 'unhealthy', 'unknown', 'suspended'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** Health of a group: good when all members are healthy, bad when all are unhealthy, mixed otherwise. Source: spec 1 §4. */
export type GroupHealth = 'good' | 'mixed' | 'bad';

/** Severity scale. Source: spec 1 §3. */
export const SEVERITIES = ['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Numeric severities; anything else reads as low. Source: spec 1 §3. */
export function severityOf(value: string | number | null | undefined): Severity {
  const numeric: Record<string, Severity> = { '1': 'medium', '2': 'high', '3': 'blocker', '4': 'critical' };
  const text = String(value ?? '').toLowerCase();
  return SEVERITIES.find((severity) => severity === text) ?? numeric[text] ?? 'low';
}

/** State of one result inside `check_states.recent` and live results: code = position. */
export const RESULT_STATES = ['unhealthy', 'healthy', 'warning', 'invalid'] as const;
export type ResultState = (typeof RESULT_STATES)[number];

/** How many results a status strip holds. Chosen by us: what fits the strip of a table row. */
export const STRIP_LENGTH = 40;

/** Packs one result for a strip: duration in whole milliseconds (≥ 0) and its state. */
export function packResult(durationMs: number, state: ResultState): number {
  return Math.max(0, Math.round(durationMs)) * 4 + RESULT_STATES.indexOf(state);
}

export function unpackResult(packed: number): { durationMs: number; state: ResultState } {
  return { durationMs: Math.floor(packed / 4), state: RESULT_STATES[packed % 4] ?? 'unhealthy' };
}

/** Tri-state of a label filter: include, exclude, no opinion. Source: spec 1 §3. */
export type TriState = 1 | -1 | 0;

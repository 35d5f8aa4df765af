/** The health states of the console, worst first. `mixed` is the roll-up of a group that partly fails. */
export type HealthState = 'unhealthy' | 'warning' | 'mixed' | 'unknown' | 'suspended' | 'healthy';

const words: Record<HealthState, string> = {
  healthy: 'Healthy',
  warning: 'Warning',
  mixed: 'Mixed',
  unhealthy: 'Unhealthy',
  unknown: 'Unknown',
  suspended: 'Suspended',
};

/** The word of a state, capitalised. */
export function healthWord(state: HealthState): string {
  return words[state];
}

const ranks: Record<HealthState, number> = { unhealthy: 0, warning: 1, mixed: 1, unknown: 2, suspended: 3, healthy: 4 };

/** Sort rank: 0 is the worst. `mixed` ranks with `warning`. */
export function healthRank(state: HealthState): number {
  return ranks[state];
}

import { type CheckSummary, type GroupHealth, HEALTH_STATES, type HealthState } from '@quarterdeck/contract/health';

/** Health word of one check: suspended wins, a check without a result is unknown. */
export function healthOf(check: Pick<CheckSummary, 'status' | 'suspended'>): HealthState {
  if (check.suspended === true) return 'suspended';
  return check.status ?? 'unknown';
}

/** From the one that needs a look first to the one that needs it last. */
const URGENCY: readonly HealthState[] = ['unhealthy', 'warning', 'unknown', 'suspended', 'healthy'];

/** 4 for unhealthy down to 0 for healthy. */
export function urgencyOf(state: HealthState): number {
  return URGENCY.length - 1 - URGENCY.indexOf(state);
}

export type HealthCounts = Readonly<Record<HealthState, number>>;

export function countHealth(checks: Iterable<CheckSummary>): HealthCounts {
  const counts: Record<HealthState, number> = { healthy: 0, warning: 0, unhealthy: 0, unknown: 0, suspended: 0 };
  for (const check of checks) counts[healthOf(check)] += 1;
  return counts;
}

/** The most urgent state that occurs, or undefined when nothing needs a look. */
export function attentionOf(counts: HealthCounts): 'unhealthy' | 'warning' | undefined {
  if (counts.unhealthy > 0) return 'unhealthy';
  return counts.warning > 0 ? 'warning' : undefined;
}

export interface RollUp {
  /** Good, bad or mixed as the specification says; unknown while no member has a result. Source: spec 1 §4. */
  health: GroupHealth | 'unknown';
  counts: HealthCounts;
  /** Members whose every result of the measured time passed. */
  fullyPassing: number;
  total: number;
}

function isFullyPassing({ uptime }: CheckSummary): boolean {
  return uptime.passed > 0 && uptime.failed === 0;
}

export function rollUp(members: readonly CheckSummary[]): RollUp {
  const healthy = members.filter((check) => check.status === 'healthy').length;
  const unhealthy = members.filter((check) => check.status === 'unhealthy').length;
  let health: RollUp['health'] = 'mixed';
  if (healthy === members.length) health = 'good';
  else if (unhealthy === members.length) health = 'bad';
  else if (healthy + unhealthy === 0) health = 'unknown';
  return { health, counts: countHealth(members), fullyPassing: members.filter(isFullyPassing).length, total: members.length };
}

export function isHealthState(value: string): value is HealthState {
  return HEALTH_STATES.some((state) => state === value);
}

export type HealthState = 'healthy' | 'unhealthy' | 'warning' | 'unknown';

/** How a Kubernetes object fares. Source: health-checks §2.16. */
export interface KubernetesHealth {
  health: HealthState;
  /** A word or two such as `Running`, `CrashLoopBackOff` or `Scaled to Zero`; empty when nothing is known. */
  status: string;
  message: string;
  /** The object does not change any more by itself: it serves, has ended or has failed for good. */
  ready: boolean;
}

export function healthOf(health: HealthState, status: string, ready: boolean, message = ''): KubernetesHealth {
  return { health, status, message, ready };
}

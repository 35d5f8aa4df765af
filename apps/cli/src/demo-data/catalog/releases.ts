import type { Workload } from '../company/workloads.ts';

export interface Release {
  readonly previous: string;
  readonly current: string;
  /** The one that an outage may come with. */
  readonly next: string;
  readonly replicas: number;
}

/** What is deployed of a workload; follows from its number alone. */
export function releaseOf({ n, tier }: Pick<Workload, 'n' | 'tier'>): Release {
  const minor = 4 + (n % 37);
  return { previous: `2.${minor - 1}.${n % 5}`, current: `2.${minor}.0`, next: `2.${minor}.1`, replicas: tier === 1 ? 6 : 3 };
}

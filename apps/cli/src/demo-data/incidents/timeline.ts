import type { Outage } from '../health/outages.ts';
import type { Random } from '../random.ts';
import { after, earlier, MINUTE_MS } from '../times.ts';

export type IncidentStatus = 'new' | 'open' | 'investigating' | 'mitigated' | 'resolved' | 'closed' | 'cancelled';

/** When an incident went through its states; a moment that is absent has not come. */
export interface Timeline {
  readonly status: IncidentStatus;
  readonly createdAt: Date;
  readonly acknowledgedAt?: Date;
  readonly resolvedAt?: Date;
  readonly closedAt?: Date;
  /** Every change of the status after the first, in order. */
  readonly steps: readonly (readonly [IncidentStatus, Date])[];
}

/** What an incident about an outage went through, none of it after `end`. */
export function planTimeline(outage: Outage, end: Date, random: Random): Timeline {
  const createdAt = after(outage.startedAt, random.whole(90, 540) * 1000);
  const acknowledgedAt = after(createdAt, random.whole(2, 15) * MINUTE_MS);
  if (outage.endedAt === undefined) {
    const status = random.weighted([
      ['open', 5],
      ['investigating', 4],
      ['new', 1],
      ['mitigated', 1],
    ] as const);
    if (status === 'open' || status === 'new') return { status, createdAt, steps: [] };
    const investigating = ['investigating', acknowledgedAt] as const;
    if (status === 'investigating') return { status, createdAt, acknowledgedAt, steps: [investigating] };
    return { status, createdAt, acknowledgedAt, steps: [investigating, ['mitigated', after(acknowledgedAt, 12 * MINUTE_MS)]] };
  }
  const status = random.weighted([
    ['closed', 12],
    ['resolved', 5],
    ['mitigated', 1],
    ['cancelled', 1],
  ] as const);
  const steps: [IncidentStatus, Date][] = [['investigating', acknowledgedAt]];
  const quietAt = earlier(after(outage.endedAt, random.whole(3, 20) * MINUTE_MS), end);
  steps.push(['mitigated', earlier(outage.endedAt, end)]);
  if (status === 'mitigated') return { status, createdAt, acknowledgedAt, steps };
  if (status === 'cancelled') {
    steps.push(['cancelled', quietAt]);
    return { status, createdAt, acknowledgedAt, resolvedAt: quietAt, closedAt: quietAt, steps };
  }
  steps.push(['resolved', quietAt]);
  if (status === 'resolved') return { status, createdAt, acknowledgedAt, resolvedAt: quietAt, steps };
  const closedAt = earlier(after(quietAt, random.whole(20, 2_000) * MINUTE_MS), end);
  steps.push(['closed', closedAt]);
  return { status, createdAt, acknowledgedAt, resolvedAt: quietAt, closedAt, steps };
}

import type { Company, Workload } from '../company/workloads.ts';
import { type DemoOptions, startOf } from '../model.ts';
import type { Random } from '../random.ts';
import { after, HOUR_MS, MINUTE_MS } from '../times.ts';
import { type OutageStory, STORIES } from './outage-stories.ts';

/** A time in which a workload was broken: the cause, the checks that noticed and, unless it lasts, the end. */
export interface Outage {
  readonly n: number;
  readonly workload: Workload;
  readonly story: OutageStory;
  /** The deployment that broke it. */
  readonly deployedAt: Date;
  /** First failing check. */
  readonly startedAt: Date;
  /** Absent while it lasts. */
  readonly endedAt?: Date;
  /** Numbers of the check templates that fail, ascending. */
  readonly failing: readonly number[];
}

/** Down times shorter than the hour between two coarse results would not show in the history. */
const SHORTEST_MS = 70 * MINUTE_MS;
const LONGEST_MS = 7 * HOUR_MS;
/** Room for an outage, the deployment before it and quiet around it; with less, there are fewer outages. */
const SHORTEST_SLOT_MS = 4 * HOUR_MS;
/** Share of the workloads that are broken at the end; never fewer than about two of them. */
const LASTING_SHARE = 0.04;

/**
 * The outages behind the incidents, at most one at a time per workload: the history is cut in equal slots, each with one outage.
 * @param capable workloads, from the first, that are in the catalog and in the topology
 */
export function planOutages(company: Company, capable: number, options: DemoOptions, random: Random): Outage[] {
  const hosts = Math.max(1, Math.min(company.canaries, company.inCatalog, capable));
  const from = after(startOf(options), HOUR_MS);
  const spanMs = options.end.getTime() - from.getTime();
  const slots = Math.max(1, Math.min(Math.ceil(options.size.incidents / hosts), Math.floor(spanMs / SHORTEST_SLOT_MS)));
  const slotMs = spanMs / slots;
  return Array.from({ length: Math.min(options.size.incidents, hosts * slots) }, (_, n) => {
    const workload = company.workloads[n % hosts];
    if (workload === undefined) throw new RangeError(`no workload for outage ${n}`);
    const slot = Math.floor(n / hosts);
    const lasts = slot === slots - 1 && random.part(`lasts-${n}`).chance(Math.max(LASTING_SHARE, 2 / hosts));
    return planOutage(
      n,
      workload,
      after(from, slot * slotMs),
      slotMs,
      lasts ? options.end : undefined,
      random.part(`outage-${n}`),
    );
  });
}

function planOutage(
  n: number,
  workload: Workload,
  slotStart: Date,
  slotMs: number,
  lastsAt: Date | undefined,
  random: Random,
): Outage {
  const story = random.pick(STORIES);
  const leadMs = random.whole(2, 14) * MINUTE_MS;
  const durationMs = Math.min(Math.max(SHORTEST_MS, random.next() ** 2 * LONGEST_MS), Math.max(slotMs * 0.45, SHORTEST_MS));
  const latestMs = Math.max(leadMs, slotMs - durationMs - 30 * MINUTE_MS);
  const startedAt =
    lastsAt === undefined
      ? wholeMinute(after(slotStart, leadMs + random.next() * (latestMs - leadMs)))
      : wholeMinute(after(lastsAt, -Math.min(durationMs, slotMs * 0.4)));
  return {
    n,
    workload,
    story,
    deployedAt: after(startedAt, -leadMs + random.whole(1, 50) * 1000),
    startedAt,
    ...(lastsAt === undefined ? { endedAt: wholeMinute(after(startedAt, durationMs)) } : {}),
    failing: story.failing,
  };
}

function wholeMinute(time: Date): Date {
  return new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS);
}

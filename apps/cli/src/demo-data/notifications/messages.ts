import type { Staff } from '../company/staff.ts';
import type { Workload } from '../company/workloads.ts';
import { demoId } from '../demo-id.ts';
import type { Outage } from '../health/outages.ts';
import { type DemoOptions, startOf } from '../model.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, earlier, HOUR_MS, later, MINUTE_MS } from '../times.ts';
import { type DemoRule, NOTIFICATION_RULES, ruleId } from './rules.ts';

export interface MessageTargets {
  readonly staff: Staff;
  readonly outages: readonly Outage[];
  readonly options: DemoOptions;
  readonly random: Random;
  check(workload: Workload, template: number): string;
  canary(workload: Workload): string;
  component(workload: Workload): string;
  config(workload: Workload): string;
}

type Status = 'sent' | 'error' | 'silenced' | 'repeat-interval' | 'sending';

const UNHEALTHY_EVENTS = ['check.failed', 'component.unhealthy', 'config.unhealthy'] as const;
const HEALTHY_EVENTS = ['check.passed', 'component.healthy', 'config.healthy'] as const;

/** Messages about the outages, sent and not sent. */
export async function writeMessages(writer: RowWriter, targets: MessageTargets): Promise<void> {
  await writer.write('notification_send_history', messageRows(targets));
}

function* messageRows(targets: MessageTargets): Iterable<RowOf<'notification_send_history'>> {
  const { outages, options, random } = targets;
  const rules = NOTIFICATION_RULES.filter(({ isDeleted, error }) => isDeleted !== true && error === undefined);
  for (let n = 0; n < options.size.messages && outages.length > 0; n++) {
    const outage = outages[n % outages.length] ?? random.pick(outages);
    const isOver = outage.endedAt !== undefined && random.chance(0.35);
    const event = random.pick(isOver ? HEALTHY_EVENTS : UNHEALTHY_EVENTS);
    const rule =
      rules.find(({ events }) => events.includes(event) && random.chance(0.6)) ??
      rules.find(({ events }) => events.includes(event)) ??
      rules[0];
    if (rule === undefined) return;
    const firstAt =
      isOver && outage.endedAt !== undefined
        ? after(outage.endedAt, random.whole(5, 90) * 1000)
        : after(outage.startedAt, random.whole(5, 40 * 60) * 1000);
    const status =
      n < 5
        ? (['sent', 'error', 'silenced', 'repeat-interval', 'sending'] as const)[n]
        : random.weighted<Status>([
            ['sent', 14],
            ['error', 2],
            ['silenced', 2],
            ['repeat-interval', 4],
          ]);
    yield messageRow(n, rule, status ?? 'sent', event, earlier(firstAt, options.end), outage, targets);
  }
}

function messageRow(
  n: number,
  rule: DemoRule,
  status: Status,
  event: string,
  firstAt: Date,
  outage: Outage,
  targets: MessageTargets,
): RowOf<'notification_send_history'> {
  const { random, options, staff } = targets;
  const { workload, failing } = outage;
  const isUnsent = status === 'silenced' || status === 'repeat-interval';
  const count = isUnsent ? random.whole(1, 30) : 1;
  const at = count > 1 ? earlier(after(firstAt, random.whole(1, 60) * MINUTE_MS), options.end) : firstAt;
  const resource = event.startsWith('check')
    ? targets.check(workload, random.pick(failing))
    : event.startsWith('component')
      ? targets.component(workload)
      : targets.config(workload);
  return {
    id: demoId('message', n, firstAt),
    notification_id: ruleId(rule, options.end),
    body: isUnsent
      ? null
      : `**${workload.app}** in ${workload.cluster.name}: ${event.replace('.', ' ')}\n\n${outage.story.reason}`,
    status,
    count,
    first_observed: firstAt,
    source_event: event,
    resource_id: resource,
    person_id: rule.to === 'person' ? staff.founder.id : null,
    error:
      status === 'error'
        ? random.pick(['slack: channel_not_found', 'dial tcp: i/o timeout', 'smtp: 550 mailbox unavailable'])
        : null,
    duration_millis: isUnsent || status === 'sending' ? null : random.whole(60, 2_400),
    created_at: later(at, startOf(options)),
  };
}

/** Silences that were, are and will be, on every kind of resource. */
export async function writeSilences(
  writer: RowWriter,
  workloads: readonly Workload[],
  targets: MessageTargets,
  teamAuthor: string,
): Promise<void> {
  const { end } = targets.options;
  const kinds = ['config_id', 'component_id', 'check_id', 'canary_id'] as const;
  const spans = [
    [-72, -48],
    [-2, 6],
    [24, 48],
  ] as const;
  const rows = spans.flatMap(([from, until], span) =>
    kinds.map((kind, index): RowOf<'notification_silences'> => {
      const n = span * kinds.length + index;
      const workload = workloads[n % workloads.length] ?? workloads[0];
      if (workload === undefined) return {};
      const createdAt = after(end, (Math.min(from, 0) - 1) * HOUR_MS);
      const target = {
        config_id: targets.config,
        component_id: targets.component,
        canary_id: targets.canary,
        check_id: (of: Workload) => targets.check(of, 0),
      }[kind];
      return {
        id: demoId('silence', n, createdAt),
        namespace: '',
        description: ['Maintenance of the database', 'Known trouble, see the incident', 'Load test'][span],
        from: after(end, from * HOUR_MS),
        until: after(end, until * HOUR_MS),
        recursive: kind === 'config_id' || kind === 'component_id',
        config_id: null,
        component_id: null,
        check_id: null,
        canary_id: null,
        [kind]: target(workload),
        source: 'UI',
        created_by: teamAuthor,
        created_at: createdAt,
        updated_at: createdAt,
        deleted_at: n === 3 ? after(end, -50 * HOUR_MS) : null,
      };
    }),
  );
  await writer.write('notification_silences', rows);
}

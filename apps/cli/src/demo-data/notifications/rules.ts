import { CLUSTERS, CONTROL_AGENT, NAMESPACE } from '../company/places.ts';
import type { Staff } from '../company/staff.ts';
import { demoId } from '../demo-id.ts';
import type { RowWriter } from '../row-writer.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';

export interface DemoRule {
  readonly n: number;
  readonly name: string;
  readonly title: string;
  readonly events: readonly string[];
  readonly to: 'person' | 'team' | 'service';
  readonly filter?: string;
  readonly template?: string;
  readonly repeat?: string;
  readonly waitMinutes?: number;
  readonly error?: string;
  readonly isDeleted?: boolean;
}

const RULES: readonly Omit<DemoRule, 'n'>[] = [
  {
    name: 'critical-checks',
    title: 'Check {{.check.name}} fails',
    events: ['check.failed', 'check.passed'],
    to: 'service',
    filter: "check.severity == 'critical'",
    repeat: '4h',
  },
  {
    name: 'payments-team',
    title: '',
    events: ['component.unhealthy', 'component.warning', 'component.healthy'],
    to: 'team',
    filter: "component.labels['team'] == 'payments'",
    waitMinutes: 5,
  },
  { name: 'checkout-team', title: '', events: ['check.failed'], to: 'team', repeat: '1h', waitMinutes: 3 },
  {
    name: 'broken-configuration',
    title: '{{.config.name}} is {{.config.health}}',
    events: ['config.unhealthy', 'config.warning', 'config.healthy', 'config.unknown'],
    to: 'service',
    template: '**{{.config.name}}** in {{.config.tags.cluster}}: {{.config.description}}',
    repeat: '1d',
  },
  {
    name: 'approvals',
    title: 'A run waits for you',
    events: ['playbook.approval.inserted', 'playbook.spec.approval.updated'],
    to: 'person',
  },
  {
    name: 'catalog-audit',
    title: '',
    events: ['config.created', 'config.deleted', 'config.updated'],
    to: 'person',
    filter: "config.config_class == 'Role'",
    repeat: '1w',
  },
  {
    name: 'bad-filter',
    title: '',
    events: ['check.failed'],
    to: 'team',
    filter: "check.labls['team'] ==",
    error: 'filter: ERROR: <input>:1:24: Syntax error: mismatched input <EOF>',
  },
  { name: 'component-unknown', title: '', events: ['component.unknown'], to: 'person', repeat: '6h' },
  { name: 'old-pager', title: '', events: ['check.failed'], to: 'service', isDeleted: true },
];

export const NOTIFICATION_RULES: readonly DemoRule[] = RULES.map((rule, n) => ({ ...rule, n }));

function createdAt(end: Date): Date {
  return after(end, -150 * DAY_MS);
}

export function ruleId({ n }: Pick<DemoRule, 'n'>, end: Date): string {
  return demoId('notification', n, createdAt(end));
}

/** Only what demo agents send counts: events of this server never reach these rules. */
const OWN_EVENTS_ONLY = `agent.name in [${[...CLUSTERS.map(({ name }) => name), CONTROL_AGENT].map((name) => `'${name}'`).join(', ')}]`;

export async function writeRules(writer: RowWriter, staff: Staff, teamId: (team: string) => string, end: Date): Promise<void> {
  await writer.write(
    'notifications',
    NOTIFICATION_RULES.map((rule) => ({
      id: ruleId(rule, end),
      name: rule.name,
      namespace: NAMESPACE,
      events: rule.events,
      error: rule.error ?? null,
      title: rule.title === '' ? null : rule.title,
      template: rule.template ?? null,
      filter:
        rule.filter === undefined
          ? OWN_EVENTS_ONLY
          : rule.error === undefined
            ? `${OWN_EVENTS_ONLY} && ${rule.filter}`
            : rule.filter,
      properties: rule.to === 'service' ? { priority: 'high' } : null,
      person_id: rule.to === 'person' ? staff.founder.id : null,
      team_id: rule.to === 'team' ? teamId(rule.name.startsWith('payments') ? 'payments' : 'checkout') : null,
      repeat_interval: rule.repeat ?? null,
      wait_for: rule.waitMinutes === undefined ? null : rule.waitMinutes * 60_000_000_000,
      group_by: rule.n === 0 ? ['label:app'] : null,
      custom_services:
        rule.to === 'service'
          ? [{ name: 'Operations', connection: `connection://${NAMESPACE}/team-chat`, properties: { channel: 'operations' } }]
          : null,
      created_by: staff.founder.id,
      created_at: createdAt(end),
      source: rule.n === 3 ? 'KubernetesCRD' : 'UI',
      updated_at: createdAt(end),
      deleted_at: rule.isDeleted === true ? after(end, -30 * HOUR_MS) : null,
    })),
  );
}

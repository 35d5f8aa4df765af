import { demoId } from '../demo-id.ts';
import type { Outage } from '../health/outages.ts';
import { type DemoOptions, startOf } from '../model.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS, HOUR_MS, later } from '../times.ts';
import type { Catalog, Item } from './catalog.ts';

interface Finding {
  readonly analyzer: string;
  readonly type: string;
  readonly classes: readonly string[];
  readonly severities: readonly string[];
  readonly message: string;
  readonly analysis: Readonly<Record<string, unknown>>;
}

const finding = (
  analyzer: string,
  type: string,
  classes: readonly string[],
  severities: readonly string[],
  message: string,
  analysis: Record<string, unknown>,
): Finding => ({ analyzer, type, classes, severities, message, analysis });

/** What analyzers find; every type, severity and a few analyzers of each kind of source. */
const FINDINGS: readonly Finding[] = [
  finding(
    'aws-idle-instance',
    'cost',
    ['VirtualMachine'],
    ['medium', 'low'],
    '<p>CPU of <b>{name}</b> stayed below 3 % for 14 days. A smaller size saves about 9.60 a day.</p>',
    { averageCpu: 2.4, days: 14, saving: 9.6 },
  ),
  finding('aws-rds-overprovisioned', 'cost', ['Database'], ['low', 'info'], 'Storage of {name} is used by 12 %.', {
    usedPercent: 12,
  }),
  finding(
    'kube-limits',
    'performance',
    ['Deployment', 'StatefulSet'],
    ['medium', 'low'],
    'Container of {name} is throttled in 31 % of its periods.',
    { throttledPercent: 31 },
  ),
  finding(
    'slow-queries',
    'performance',
    ['Database'],
    ['high', 'medium'],
    'A statement of {name} reads 4 million rows to return 12.',
    { rowsRead: 4_012_113, rowsReturned: 12 },
  ),
  finding(
    'kube-pdb',
    'reliability',
    ['Deployment', 'StatefulSet'],
    ['medium'],
    '{name} has no disruption budget: a drain may stop all its pods at once.',
    { expected: 'PodDisruptionBudget' },
  ),
  finding(
    'single-replica',
    'availability',
    ['Deployment', 'StatefulSet'],
    ['high', 'warning'],
    '{name} runs one replica in production.',
    { replicas: 1 },
  ),
  finding(
    'trivy',
    'security',
    ['Pod', 'Deployment'],
    ['critical', 'high', 'medium'],
    '<p>Image has a known hole in <code>libexpat</code>, fixed in 2.7.3.</p>',
    { vulnerability: 'CVE-2025-59375', installed: '2.7.1', fixed: '2.7.3' },
  ),
  finding('iam-unused-role', 'security', ['Role'], ['blocker', 'medium'], 'Role {name} allows iam:PassRole on all resources.', {
    statement: 'iam:PassRole',
    resource: '*',
  }),
  finding(
    'aws-trusted-advisor',
    'recommendation',
    ['VirtualMachine', 'Database', 'Cache'],
    ['info', 'low'],
    'A savings plan covers {name} for 31 % less.',
    { discountPercent: 31 },
  ),
  finding(
    'config-rule-encryption',
    'compliance',
    ['Cache', 'Queue'],
    ['high', 'medium'],
    'Data of {name} is not encrypted at rest.',
    { rule: 'encrypted-volumes', standard: 'PCI DSS 3.5' },
  ),
  finding(
    'deprecated-api',
    'technical_debt',
    ['HorizontalPodAutoscaler', 'Ingress'],
    ['low'],
    '{name} was last applied with an API that the next version of Kubernetes removes.',
    { apiVersion: 'autoscaling/v2beta2' },
  ),
  finding('webhook-delivery', 'integration', ['Repository'], ['medium', 'warning'], 'Deliveries of the webhook of {name} fail.', {
    status: 502,
    last: 41,
  }),
  finding('owner-missing', 'other', ['File', 'ConfigMap'], ['info'], '{name} names no owner.', { expected: 'team' }),
];

/** Insights of all kinds over the catalog, and one for every outage. */
export async function writeInsights(
  writer: RowWriter,
  catalog: Catalog,
  outages: readonly Outage[],
  options: DemoOptions,
  scraperId: (name: string) => string,
  random: Random,
): Promise<void> {
  await writer.write('config_analysis', insightRows(catalog, outages, options, scraperId, random));
}

/** Id of the insight about an outage. */
export function outageInsightId({ n, startedAt }: Outage): string {
  return demoId('insight', n, startedAt);
}

function* insightRows(
  catalog: Catalog,
  outages: readonly Outage[],
  options: DemoOptions,
  scraperId: (name: string) => string,
  random: Random,
): Iterable<RowOf<'config_analysis'>> {
  for (const outage of outages) {
    const item = catalog.of(outage.workload).deployment;
    yield row(outageInsightId(outage), item, scraperId, {
      analyzer: 'rollout-watch',
      type: 'availability',
      severity: outage.story.severity,
      status: outage.endedAt === undefined ? 'open' : 'resolved',
      message: `${outage.workload.app}: ${outage.story.reason} since its last rollout.`,
      analysis: { field: outage.story.change.field, readyReplicas: 0 },
      firstAt: outage.startedAt,
      lastAt: outage.endedAt ?? options.end,
    });
  }
  const byClass = Map.groupBy(
    catalog.items.filter(({ deletedAt }) => deletedAt === undefined),
    ({ configClass }) => configClass,
  );
  for (let n = outages.length; n < Math.max(options.size.insights, outages.length); n++) {
    const { analyzer, type, classes, severities, message, analysis } = FINDINGS[n % FINDINGS.length] ?? random.pick(FINDINGS);
    const item = random.pick(
      classes
        .flatMap((name) => (byClass.get(name)?.length ? [random.pick(byClass.get(name) ?? [])] : []))
        .concat(catalog.items.slice(0, 1)),
    );
    const status = random.weighted([
      ['open', 12],
      ['resolved', 4],
      ['silenced', 1],
      ['closed', 2],
    ] as const);
    const firstAt = random.moment(later(item.createdAt, startOf(options)), after(options.end, -2 * HOUR_MS));
    const lastAt =
      status === 'open'
        ? after(options.end, -HOUR_MS)
        : new Date(Math.min(options.end.getTime(), firstAt.getTime() + random.whole(1, 6) * DAY_MS));
    yield row(demoId('insight', n, firstAt), item, scraperId, {
      analyzer,
      type,
      severity: random.pick(severities),
      status,
      message: message.replace('{name}', item.name),
      analysis,
      firstAt,
      lastAt,
    });
  }
}

interface Insight {
  readonly analyzer: string;
  readonly type: string;
  readonly severity: string;
  readonly status: string;
  readonly message: string;
  readonly analysis: unknown;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

function row(id: string, item: Item, scraperId: (name: string) => string, insight: Insight): RowOf<'config_analysis'> {
  return {
    id,
    config_id: item.id,
    scraper_id: scraperId(item.scraper),
    source: insight.analyzer.startsWith('aws') ? 'AWS Trusted Advisor' : insight.analyzer,
    analyzer: insight.analyzer,
    analysis_type: insight.type,
    severity: insight.severity,
    summary: insight.message.replace(/<[^>]+>/g, ''),
    status: insight.status,
    message: insight.message,
    analysis: insight.analysis,
    first_observed: insight.firstAt,
    last_observed: later(insight.firstAt, insight.lastAt),
    is_pushed: false,
  };
}

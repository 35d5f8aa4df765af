import { SCRAPERS } from '../catalog/scrapers.ts';
import { demoId } from '../demo-id.ts';
import type { DemoOptions } from '../model.ts';
import { startOf } from '../model.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS, HOUR_MS, later, MINUTE_MS } from '../times.ts';

/** Something that jobs run for. */
export interface JobResource {
  readonly id: string;
  readonly agent: string;
  readonly hostname: string;
  readonly name?: string;
}

export interface JobTargets {
  readonly canaries: readonly JobResource[];
  readonly scrapers: readonly JobResource[];
  readonly topologies: readonly JobResource[];
  readonly teams: readonly JobResource[];
  readonly playbooks: readonly JobResource[];
  readonly components: readonly JobResource[];
  readonly agents: readonly JobResource[];
}

type Status = 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'STALE' | 'SKIPPED' | 'STOPPED';

interface JobKind {
  readonly name: string;
  readonly type: string | null;
  readonly of: keyof JobTargets | undefined;
  readonly weight: number;
  readonly typicalMs: number;
  readonly errors: readonly string[];
  summary?(random: Random, resource: JobResource | undefined): Record<string, unknown>;
}

const KINDS: readonly JobKind[] = [
  {
    name: 'Canary',
    type: 'canary',
    of: 'canaries',
    weight: 10,
    typicalMs: 900,
    errors: ['dial tcp 10.96.3.14:443: connect: connection refused', 'context deadline exceeded'],
  },
  {
    name: 'Scraper',
    type: 'config_scraper',
    of: 'scrapers',
    weight: 8,
    typicalMs: 14_000,
    errors: [
      'failed to list pods: the server is currently unable to handle the request',
      'AccessDenied: not authorized to perform rds:DescribeDBInstances',
    ],
    summary: scrapeSummary,
  },
  {
    name: 'ConsumeKubernetesWatchEvents',
    type: 'config_scraper',
    of: 'scrapers',
    weight: 3,
    typicalMs: 300,
    errors: ['event of an unknown object'],
    summary: scrapeSummary,
  },
  {
    name: 'Topology',
    type: 'topology',
    of: 'topologies',
    weight: 4,
    typicalMs: 5_000,
    errors: ['lookup catalog: no item matches'],
  },
  { name: 'Team Component Ownership', type: 'team', of: 'teams', weight: 2, typicalMs: 120, errors: ['selector has no field'] },
  {
    name: 'ComponentStatusSummarySync',
    type: 'components',
    of: 'components',
    weight: 2,
    typicalMs: 700,
    errors: ['component is gone'],
  },
  {
    name: 'SavePlaybookRun',
    type: 'playbook',
    of: 'playbooks',
    weight: 1,
    typicalMs: 40,
    errors: ['parameter service is required'],
  },
  {
    name: 'ReconcileAll',
    type: 'upstream',
    of: 'agents',
    weight: 4,
    typicalMs: 2_600,
    errors: ['foreign key config_id: 3 rows wait for their items'],
    summary: reconcileSummary,
  },
  { name: 'SyncConfigCache', type: null, of: undefined, weight: 1, typicalMs: 2_000, errors: ['statement timeout'] },
  { name: 'Evaluate Evidence', type: null, of: undefined, weight: 1, typicalMs: 160, errors: ['no such key: status'] },
  { name: 'Cleanup Event Queue', type: null, of: undefined, weight: 1, typicalMs: 30, errors: ['lock timeout'] },
];

/** What a scraper found, by the kind of place it looks at. */
function scrapeSummary(random: Random, resource: JobResource | undefined): Record<string, unknown> {
  const counts = () => ({ added: random.whole(0, 6), updated: random.whole(0, 40), unchanged: random.whole(50, 900) });
  if (resource?.name?.startsWith('kubernetes') !== true) {
    return {
      scrape_summary: {
        'AWS::EC2::Instance': { ...counts(), warnings: ['no price for m7i.4xlarge in eu-west-1'] },
        File: counts(),
      },
    };
  }
  const change = { ignored: { Scheduled: random.whole(1, 90) }, orphaned: { Killing: random.whole(0, 4) } };
  return { scrape_summary: { 'Kubernetes::Pod': { ...counts(), change }, 'Kubernetes::Deployment': counts() } };
}

function reconcileSummary(random: Random): Record<string, unknown> {
  const counts = () => ({ success: random.whole(1, 400), foreign_error: random.whole(0, 3) });
  return { summary: { config_items: counts(), config_changes: counts(), check_statuses: counts() } };
}

/** Runs of jobs in every state, with what they say when they fail. */
export async function writeJobs(writer: RowWriter, targets: JobTargets, options: DemoOptions, random: Random): Promise<void> {
  await writer.write('job_history', jobRows(targets, options, random));
}

function* jobRows(targets: JobTargets, options: DemoOptions, random: Random): Iterable<RowOf<'job_history'>> {
  for (let n = 0; n < options.size.jobs; n++) {
    const kind =
      KINDS[n % 23 < KINDS.length ? n % 23 : -1] ?? random.weighted(KINDS.map((choice) => [choice, choice.weight] as const));
    const resources = kind.of === undefined ? [] : targets[kind.of];
    const resource = resources.length === 0 ? undefined : random.pick(resources);
    const status = random.weighted<Status>([
      ['SUCCESS', 60],
      ['WARNING', 12],
      ['FAILED', 14],
      ['SKIPPED', 4],
      ['STALE', 3],
      ['STOPPED', 3],
      ['RUNNING', 2],
    ]);
    const isRunning = status === 'RUNNING';
    const startedAt = isRunning
      ? after(options.end, -random.whole(2, 90) * 1000)
      : random.moment(later(startOf(options), after(options.end, -30 * DAY_MS)), after(options.end, -2 * MINUTE_MS));
    const durationMs = Math.round(
      kind.typicalMs * (0.5 + random.next() * (status === 'STALE' ? (4 * HOUR_MS) / kind.typicalMs : 2)),
    );
    const errorCount = status === 'FAILED' || status === 'WARNING' ? random.whole(1, 4) : 0;
    yield {
      id: demoId('job', n, startedAt),
      agent_id: resource?.agent ?? targets.agents[0]?.agent,
      name: kind.name,
      success_count: status === 'SUCCESS' || status === 'WARNING' ? random.whole(1, 900) : 0,
      error_count: errorCount,
      details:
        isRunning || status === 'SKIPPED'
          ? null
          : {
              ...detailsOf(kind, errorCount, random),
              ...(status === 'SUCCESS' || status === 'WARNING' ? (kind.summary?.(random, resource) ?? {}) : {}),
            },
      hostname: resource?.hostname ?? 'quarterdeck-0',
      duration_millis: isRunning ? null : durationMs,
      resource_type: kind.type,
      resource_id: resource?.id ?? null,
      status,
      time_start: startedAt,
      time_end: isRunning ? null : new Date(Math.min(options.end.getTime(), startedAt.getTime() + durationMs)),
      created_at: startedAt,
      is_pushed: false,
    };
  }
}

/** Errors as jobs store them: a list, one text, or by what they belong to. */
function detailsOf(kind: JobKind, errors: number, random: Random): Record<string, unknown> {
  if (errors === 0) return {};
  const texts = Array.from({ length: errors }, () => random.pick(kind.errors));
  if (random.chance(0.1)) return { errors: texts.join('; ') };
  if (random.chance(0.1))
    return { errors: Object.fromEntries(texts.map((text, index) => [`${random.pick(SCRAPERS)}-${index}`, text])) };
  return { errors: texts };
}

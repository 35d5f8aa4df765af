import { DOMAIN } from '../company/places.ts';
import type { Staff } from '../company/staff.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { Outage } from '../health/outages.ts';
import type { Random } from '../random.ts';
import { after, MINUTE_MS } from '../times.ts';
import type { Catalog } from './catalog.ts';
import { type ChangeDraft, changeId } from './change.ts';
import { unifiedDiff } from './diff.ts';
import { releaseOf } from './releases.ts';

/** Changes that one outage leaves in the catalog; the first is the deployment that broke the service. */
const CHANGES_PER_OUTAGE = 6;

export function deploymentChangeId({ n, deployedAt }: Outage): string {
  return changeId(n * CHANGES_PER_OUTAGE, deployedAt);
}

/** First number that is free for other changes. */
export function firstFreeChange(outages: readonly Outage[]): number {
  return outages.length * CHANGES_PER_OUTAGE;
}

/** Names for the texts of an outage's story. */
export function storyValues({ workload }: Pick<Outage, 'workload'>): Record<string, string> {
  const { current, next } = releaseOf(workload);
  return {
    app: workload.app,
    cluster: workload.cluster.name,
    domain: DOMAIN,
    version: current,
    nextVersion: next,
    team: workload.team,
  };
}

/** The deployment, what it does to the pods, and the deployment that repairs it; numbered from `n * 6`. */
export function* outageChanges(
  outage: Outage,
  catalog: Catalog,
  staff: Staff,
  random: Random,
): Iterable<readonly [n: number, change: ChangeDraft]> {
  const { deployment, repository, values, pods } = catalog.of(outage.workload);
  const text = storyValues(outage);
  const { story, deployedAt, startedAt, endedAt } = outage;
  const author = staff.memberOf(outage.workload.team, random);
  const before = fillIn(story.change.before, text);
  const next = fillIn(story.change.after, text);
  const first = outage.n * CHANGES_PER_OUTAGE;
  const commit = random.hex(40);
  yield [
    first,
    {
      item: deployment,
      type: 'diff',
      at: deployedAt,
      severity: 'info',
      source: 'kubernetes',
      summary: `${story.change.field}: ${before} → ${next}`,
      by: author,
      ...documentChange(outage, before, next),
    },
  ];
  yield [
    first + 1,
    {
      item: repository,
      type: 'PushEvent',
      at: after(deployedAt, -MINUTE_MS),
      severity: 'info',
      source: 'github',
      by: { name: author.email },
      summary: `Deploy ${outage.workload.app} to ${outage.workload.cluster.name}`,
      details: {
        ref: 'refs/heads/main',
        head: commit,
        commits: [
          {
            id: commit,
            message: `Deploy ${outage.workload.app}: ${story.change.field} ${next}`,
            author: { name: `${author.first} ${author.last}`, email: author.email },
          },
        ],
      },
    },
  ];
  yield [
    first + 2,
    {
      item: values,
      type: 'diff',
      at: after(deployedAt, -MINUTE_MS / 2),
      severity: 'info',
      source: 'git',
      summary: `values.yaml: ${story.change.field}`,
      by: author,
      diff: unifiedDiff({
        file: values.name,
        line: 24,
        before: `  ${story.change.field}: ${before}`,
        after: `  ${story.change.field}: ${next}`,
        above: ['env:'],
        below: ['  LOG_LEVEL: info'],
      }),
      patches: { env: { [story.change.field]: next } },
    },
  ];
  yield [
    first + 3,
    {
      item: deployment,
      type: 'ScalingReplicaSet',
      at: after(deployedAt, 1_500),
      severity: 'info',
      source: 'kubernetes',
      summary: `Scaled up replica set of ${outage.workload.app}`,
      details: { reason: 'ScalingReplicaSet', type: 'Normal', reportingComponent: 'deployment-controller' },
    },
  ];
  const lastSeen = endedAt ?? after(startedAt, 60 * MINUTE_MS);
  const pod =
    pods.find(({ createdAt, deletedAt }) => createdAt <= startedAt && (deletedAt === undefined || deletedAt > lastSeen)) ??
    deployment;
  yield [
    first + 4,
    {
      item: pod,
      type: story.status === 'CrashLoopBackOff' ? 'BackOff' : 'Unhealthy',
      at: lastSeen,
      firstAt: after(startedAt, 20_000),
      count: random.whole(12, 160),
      severity: 'high',
      source: 'kubernetes',
      summary:
        story.status === 'CrashLoopBackOff'
          ? `Back-off restarting failed container ${outage.workload.app}`
          : 'Readiness probe failed: HTTP probe failed with statuscode: 503',
      details: { reason: story.status, type: 'Warning', reportingComponent: 'kubelet', message: story.log[0] },
    },
  ];
  if (endedAt === undefined) return;
  yield [
    first + 5,
    {
      item: deployment,
      type: 'diff',
      at: after(endedAt, -90_000),
      severity: 'info',
      source: 'kubernetes',
      summary: `${story.change.field}: ${next} → ${before}`,
      by: author,
      ...documentChange(outage, next, before),
    },
  ];
}

/** The changed line of the deployment as a diff and as a merge patch. */
function documentChange(outage: Outage, before: string, next: string): Pick<ChangeDraft, 'diff' | 'patches'> {
  const { workload, story } = outage;
  const { app, team, service } = workload;
  const file = `${team}/${app}.yaml`;
  const image = (version: string) => `registry.${DOMAIN}/${team}/${service.name}:${version}`;
  if (story.change.field === 'replicas') {
    return {
      diff: unifiedDiff({
        file,
        line: 12,
        before: `  replicas: ${before}`,
        after: `  replicas: ${next}`,
        above: ['spec:'],
        below: ['  revisionHistoryLimit: 5', '  selector:'],
      }),
      patches: { spec: { replicas: Number(next) } },
    };
  }
  if (story.change.field === 'image') {
    return {
      diff: unifiedDiff({
        file,
        line: 31,
        before: `          image: ${image(before)}`,
        after: `          image: ${image(next)}`,
        above: ['      containers:', `        - name: ${app}`],
        below: ['          imagePullPolicy: IfNotPresent'],
      }),
      patches: { spec: { template: { spec: { containers: [{ name: app, image: image(next) }] } } } },
    };
  }
  return {
    diff: unifiedDiff({
      file,
      line: 42,
      before: `              value: ${before}`,
      after: `              value: ${next}`,
      above: ['          env:', `            - name: ${story.change.field}`],
      below: ['          resources:'],
    }),
    patches: { spec: { template: { spec: { containers: [{ name: app, env: [{ name: story.change.field, value: next }] }] } } } },
  };
}

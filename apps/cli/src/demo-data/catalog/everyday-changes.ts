import type { Staff } from '../company/staff.ts';
import { type DemoOptions, startOf } from '../model.ts';
import type { Random } from '../random.ts';
import { after, DAY_MS, earlier, HOUR_MS, later } from '../times.ts';
import type { Item } from './catalog.ts';
import type { ChangeDraft } from './change.ts';
import { unifiedDiff } from './diff.ts';

type Draw = (item: Item, random: Random, staff: Staff) => Omit<ChangeDraft, 'item' | 'at'>;

const event =
  (type: string, severity: ChangeDraft['severity'], summary: string, component: string, most = 1): Draw =>
  (item, random) => ({
    type,
    severity,
    source: 'kubernetes',
    summary: summary.replace('{name}', item.name).replace('{app}', item.workload?.app ?? item.name),
    count: random.whole(1, most),
    details: {
      reason: type,
      type: severity === 'info' ? 'Normal' : 'Warning',
      reportingComponent: component,
      involvedObject: { kind: item.configClass, name: item.name, uid: item.id },
    },
  });

/** An entry of the audit trail of the cloud. */
const trail =
  (type: string, severity: ChangeDraft['severity'], parameters: (item: Item, random: Random) => Record<string, unknown>): Draw =>
  (item, random, staff) => {
    const person = random.pick(staff.people);
    return {
      type,
      severity,
      source: 'CloudTrail',
      summary: `${type} by ${person.first.toLowerCase()}`,
      by: { name: person.email },
      details: {
        eventVersion: '1.11',
        eventName: type,
        eventSource: `${item.type.split('::')[1]?.toLowerCase()}.amazonaws.com`,
        awsRegion: item.labels?.region,
        sourceIPAddress: `192.0.2.${random.whole(1, 250)}`,
        userIdentity: { type: 'AssumedRole', arn: `arn:aws:sts::${item.labels?.account}:assumed-role/operator/${person.email}` },
        requestParameters: parameters(item, random),
      },
    };
  };

/** A changed line of the document, made by a person or by the deployment tool. */
const line =
  (
    field: string,
    indent: number,
    values: (random: Random) => readonly [string, string],
    patch: (value: string) => unknown,
  ): Draw =>
  (item, random, staff) => {
    const [before, next] = values(random);
    const pad = ' '.repeat(indent);
    return {
      type: 'diff',
      severity: 'info',
      source: item.type === 'File' ? 'git' : 'kubernetes',
      summary: `${field}: ${before} → ${next}`,
      diff: unifiedDiff({
        file: item.name,
        line: 14 + indent,
        before: `${pad}${field}: ${before}`,
        after: `${pad}${field}: ${next}`,
        above: [`${pad.slice(2)}spec:`],
        below: [`${pad}team: ${item.workload?.team ?? 'platform'}`],
      }),
      patches: patch(next),
      by: random.chance(0.6) ? random.pick(staff.people) : { name: 'flux' },
    };
  };

const version = (random: Random): readonly [string, string] => {
  const minor = random.whole(3, 40);
  return [`2.${minor}.0`, `2.${minor}.1`];
};

/** What happens to items of a class, with weights. */
const DRAWS: Readonly<Record<string, readonly (readonly [Draw, number])[]>> = {
  Pod: [
    [event('Scheduled', 'info', 'Successfully assigned {name}', 'default-scheduler'), 10],
    [event('Pulled', 'info', 'Container image already present on machine', 'kubelet', 3), 10],
    [event('Started', 'info', 'Started container {app}', 'kubelet'), 10],
    [event('Killing', 'info', 'Stopping container {app}', 'kubelet'), 8],
    [event('Unhealthy', 'medium', 'Readiness probe failed: context deadline exceeded', 'kubelet', 25), 5],
    [event('BackOff', 'high', 'Back-off restarting failed container {app}', 'kubelet', 80), 2],
    [event('FailedScheduling', 'medium', '0/5 nodes are available: 5 Insufficient cpu', 'default-scheduler', 12), 1],
    [event('OOMKilled', 'high', 'Container {app} was killed: out of memory', 'kubelet', 4), 1],
  ],
  Deployment: [
    [line('image', 10, version, (value) => ({ spec: { template: { spec: { containers: [{ image: value }] } } } })), 6],
    [
      line(
        'replicas',
        2,
        (random) => [String(random.whole(2, 5)), String(random.whole(6, 9))],
        (value) => ({ spec: { replicas: Number(value) } }),
      ),
      2,
    ],
    [event('ScalingReplicaSet', 'info', 'Scaled up replica set of {name} to 6', 'deployment-controller', 3), 8],
  ],
  HorizontalPodAutoscaler: [
    [
      event(
        'SuccessfulRescale',
        'info',
        'New size: 6; reason: cpu resource utilization above target',
        'horizontal-pod-autoscaler',
        6,
      ),
      1,
    ],
  ],
  HelmRelease: [
    [event('UpgradeSucceeded', 'info', 'Helm upgrade succeeded for {name}', 'helm-controller'), 6],
    [
      event(
        'ReconciliationFailed',
        'high',
        'Helm upgrade failed for {name}: timed out waiting for the condition',
        'helm-controller',
        4,
      ),
      1,
    ],
  ],
  ConfigMap: [
    [
      line(
        'feature-flags',
        2,
        () => ['new-basket=false', 'new-basket=true'],
        (value) => ({ data: { 'feature-flags': value } }),
      ),
      1,
    ],
  ],
  File: [[line('tag', 2, version, (value) => ({ image: { tag: value } })), 1]],
  Node: [
    [event('NodeHasDiskPressure', 'high', 'Node {name} status is now: NodeHasDiskPressure', 'kubelet', 3), 1],
    [event('NodeReady', 'info', 'Node {name} status is now: NodeReady', 'kubelet'), 3],
    [event('Rebooted', 'medium', 'Node {name} has been rebooted', 'kubelet'), 1],
  ],
  VirtualMachine: [
    [trail('RunInstances', 'low', (item) => ({ instanceId: item.externalId?.[0] })), 2],
    [
      trail('CreateTags', 'info', (item) => ({
        resourcesSet: [item.externalId?.[0]],
        tagSet: [{ key: 'cost-centre', value: '4711' }],
      })),
      3,
    ],
    [trail('StopInstances', 'medium', (item) => ({ instancesSet: [item.externalId?.[0]], force: false })), 1],
  ],
  Database: [
    [
      trail('ModifyDBInstance', 'medium', (item, random) => ({
        dBInstanceIdentifier: item.name,
        allocatedStorage: random.whole(400, 900),
        applyImmediately: true,
      })),
      2,
    ],
    [
      trail('CreateDBSnapshot', 'info', (item) => ({
        dBInstanceIdentifier: item.name,
        dBSnapshotIdentifier: `${item.name}-nightly`,
      })),
      4,
    ],
    [trail('RebootDBInstance', 'high', (item) => ({ dBInstanceIdentifier: item.name, forceFailover: true })), 1],
  ],
  Repository: [
    [
      (item, random, staff) => ({
        type: 'PullRequestMerged',
        severity: 'info',
        source: 'github',
        summary: `Merged #${random.whole(100, 4000)} into main`,
        by: { name: random.pick(staff.people).email },
        details: { repository: item.name, base: 'main' },
      }),
      1,
    ],
  ],
  Role: [[trail('PutRolePolicy', 'high', (item) => ({ roleName: item.name, policyName: 'inline' })), 1]],
}; // every class without an entry sees no everyday changes

const CLASS_WEIGHTS: Readonly<Record<string, number>> = {
  Pod: 1,
  Deployment: 5,
  HelmRelease: 3,
  Node: 4,
  HorizontalPodAutoscaler: 3,
  Repository: 3,
};

/** The items that change every day, each as often as its class does. */
export function changingItems(items: readonly Item[]): Item[] {
  return items.flatMap((item) =>
    item.configClass in DRAWS ? Array.from({ length: CLASS_WEIGHTS[item.configClass] ?? 1 }, () => item) : [],
  );
}

/** One change of one of the items at some moment of the history, more often during the day than at night. */
export function drawChange(changing: readonly Item[], options: DemoOptions, staff: Staff, random: Random): ChangeDraft {
  const item = random.pick(changing);
  const draw = random.weighted(DRAWS[item.configClass] ?? []);
  const from = later(item.createdAt, startOf(options));
  const to = item.deletedAt ?? options.end;
  let at = random.moment(from, to);
  if (item.configClass !== 'Pod' && at.getUTCHours() < 6 && random.chance(0.8)) at = earlier(after(at, 8 * HOUR_MS), to);
  const change = draw(item, random, staff);
  const firstAt =
    (change.count ?? 1) > 1 ? later(after(at, -random.next() * Math.min(DAY_MS / 8, at.getTime() - from.getTime())), from) : at;
  return { ...change, item, at, firstAt };
}

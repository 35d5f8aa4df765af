import type { Workload } from '../company/workloads.ts';
import type { Outage } from '../health/outages.ts';
import type { Random } from '../random.ts';
import { after, HOUR_MS, MINUTE_MS } from '../times.ts';
import type { Catalog, Item } from './catalog.ts';
import { podDocument } from './documents/kubernetes.ts';
import { releaseOf } from './releases.ts';

interface PodSite {
  readonly catalog: Catalog;
  readonly end: Date;
  /** Length of the history in hours: pods that are gone were created in it. */
  readonly historyHours: number;
  readonly random: Random;
  readonly nodes: readonly Item[];
  readonly outage?: Outage | undefined;
}

const GONE_SHARE = 0.25;

/** Adds one pod to a workload: one that runs, one that fails when an outage lasts, or one that is gone. */
export function buildPod(site: PodSite, workload: Workload): void {
  const { catalog, end, random, outage } = site;
  const { deployment, pods } = catalog.of(workload);
  const owner = catalog.items[deployment.n + 1];
  const parent = owner?.configClass === 'ReplicaSet' ? owner : deployment;
  const { replicas, previous, current, next } = releaseOf(workload);
  const gone = pods.length >= replicas && random.chance(GONE_SHARE);
  const fails = !gone && outage !== undefined && (pods.length === 0 || random.chance(0.6));
  const createdAt = gone
    ? after(end, -random.whole(30, site.historyHours * 60) * MINUTE_MS)
    : fails
      ? outage.startedAt
      : after(end, -random.whole(2, 21 * 24) * HOUR_MS);
  const deletedAt = gone ? after(createdAt, random.whole(5, 25) * MINUTE_MS) : undefined;
  const troubled = !gone && !fails && random.chance(0.015);
  const node = random.pick(site.nodes);
  const waiting = fails
    ? outage.story.status === 'CrashLoopBackOff'
      ? 'CrashLoopBackOff'
      : 'ContainersNotReady'
    : troubled
      ? 'ImagePullBackOff'
      : undefined;
  const facts = {
    node: node.name,
    ip: `10.244.${random.whole(0, 250)}.${random.whole(2, 250)}`,
    version: gone ? previous : fails && outage.story.change.field === 'image' ? next : current,
    restarts: fails ? random.whole(4, 40) : random.chance(0.1) ? 1 : 0,
    phase: gone ? 'Succeeded' : waiting === 'ImagePullBackOff' ? 'Pending' : 'Running',
    ...(waiting === undefined ? {} : { waiting }),
  };
  const pod = catalog.add({
    type: 'Kubernetes::Pod',
    configClass: 'Pod',
    name: parent === deployment ? `${workload.app}-${pods.length}` : `${parent.name}-${random.hex(5)}`,
    parent,
    scraper: deployment.scraper,
    agent: deployment.agent,
    tags: { ...deployment.tags },
    labels: { ...deployment.labels, 'pod-template-hash': parent.name.slice(-9) },
    status: waiting ?? (gone ? 'Succeeded' : 'Running'),
    health: fails ? 'unhealthy' : troubled ? 'warning' : gone ? 'unknown' : 'healthy',
    ...(waiting === undefined ? {} : { description: `container ${workload.app} is waiting: ${waiting}` }),
    createdAt,
    updatedAt: deletedAt ?? createdAt,
    ...(deletedAt === undefined ? {} : { deletedAt, deleteReason: random.chance(0.7) ? 'stale' : 'event' }),
    costPerDay: workload.tier === 1 ? 0.62 : 0.21,
    workload,
    document: (item) => podDocument(item, workload, facts),
  });
  catalog.relate(node, pod, 'NodePod', deletedAt === undefined ? {} : { deletedAt });
  pods.push(pod);
}

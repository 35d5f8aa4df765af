import type { Workload } from '../company/workloads.ts';
import { fillIn } from '../health/outage-stories.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import type { Item, ItemDraft, WorkloadItems } from './catalog.ts';
import { applicationProperties } from './documents/files.ts';
import { deploymentDocument, objectDocument, replicaSetDocument } from './documents/kubernetes.ts';
import { releaseOf } from './releases.ts';
import { clusterScraper } from './scrapers.ts';
import type { WorkloadSite } from './workload-site.ts';
import { buildCloud, buildFiles } from './workload-surroundings.ts';

type Kubernetes = Pick<ItemDraft, 'scraper' | 'agent' | 'tags' | 'labels' | 'workload' | 'status' | 'health'> & { parent: Item };

/** Everything that belongs to one workload but its pods. */
export function buildWorkload(site: WorkloadSite, workload: Workload): WorkloadItems {
  const { catalog, infrastructure, random, outage } = site;
  const { app, team, cluster } = workload;
  const namespace = infrastructure.namespace(cluster, team);
  const createdAt = after(site.end, -random.whole(40, 600) * DAY_MS);
  const times = () => ({ createdAt, updatedAt: after(site.end, -random.whole(1, 300) * HOUR_MS) });
  const labels = { 'app.kubernetes.io/name': app, 'app.kubernetes.io/managed-by': 'Helm', team, tier: String(workload.tier) };
  const base: Kubernetes = {
    parent: namespace,
    scraper: clusterScraper(cluster.name),
    agent: site.clusterAgent,
    tags: { cluster: cluster.name, namespace: team },
    labels,
    workload,
    status: 'Running',
    health: 'healthy',
  };
  const release = releaseOf(workload);
  const version = outage?.story.change.field === 'image' ? release.next : release.current;
  const replicas = outage?.story.change.field === 'replicas' ? 2 : release.replicas;
  const ready = outage === undefined ? replicas : outage.story.status === 'CrashLoopBackOff' ? 0 : Math.max(0, replicas - 1);
  const kind = workload.service.kind === 'store' ? 'StatefulSet' : 'Deployment';
  const object = (
    type: string,
    name: string,
    apiVersion: string,
    fields: Record<string, unknown>,
    more: Partial<ItemDraft> = {},
  ) =>
    catalog.add({
      ...base,
      ...times(),
      type: `Kubernetes::${type}`,
      configClass: type,
      name,
      document: (item) => objectDocument(item, apiVersion, team, fields),
      ...more,
    });
  const deployment = object(
    kind,
    app,
    'apps/v1',
    {},
    {
      ...(outage === undefined
        ? {}
        : {
            status: outage.story.status,
            health: 'unhealthy' as const,
            description: fillIn(outage.story.reason, { app }),
            updatedAt: outage.startedAt,
          }),
      externalId: [`${kind}/${cluster.name}/${team}/${app}`],
      properties: [
        { name: 'version', label: 'Version', text: version, icon: 'tag' },
        { name: 'replicas', label: 'Replicas', value: ready, max: replicas, headline: true },
        {
          name: 'dashboard',
          label: 'Dashboard',
          text: 'Open',
          links: [{ type: 'url', url: `https://grafana.marlow.internal/d/${app}`, text: 'Grafana' }],
        },
      ],
      document: (item) => deploymentDocument(item, workload, version, replicas, ready),
    },
  );
  if (kind === 'Deployment') {
    for (const [age, itsVersion, count] of [
      [0, version, replicas],
      [1, release.previous, 0],
    ] as const) {
      object(
        'ReplicaSet',
        `${app}-${random.hex(9)}`,
        'apps/v1',
        {},
        {
          parent: deployment,
          status: count > 0 ? 'Running' : 'Stopped',
          createdAt: after(site.end, -(age * 9 + 5) * DAY_MS),
          updatedAt: after(site.end, -(age * 7 + 2) * DAY_MS),
          document: (item) => replicaSetDocument(item, workload, itsVersion, count),
        },
      );
    }
  }
  const service = object('Service', app, 'v1', {
    spec: {
      type: 'ClusterIP',
      clusterIP: `10.96.${workload.n % 250}.${(workload.n * 7) % 250}`,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
      selector: { 'app.kubernetes.io/name': app },
    },
  });
  catalog.relate(service, deployment, 'ServiceDeployment');
  const configMap = object('ConfigMap', `${app}-config`, 'v1', {
    data: {
      'application.properties': applicationProperties(workload).content,
      'feature-flags': 'new-basket=true\nfast-tax=false\n',
    },
  });
  catalog.relate(configMap, deployment, 'ConfigMapDeployment');
  object('ServiceAccount', app, 'v1', { automountServiceAccountToken: false });
  const chart = object(
    'HelmRelease',
    app,
    'helm.toolkit.fluxcd.io/v2',
    {
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'service', version: '4.2.1', sourceRef: { kind: 'HelmRepository', name: 'marlow' } } },
        valuesFrom: [{ kind: 'ConfigMap', name: `${app}-values` }],
      },
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'UpgradeSucceeded',
            message: `Helm upgrade succeeded for release ${team}/${app}.v41`,
          },
        ],
        lastAppliedRevision: '4.2.1',
      },
    },
    { status: 'UpgradeSucceeded' },
  );
  catalog.relate(chart, deployment, 'HelmReleaseDeployment');
  if (workload.service.kind !== 'job' && kind === 'Deployment') {
    const scaler = object('HorizontalPodAutoscaler', app, 'autoscaling/v2', {
      spec: {
        minReplicas: release.replicas,
        maxReplicas: release.replicas * 3,
        metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
      },
    });
    catalog.relate(scaler, deployment, 'HorizontalPodAutoscalerDeployment');
  }
  if (workload.customerFacing) {
    const ingress = object('Ingress', app, 'networking.k8s.io/v1', {
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: [`${app}.${cluster.name}.marlow.internal`], secretName: `${app}-tls` }],
        rules: [{ host: `${app}.${cluster.name}.marlow.internal`, http: { paths: [{ path: '/', pathType: 'Prefix' }] } }],
      },
    });
    catalog.relate(ingress, service, 'IngressService');
  }
  if (kind === 'StatefulSet')
    object(
      'PersistentVolumeClaim',
      `data-${app}-0`,
      'v1',
      {
        spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'gp3', resources: { requests: { storage: '400Gi' } } },
        status: { phase: 'Bound' },
      },
      { status: 'Bound', costPerDay: 1.28 },
    );
  if (workload.service.kind === 'job')
    object('CronJob', `${app}-nightly`, 'batch/v1', {
      spec: { schedule: '15 2 * * *', concurrencyPolicy: 'Forbid', suspend: false },
    });
  const files = buildFiles(site, workload, times, version, replicas);
  catalog.relate(files.values, chart, 'FileHelmRelease');
  const cloud = buildCloud(site, workload, times, deployment);
  const items: WorkloadItems = { deployment, configMap, ...files, ...cloud, pods: [] };
  catalog.keep(workload, items);
  return items;
}

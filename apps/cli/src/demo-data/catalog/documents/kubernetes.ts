import { DOMAIN } from '../../company/places.ts';
import type { Workload } from '../../company/workloads.ts';
import type { Item } from '../catalog.ts';

interface Placed {
  readonly item: Pick<Item, 'name' | 'id' | 'createdAt' | 'labels'>;
  readonly namespace?: string;
}

function metadata({ item, namespace }: Placed, more: Record<string, unknown> = {}) {
  return {
    name: item.name,
    ...(namespace === undefined ? {} : { namespace }),
    uid: item.id,
    creationTimestamp: item.createdAt.toISOString(),
    labels: item.labels ?? {},
    ...more,
  };
}

/** What a container of a workload looks like; `values` are the settings that outages change. */
function container(workload: Workload, version: string) {
  const { app, cluster, team, tier } = workload;
  return {
    name: app,
    image: `registry.${DOMAIN}/${team}/${workload.service.name}:${version}`,
    imagePullPolicy: 'IfNotPresent',
    ports: [
      { name: 'http', containerPort: 8080, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: [
      { name: 'SERVICE_NAME', value: app },
      { name: 'CLUSTER', value: cluster.name },
      { name: 'DB_POOL_SIZE', value: '10' },
      { name: 'CACHE_URL', value: `${app}-cache.${cluster.name}.${DOMAIN}:6379` },
      { name: 'TLS_SECRET', value: `${app}-tls` },
      { name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: `${app}-db`, key: 'password' } } },
      { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: `http://otel-collector.platform.svc:4317` },
    ],
    resources: {
      requests: { cpu: tier === 1 ? '500m' : '100m', memory: tier === 1 ? '512Mi' : '128Mi' },
      limits: { cpu: tier === 1 ? '2' : '500m', memory: tier === 1 ? '512Mi' : '256Mi' },
    },
    readinessProbe: { httpGet: { path: '/readyz', port: 'http' }, periodSeconds: 5, failureThreshold: 3 },
    livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10, initialDelaySeconds: 15 },
    volumeMounts: [{ name: 'config', mountPath: '/etc/app', readOnly: true }],
  };
}

export function deploymentDocument(item: Item, workload: Workload, version: string, replicas: number, ready: number): unknown {
  const { app, team } = workload;
  const kind = item.configClass;
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: metadata(
      { item, namespace: team },
      { generation: 41, annotations: { 'deployment.kubernetes.io/revision': '41', 'meta.helm.sh/release-name': app } },
    ),
    spec: {
      replicas,
      revisionHistoryLimit: 5,
      selector: { matchLabels: { 'app.kubernetes.io/name': app } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
      template: {
        metadata: { labels: item.labels ?? {}, annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9090' } },
        spec: {
          serviceAccountName: app,
          terminationGracePeriodSeconds: 45,
          containers: [container(workload, version)],
          topologySpreadConstraints: [
            { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' },
          ],
          volumes: [{ name: 'config', configMap: { name: `${app}-config` } }],
        },
      },
    },
    status: {
      observedGeneration: 41,
      replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      unavailableReplicas: replicas - ready,
      conditions: [
        {
          type: 'Available',
          status: ready > 0 ? 'True' : 'False',
          reason: ready > 0 ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
        },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
      ],
    },
  };
}

export function replicaSetDocument(item: Item, workload: Workload, version: string, replicas: number): unknown {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: metadata(
      { item, namespace: workload.team },
      {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: workload.app, uid: item.parent?.id, controller: true },
        ],
      },
    ),
    spec: {
      replicas,
      selector: { matchLabels: item.labels ?? {} },
      template: { spec: { containers: [container(workload, version)] } },
    },
    status: { replicas, readyReplicas: replicas, observedGeneration: 1 },
  };
}

export interface PodFacts {
  readonly node: string;
  readonly ip: string;
  readonly version: string;
  readonly restarts: number;
  readonly phase: string;
  readonly waiting?: string;
}

export function podDocument(item: Item, workload: Workload, facts: PodFacts): unknown {
  const { parent } = item;
  const startedAt = item.createdAt.toISOString();
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(
      { item, namespace: workload.team },
      {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: parent?.configClass, name: parent?.name, uid: parent?.id, controller: true },
        ],
      },
    ),
    spec: {
      nodeName: facts.node,
      serviceAccountName: workload.app,
      restartPolicy: 'Always',
      priorityClassName: `tier-${workload.tier}`,
      containers: [container(workload, facts.version)],
    },
    status: {
      phase: facts.phase,
      podIP: facts.ip,
      startTime: startedAt,
      qosClass: 'Burstable',
      conditions: ['Initialized', 'PodScheduled', 'Ready', 'ContainersReady'].map((type) => ({
        type,
        status: facts.waiting !== undefined && type.endsWith('eady') ? 'False' : 'True',
        lastTransitionTime: startedAt,
      })),
      containerStatuses: [
        {
          name: workload.app,
          ready: facts.waiting === undefined,
          restartCount: facts.restarts,
          state:
            facts.waiting === undefined
              ? { running: { startedAt } }
              : { waiting: { reason: facts.waiting, message: `back-off 5m0s restarting failed container=${workload.app}` } },
        },
      ],
    },
  };
}

/** Any small object: kind, name and its own fields. */
export function objectDocument(
  item: Item,
  apiVersion: string,
  namespace: string | undefined,
  fields: Record<string, unknown>,
): unknown {
  return {
    apiVersion,
    kind: item.configClass,
    metadata: metadata({ item, ...(namespace === undefined ? {} : { namespace }) }),
    ...fields,
  };
}

export function nodeDocument(item: Item, zone: string, instanceType: string, version: string): unknown {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: metadata({ item }),
    spec: { providerID: `aws:///${zone}/${item.externalId?.[0] ?? item.name}`, podCIDR: '10.244.3.0/24' },
    status: {
      capacity: { cpu: '16', memory: '65011712Ki', pods: '110', 'ephemeral-storage': '209702892Ki' },
      allocatable: { cpu: '15890m', memory: '62011712Ki', pods: '110' },
      nodeInfo: {
        kubeletVersion: version,
        containerRuntimeVersion: 'containerd://2.1.4',
        osImage: 'Bottlerocket OS 1.44.0',
        kernelVersion: '6.12.40',
        architecture: 'amd64',
      },
      addresses: [
        { type: 'InternalIP', address: `10.40.${item.n % 250}.17` },
        { type: 'Hostname', address: item.name },
      ],
      conditions: ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type) => ({
        type,
        status: type === 'Ready' ? (item.health === 'healthy' ? 'True' : 'Unknown') : 'False',
        reason: type === 'Ready' ? 'KubeletReady' : `KubeletHasNo${type}`,
      })),
      instanceType,
    },
  };
}

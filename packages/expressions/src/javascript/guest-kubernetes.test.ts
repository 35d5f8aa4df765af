import { afterAll, expect, it } from 'vitest';
import { createExpressionEngine } from '../engine.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(async () => await engine.close());

const conditions = [
  { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02T00:00:00Z' },
  { type: 'Stable', status: 'False', reason: 'Busy', message: 'too much', lastTransitionTime: '2026-01-01T00:00:00Z' },
];
const pod = {
  metadata: {
    name: 'web-1',
    namespace: 'shop',
    labels: { app: 'web', 'pod-template-hash': '5d' },
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { nodeName: 'node-a', containers: [{ image: 'shop/web:3', resources: { limits: { cpu: '500m', memory: '128Mi' } } }] },
  status: { conditions, podIPs: [{ ip: '10.0.0.7' }] },
};
const node = {
  metadata: { name: 'node-a', labels: { 'topology.kubernetes.io/zone': 'north-1' } },
  healthStatus: { health: 'unhealthy', status: 'Not Ready', message: ' kubelet is silent ' },
  status: {
    allocatable: { cpu: '4', memory: '8Gi', 'ephemeral-storage': '1Ki' },
    addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
    nodeInfo: { osImage: 'Debian', architecture: 'amd64', kubeletVersion: 'v1.31.4', bootID: 'x' },
  },
};
const alert = {
  alertname: 'KubePodCrashLooping',
  pod: 'web-1',
  exported_namespace: 'shop',
  label_team: 'red',
  severity: 'none',
  job: 'x',
};
const variables = {
  pod,
  node,
  alert,
  results: [{ Object: pod }],
  nodes: [{ Object: node }],
  nodeUsage: [{ Object: { metadata: { name: 'node-a' }, usage: { cpu: '250000000n', memory: '1Ki' } } }],
  podUsage: [
    {
      Object: {
        metadata: { name: 'web-1' },
        containers: [{ usage: { cpu: '100m', memory: '1Mi' } }, { usage: { cpu: '1', memory: '1Mi' } }],
      },
    },
  ],
};

it.each([
  ['k8s.conditions.isReady(pod)', 'true'],
  ['k8s.conditions.isReady(node)', 'false'],
  ['k8s.conditions.getMessage(pod)', 'too much'],
  ['k8s.conditions.getMessage(node)', 'kubelet is silent'],
  ['k8s.conditions.getError(pod)', '2026-01-01T00:00:00Z: Stable is Busy with too much'],
  ['k8s.conditions.getError({})', 'No status found'],
  ['k8s.getAlertName(alert)', 'KubePodCrashLooping/web-1'],
  ["k8s.getAlertName({alertname: 'Watchdog'})", 'Watchdog'],
  ['JSON.stringify(k8s.filterLabels(pod.metadata.labels))', '{"app":"web"}'],
  ['JSON.stringify(k8s.getNodeMetrics(nodeUsage)[0].properties)', '[{"name":"cpu","value":250},{"name":"memory","value":1024}]'],
  [
    'JSON.stringify(k8s.getPodMetrics(podUsage)[0].properties)',
    '[{"name":"cpu","value":1100},{"name":"memory","value":2097152}]',
  ],
  [
    "k8s.getPodTopology(results)[0].properties.map(function (p) { return p.name + '=' + (p.text || p.max) }).join(' ')",
    'version=3 cpu=500 memory=134217728 node=node-a created=2026-01-01T00:00:00Z ip=10.0.0.7',
  ],
  ['k8s.getPodTopology(results)[0].external_id + k8s.getPodTopology(results)[0].status', 'shop/web-1healthy'],
  [
    "k8s.getNodeTopology(nodes)[0].properties.map(function (p) { return p.name + '=' + (p.text || p.max) }).join(' ')",
    'cpu=4000 memory=8589934592 ephemeral-storage=1024 instance-type=undefined zone=north-1 ami=undefined ip=10.0.0.1 os=Debian(amd64) kubelet=v1.31.4',
  ],
  ['k8s.getNodeTopology(nodes)[0].status_reason', 'kubelet is silent'],
])('%s gives %j', async (javascript, output) => {
  expect(await engine.render({ javascript }, variables)).toBe(output);
});

it('getAlerts makes results of alerts', async () => {
  expect(JSON.parse(await engine.render({ javascript: 'k8s.getAlerts([alert])' }, variables))).toEqual([
    {
      pass: true,
      namespace: 'shop',
      labels: { pod: 'web-1', team: 'red' },
      message: 'team=red pod=web-1',
      name: 'KubePodCrashLooping/web-1',
    },
  ]);
});

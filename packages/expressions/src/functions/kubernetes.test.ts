import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine } from '../engine.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(async () => await engine.close());

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web-1',
    namespace: 'shop',
    uid: 'b0c6',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { app: 'web', 'pod-template-hash': '5d' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
  },
  spec: {
    nodeName: 'node-a',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    tolerations: [{ key: 'node.kubernetes.io/not-ready' }],
    volumes: [{ name: 'kube-api-access-x2' }, { name: 'data' }],
    containers: [
      {
        name: 'app',
        image: 'shop/web:3',
        terminationMessagePolicy: 'File',
        volumeMounts: [{ name: 'kube-api-access-x2' }],
        resources: { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '250m' } },
      },
      { name: 'proxy', image: 'proxy:1', resources: { limits: { cpu: '1', memory: '64Mi' } } },
    ],
  },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], message: 'fine' },
};
const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { labels: { 'topology.kubernetes.io/zone': 'north-1' } },
  status: { allocatable: { cpu: '3920m', memory: '7Gi', 'ephemeral-storage': '10Gi' } },
};
const variables = {
  pod,
  node,
  results: [{ Object: pod }],
  text: JSON.stringify(pod),
  yaml: 'kind: Pod\napiVersion: v1\nstatus: {phase: Failed}\n',
};

describe('Kubernetes functions in CEL', () => {
  it.each([
    ['k8s.isHealthy(pod) && k8s.IsHealthy(pod) && k8s.is_healthy(pod) && IsHealthy(pod)', 'true'],
    ['k8s.isReady(pod)', 'true'],
    ['results.all(r, k8s.isHealthy(r))', 'true'],
    ['k8s.isHealthy(results[0].Object)', 'true'],
    ['k8s.isHealthy(text)', 'true'],
    ['k8s.isHealthy(yaml)', 'false'],
    ["k8s.getHealth('no object').status", 'Error'],
    ['k8s.getStatus(pod)', 'Running: fine'],
    ['GetStatus(pod)', 'Running: fine'],
    ['k8s.getHealth(pod).health', 'healthy'],
    ['k8s.health(pod).message', 'fine'],
    ['k8s.getHealth(pod).ok && k8s.getHealth(pod).ready', 'true'],
    ['k8s.labels(pod)', 'map[app:web namespace:shop]'],
    ["k8s.getResourcesLimit(pod, 'cpu')", '1500'],
    ["k8s.getResourcesLimit(pod, 'memory')", '201326592'],
    ["k8s.getResourcesRequests(pod, 'cpu')", '250'],
    ['k8s.podMaxCPUMillicores(pod)', '1500'],
    ["k8s.podProperties(pod).filter(p, p.name == 'node')[0].text", 'node-a'],
    ['k8s.nodeProperties(node).map(p, p.name)', '[cpu memory ephemeral-storage zone]'],
    ['k8s.nodeProperties(node)[0].max', '3920'],
    ['k8s.neat(yaml)', 'apiVersion: v1\nkind: Pod\n'],
  ])('%s prints %j', async (expr, output) => {
    expect(await engine.render({ expr }, variables)).toBe(output);
  });

  it('neat keeps what somebody wrote and drops what the cluster added', async () => {
    expect(JSON.parse(await engine.render({ expr: 'k8s.neat(pod)' }, variables))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-1', namespace: 'shop', labels: { app: 'web', 'pod-template-hash': '5d' } },
      spec: {
        volumes: [{ name: 'data' }],
        containers: [
          { name: 'app', image: 'shop/web:3', resources: pod.spec.containers[0]?.resources },
          { name: 'proxy', image: 'proxy:1', resources: pod.spec.containers[1]?.resources },
        ],
      },
    });
    expect(await engine.render({ expr: "k8s.neat(pod, 'yaml')" }, variables)).toContain('name: web-1');
    await expect(engine.render({ expr: "k8s.neat(pod, 'toml')" }, variables)).rejects.toThrow('neither json nor yaml');
  });
});

describe('Kubernetes functions in Go templates', () => {
  it.each([
    ['{{ if isHealthy .pod }}up{{ else }}down{{ end }}', 'up'],
    ['{{ (k8s.getHealth .pod).status }}', 'Running'],
    ['{{ getStatus .pod }}', 'Running: fine'],
    ['{{ .pod | isReady }}', 'true'],
    ['{{ .yaml | neat "json" }}', '{"apiVersion":"v1","kind":"Pod"}'],
    ['{{ k8s.getResourcesRequests .pod "cpu" }}', '250'],
  ])('%s prints %j', async (template, output) => {
    expect(await engine.render({ template }, variables)).toBe(output);
  });
});

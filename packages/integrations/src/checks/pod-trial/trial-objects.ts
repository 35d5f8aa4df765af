import { isPlainObject } from '../../canary/plain-object.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import type { TrialSpec } from './trial-fields.ts';

interface Placement {
  namespace: string;
  labels: Record<string, string>;
  /** Any node when absent. */
  node?: string | undefined;
}

/** The pod as it is created: where it goes, and with our labels. */
export function trialPod(pod: KubernetesObject, spec: TrialSpec, { namespace, labels, node }: Placement): KubernetesObject {
  return {
    ...pod,
    metadata: { ...pod.metadata, namespace, labels: { ...pod.metadata.labels, ...labels } },
    spec: {
      ...(isPlainObject(pod.spec) ? pod.spec : {}),
      ...(spec.priorityClass ? { priorityClassName: spec.priorityClass } : {}),
      ...(node === undefined ? {} : { nodeName: node }),
    },
  };
}

function metadataOf(name: string, pod: KubernetesObject): KubernetesObject['metadata'] {
  const { namespace, labels } = pod.metadata;
  return { name, ...(namespace === undefined ? {} : { namespace }), ...(labels === undefined ? {} : { labels }) };
}

/** A service for exactly this pod, of the same name. */
export function trialService(pod: KubernetesObject, port: number, selector: Record<string, string>): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(pod.metadata.name, pod),
    spec: { selector, ports: [{ name: 'check', port, targetPort: port, protocol: 'TCP' }] },
  };
}

/** An ingress from the host to the service; undefined when none is asked for. */
export function trialIngress(pod: KubernetesObject, spec: TrialSpec): KubernetesObject | undefined {
  if (!spec.ingressName || spec.port === undefined) return undefined;
  const backend = { service: { name: pod.metadata.name, port: { number: spec.port } } };
  const rule = { http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadataOf(spec.ingressName, pod),
    spec: {
      ...(spec.ingressClass ? { ingressClassName: spec.ingressClass } : {}),
      rules: [spec.ingressHost ? { host: spec.ingressHost, ...rule } : rule],
    },
  };
}

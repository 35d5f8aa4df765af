import { parse } from 'yaml';
import { isPlainObject } from '../../canary/plain-object.ts';
import { type KubernetesObject, readObject } from '../../kubernetes/objects.ts';
import { InvalidCheckError } from '../probe.ts';

/** Reads a pod from YAML text. Throws InvalidCheckError when it is none. */
export function readPod(text: string, field: string): KubernetesObject {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new InvalidCheckError(`${field} is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const pod = readObject(value, { apiVersion: 'v1', kind: 'Pod' });
  if (pod === undefined || pod.kind !== 'Pod' || !isPlainObject(pod.spec)) throw new InvalidCheckError(`${field} is no Pod`);
  if (!Array.isArray(pod.spec.containers) || pod.spec.containers.length === 0)
    throw new InvalidCheckError(`${field}: the pod has no containers`);
  return { ...pod, metadata: { ...pod.metadata, name: pod.metadata.name || 'pod' } };
}

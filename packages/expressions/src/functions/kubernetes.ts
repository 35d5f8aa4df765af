import { toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';
import { kubernetesHealth } from '../kubernetes/health.ts';
import type { KubernetesHealth } from '../kubernetes/health-model.ts';
import { neatObject } from '../kubernetes/neat.ts';
import { listAt, textAt, valueAt } from '../kubernetes/read-object.ts';
import { entriesOf, isRecord, keyText, toRecord, type ValueMap } from '../values.ts';
import { parseYaml, toYaml } from './data-formats.ts';
import { toJson } from './json.ts';
import { cpuAsMillicores, memoryAsBytes } from './quantities.ts';

/** The object in what checks give as `{Object: …}`, in a plain map, or in a YAML or JSON text; undefined when there is none. */
function objectOf(value: unknown): unknown {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    try {
      const parsed = parseYaml(value);
      return isRecord(parsed) ? parsed : undefined;
    } catch {
      return undefined;
    }
  }
  const inner = valueAt(value, 'Object');
  if (isRecord(inner)) return inner;
  return isRecord(value) ? value : undefined;
}

function health(value: unknown): KubernetesHealth {
  return kubernetesHealth(objectOf(value), Date.now());
}

export function isHealthy(value: unknown): boolean {
  return health(value).health === 'healthy';
}

export function isReady(value: unknown): boolean {
  return health(value).ready;
}

/** `{health, status, message, ok, ready}` */
export function getHealth(value: unknown): ValueMap {
  const found = health(value);
  return toRecord(Object.entries({ ...found, ok: found.health === 'healthy' }));
}

/** `Status: message` */
export function getStatus(value: unknown): string {
  const { status, message } = health(value);
  return `${status}: ${message}`;
}

/** The object as somebody would write it, in the format it came in (JSON for maps) or as `json` or `yaml`. */
export function neat(value: unknown, format?: unknown): string {
  const isText = typeof value === 'string' || value instanceof Uint8Array;
  const object = neatObject(objectOf(value) ?? (isText ? undefined : value));
  if (object === undefined || object === null) return '';
  const isYaml = isText && !/^\s*\{/.test(toText(value));
  const wanted = format === undefined || format === 'same' || format === '' ? (isYaml ? 'yaml' : 'json') : toText(format);
  if (wanted === 'yaml') return toYaml(object);
  if (wanted === 'json') return toJson(object);
  throw new EvaluationFault(`k8s.neat: the format ${JSON.stringify(wanted.slice(0, 40))} is neither json nor yaml`);
}

/** The object's labels without those that hold a hash, and its namespace as one more label. */
export function objectLabels(value: unknown): ValueMap {
  const object = objectOf(value);
  const namespace = textAt(object, 'metadata', 'namespace');
  const labels = valueAt(object, 'metadata', 'labels');
  const entries = isRecord(labels) ? entriesOf(labels) : [];
  return toRecord([
    ...(namespace === '' ? [] : [['namespace', namespace] as const]),
    ...entries.map(([key, label]) => [keyText(key), label] as const).filter(([key]) => !key.endsWith('-hash')),
  ]);
}

function quantity(name: string, amount: unknown): bigint {
  if (amount === undefined || amount === null || amount === '') return 0n;
  return name === 'cpu' ? cpuAsMillicores(toText(amount)) : memoryAsBytes(toText(amount));
}

/** Sum over a pod's containers: CPU in thousandths, other resources in bytes or pieces. */
function sumOfContainers(value: unknown, kind: 'limits' | 'requests', name: string): bigint {
  const containers = listAt(objectOf(value), 'spec', 'containers');
  return containers.reduce((sum: bigint, container) => sum + quantity(name, valueAt(container, 'resources', kind, name)), 0n);
}

export function resourcesLimit(value: unknown, name: unknown): bigint {
  return sumOfContainers(value, 'limits', toText(name));
}

export function resourcesRequests(value: unknown, name: unknown): bigint {
  return sumOfContainers(value, 'requests', toText(name));
}

/** Properties of a pod for a component: image, limits, node, time of creation and namespace. */
export function podProperties(value: unknown): ValueMap[] {
  const object = objectOf(value);
  if (object === undefined) return [];
  const [first] = listAt(object, 'spec', 'containers');
  return [
    toRecord([
      ['name', 'image'],
      ['text', textAt(first, 'image')],
    ]),
    amount('cpu', resourcesLimit(object, 'cpu'), 'millicores'),
    amount('memory', resourcesLimit(object, 'memory'), 'bytes'),
    toRecord([
      ['name', 'node'],
      ['text', textAt(object, 'spec', 'nodeName')],
    ]),
    toRecord([
      ['name', 'created_at'],
      ['text', textAt(object, 'metadata', 'creationTimestamp')],
    ]),
    toRecord([
      ['name', 'namespace'],
      ['text', textAt(object, 'metadata', 'namespace')],
    ]),
  ];
}

/** Properties of a node for a component: what pods may use, and its zone. */
export function nodeProperties(value: unknown): ValueMap[] {
  const object = objectOf(value);
  if (object === undefined) return [];
  const allocatable = (name: string) => quantity(name, valueAt(object, 'status', 'allocatable', name));
  return [
    amount('cpu', allocatable('cpu'), 'millicores'),
    amount('memory', allocatable('memory'), 'bytes'),
    amount('ephemeral-storage', allocatable('ephemeral-storage'), 'bytes'),
    toRecord([
      ['name', 'zone'],
      ['text', textAt(object, 'metadata', 'labels', 'topology.kubernetes.io/zone')],
    ]),
  ];
}

function amount(name: string, max: bigint, unit: string): ValueMap {
  return toRecord([
    ['name', name],
    ['max', max],
    ['unit', unit],
    ['headline', true],
  ]);
}

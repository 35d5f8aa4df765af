import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import { type KubernetesObject, objectName, readObject } from '../../kubernetes/objects.ts';
import { mapTexts } from '../map-texts.ts';
import { ownLabels, STATIC_LABEL } from '../own-labels.ts';
import { InvalidCheckError, type ProbeContext } from '../probe.ts';
import type { KubernetesResourceCheck } from './spec.ts';

const MOST_OBJECTS = 10;
const PLACEHOLDER = /\{\{|\$\(/;
/** Placeholders of Kubernetes itself, such as `$(POD_IP)` in the arguments of a container. */
const VARIABLE = /\$\([A-Z_][A-Z0-9_]*\)/g;

export interface PreparedObjects {
  /** Created for this run. */
  temporary: KubernetesObject[];
  /** Created when they are not there, and kept. */
  lasting: KubernetesObject[];
}

async function render(text: string, context: ProbeContext): Promise<string> {
  return PLACEHOLDER.test(text.replace(VARIABLE, '')) ? await context.templates.url(text, {}) : text;
}

function refuseTemplates(value: Record<string, unknown>, object: KubernetesObject): void {
  for (const text of [object.apiVersion, object.kind, object.metadata.namespace ?? ''])
    if (PLACEHOLDER.test(text)) throw new InvalidCheckError('templating the namespace or the kind of a resource is not allowed');
  if (typeof value.apiVersion !== 'string') throw new InvalidCheckError(`the resource ${objectName(object)} has no apiVersion`);
}

async function prepareOne(
  value: Record<string, unknown>,
  isStatic: boolean,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<KubernetesObject> {
  const written = readObject(value);
  if (written === undefined) throw new InvalidCheckError('a resource has no kind');
  refuseTemplates(value, written);
  const object = readObject(await mapTexts(written, (text) => render(text, context)));
  if (object === undefined || object.metadata.name === '')
    throw new InvalidCheckError(`a resource of kind ${written.kind} has no name`);
  const kind = await cluster.findKind(object.kind, object.apiVersion, context.signal);
  const { namespace: _namespace, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(kind.isNamespaced ? { namespace: object.metadata.namespace ?? context.canary.namespace } : {}),
      labels: { ...object.metadata.labels, ...ownLabels(context), ...(isStatic ? { [STATIC_LABEL]: 'true' } : {}) },
    },
  };
}

/** The objects of a check with their templates rendered, their namespaces filled in and our labels. */
export async function prepareObjects(
  spec: KubernetesResourceCheck,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<PreparedObjects> {
  const temporary = spec.resources ?? [];
  const lasting = spec.staticResources ?? [];
  const count = temporary.length + lasting.length;
  if (count > MOST_OBJECTS) throw new InvalidCheckError(`too many resources (${count}). only ${MOST_OBJECTS} supported`);
  const prepared: PreparedObjects = { temporary: [], lasting: [] };
  for (const value of lasting) prepared.lasting.push(await prepareOne(value, true, cluster, context));
  for (const value of temporary) prepared.temporary.push(await prepareOne(value, false, cluster, context));
  return prepared;
}

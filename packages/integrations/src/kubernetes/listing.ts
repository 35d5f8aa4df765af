import { isPlainObject } from '../canary/plain-object.ts';
import type { ResourceKind } from './discovery.ts';
import { isGone, KubernetesError } from './errors.ts';
import { type KubernetesObject, readObject } from './objects.ts';
import type { Transport } from './transport.ts';

export const PAGE_SIZE = 500;
/** More objects than this are refused instead of being kept in memory. */
const MOST_OBJECTS = 50_000;

/** Which objects of a kind are meant. */
export interface ListSelection {
  /** All namespaces when absent. */
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
}

export interface ObjectList {
  objects: KubernetesObject[];
  /** Where a watch goes on. */
  resourceVersion: string;
}

/** Address of the objects of a kind, or of one of them. */
export function resourcePath(kind: ResourceKind, namespace: string | undefined, ...rest: readonly string[]): string {
  const base = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const scope = kind.isNamespaced && namespace !== undefined ? ['namespaces', namespace] : [];
  return [base, ...[...scope, kind.plural, ...rest].map(encodeURIComponent)].join('/');
}

async function readPages(
  transport: Transport,
  kind: ResourceKind,
  selection: ListSelection,
  signal: AbortSignal,
  pageSize: number,
): Promise<ObjectList> {
  const objects: KubernetesObject[] = [];
  let token = '';
  for (;;) {
    const page = await transport.json({
      path: resourcePath(kind, selection.namespace),
      query: {
        limit: pageSize,
        labelSelector: selection.labelSelector,
        fieldSelector: selection.fieldSelector,
        continue: token,
      },
      signal,
    });
    if (!isPlainObject(page) || !Array.isArray(page.items)) throw new KubernetesError('the cluster answers with no list');
    for (const item of page.items) {
      const object = readObject(item, { apiVersion: kind.apiVersion, kind: kind.kind });
      if (object !== undefined) objects.push(object);
    }
    if (objects.length > MOST_OBJECTS) throw new KubernetesError(`more than ${MOST_OBJECTS} objects of kind ${kind.kind}`);
    const metadata = isPlainObject(page.metadata) ? page.metadata : {};
    token = typeof metadata.continue === 'string' ? metadata.continue : '';
    if (token === '')
      return { objects, resourceVersion: typeof metadata.resourceVersion === 'string' ? metadata.resourceVersion : '' };
  }
}

/** All objects of a kind, page by page; starts again once when the pages expire on the way. */
export async function listObjects(
  transport: Transport,
  kind: ResourceKind,
  selection: ListSelection,
  signal: AbortSignal,
  pageSize = PAGE_SIZE,
): Promise<ObjectList> {
  try {
    return await readPages(transport, kind, selection, signal, pageSize);
  } catch (error) {
    if (!isGone(error)) throw error;
    return await readPages(transport, kind, selection, signal, pageSize);
  }
}

import picomatch from 'picomatch';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import type { ResourceKind } from '../../kubernetes/discovery.ts';
import type { ListSelection } from '../../kubernetes/listing.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import type { ObjectSelector } from '../cluster-fields.ts';
import { searchMatcher } from './search-matcher.ts';

const LISTS_AT_ONCE = 6;
/** For more namespaces than this one list of the whole cluster is cheaper. */
const MOST_LISTS = 20;

/** More than one exact name: `kube-*`, `a,b` or `!lease`. */
function isPattern(name: string | undefined): name is string {
  return name !== undefined && /[*?[\]{}!,]/.test(name);
}

/** Whether a selector asks for more than a name. */
function asksForMore(selector: ObjectSelector): boolean {
  return Boolean(selector.labelSelector || selector.fieldSelector || selector.search?.trim());
}

function isEmpty(selector: ObjectSelector): boolean {
  return (!selector.name || selector.name.trim() === '*') && !asksForMore(selector);
}

/** The part of a selector that the cluster applies itself. */
function selectionOf(selector: ObjectSelector | undefined): ListSelection {
  const exact = selector?.name && !isPattern(selector.name) ? `metadata.name=${selector.name}` : '';
  const fieldSelector = [exact, selector?.fieldSelector ?? ''].filter((part) => part !== '').join(',');
  return {
    ...(selector?.labelSelector ? { labelSelector: selector.labelSelector } : {}),
    ...(fieldSelector === '' ? {} : { fieldSelector }),
  };
}

/**
 * A test of names by a list such as `kube-*,!*-lease`: a name passes when no entry with `!` matches and one of the others does, if there are
 * others. Every name passes when there is no list.
 */
export function nameMatcher(list: string | undefined): (name: string) => boolean {
  if (!isPattern(list)) return () => true;
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const testOf = (entry: string) => picomatch(entry, { dot: true, nonegate: true });
  const unwanted = entries.filter((entry) => entry.startsWith('!')).map((entry) => testOf(entry.slice(1)));
  const wanted = entries.filter((entry) => !entry.startsWith('!')).map(testOf);
  return (name) => !unwanted.some((test) => test(name)) && (wanted.length === 0 || wanted.some((test) => test(name)));
}

async function namespacesOf(
  cluster: KubernetesCluster,
  selector: ObjectSelector | undefined,
  now: Date,
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  if (selector === undefined || isEmpty(selector)) return [undefined];
  if (selector.name && !isPattern(selector.name) && !asksForMore(selector)) return [selector.name];
  const isFound = searchMatcher(selector.search, now);
  const kind = await cluster.findKind('Namespace', 'v1', signal);
  const { objects } = await cluster.list(kind, selectionOf(selector), signal);
  return objects
    .filter(isFound)
    .map((object) => object.metadata.name)
    .filter(nameMatcher(selector.name));
}

/** Objects of a kind in the chosen namespaces, by namespace and name, without those whose names are ignored. */
export async function selectObjects(
  cluster: KubernetesCluster,
  kind: ResourceKind,
  selectors: {
    namespaces?: ObjectSelector | undefined;
    objects?: ObjectSelector | undefined;
    ignore?: readonly string[] | undefined;
  },
  now: Date,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  const isFound = searchMatcher(selectors.objects?.search, now);
  const wantedPlaces = kind.isNamespaced ? await namespacesOf(cluster, selectors.namespaces, now, signal) : [undefined];
  const isSpread = wantedPlaces.length > MOST_LISTS;
  const namespaces = isSpread ? [undefined] : wantedPlaces;
  const isPlace = new Set(wantedPlaces);
  const selection = selectionOf(selectors.objects);
  const found: KubernetesObject[][] = [];
  const queue = namespaces.entries();
  const work = async () => {
    for (const [index, namespace] of queue) {
      const list = await cluster.list(kind, namespace === undefined ? selection : { ...selection, namespace }, signal);
      found[index] = list.objects;
    }
  };
  await Promise.all(Array.from({ length: Math.min(LISTS_AT_ONCE, namespaces.length) }, work));
  const isWanted = nameMatcher(selectors.objects?.name);
  const isIgnored = (selectors.ignore ?? []).map((pattern) => picomatch(pattern, { dot: true }));
  return found
    .flat()
    .filter(({ metadata }) => !isSpread || isPlace.has(metadata.namespace))
    .filter(({ metadata }) => isWanted(metadata.name) && !isIgnored.some((test) => test(metadata.name)))
    .filter(isFound);
}

import { kubernetesHealth } from '@quarterdeck/expressions';
import { type CompiledSelector, compileSelector, matches, SelectorError } from '@quarterdeck/expressions/selectors';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { InvalidCheckError } from '../probe.ts';

/** An object as the catalog would hold it, so that a search means the same in both places. */
function asItem(object: KubernetesObject, now: Date): Record<string, unknown> {
  const { uid, name, namespace, labels, creationTimestamp } = object.metadata;
  const { health, status, ready } = kubernetesHealth(object, now.getTime());
  return {
    id: uid,
    name,
    type: `Kubernetes::${object.kind}`,
    config_class: object.kind,
    labels: labels ?? {},
    tags: namespace === undefined ? {} : { namespace },
    config: object,
    ...{ health, status, ready },
    created_at: creationTimestamp,
  };
}

/**
 * A test of objects by the search of a selector, such as `labels.app=web health=unhealthy`; every object passes without one.
 * Throws InvalidCheckError when it cannot be understood. Source: health-checks §2.16, data-model §12.4.
 */
export function searchMatcher(search: string | undefined, now: Date): (object: KubernetesObject) => boolean {
  if (!search?.trim()) return () => true;
  let compiled: CompiledSelector;
  try {
    compiled = compileSelector('config', { search, agent: 'all' });
  } catch (error) {
    if (error instanceof SelectorError) throw new InvalidCheckError(`search: ${error.message}`);
    throw error;
  }
  return (object) => matches(compiled, asItem(object, now), now);
}

import type { Probe } from './probe.ts';
import { CHECK_KINDS, type CheckKindKey } from './registry.ts';

const loaded = new Map<string, Promise<Probe>>();

function isProbe(value: unknown): value is Probe {
  return typeof value === 'object' && value !== null && 'prepare' in value && 'kind' in value;
}

async function load(key: CheckKindKey): Promise<Probe> {
  const module: unknown = await import(`./${CHECK_KINDS[key].key}/run.ts`);
  const probe = typeof module === 'object' && module !== null && 'probe' in module ? module.probe : undefined;
  if (!isProbe(probe)) throw new Error(`checks/${key}/run.ts exports no probe`);
  return probe;
}

function isKindKey(key: string): key is CheckKindKey {
  return Object.hasOwn(CHECK_KINDS, key);
}

/** The code of a kind, loaded at its first use so that unused clients of outside systems cost nothing. Undefined when the registry has no such kind. */
export function loadProbe(key: string): Promise<Probe> | undefined {
  if (!isKindKey(key)) return undefined;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const probe = load(key);
  loaded.set(key, probe);
  return probe;
}

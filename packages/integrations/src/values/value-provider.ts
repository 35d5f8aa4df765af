import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a value lives: `secret://name/key` and its relatives. Source: health-checks §4.1. */
export interface ValueRef {
  kind: 'secret' | 'configmap' | 'helm' | 'serviceaccount';
  namespace: string;
  name: string;
  /** Empty for a service account. */
  key: string;
}

/** A store of secrets and config maps. */
export interface ValueProvider {
  /** Named in the message when a value is found nowhere. */
  readonly description: string;
  /** The value, or undefined when this store does not have it. Rejects when the store cannot be read. */
  lookup(ref: ValueRef): Promise<string | undefined>;
}

/** `QUARTERDECK_SECRET_<NAME>_<KEY>` or `QUARTERDECK_CONFIGMAP_<NAME>_<KEY>`; other characters than letters and digits are `_`. */
function environmentName(ref: ValueRef): string {
  return ['QUARTERDECK', ref.kind, ref.name, ref.key].map((part) => part.toUpperCase().replace(/[^A-Z0-9]+/g, '_')).join('_');
}

/** Secrets and config maps from environment variables named `QUARTERDECK_<KIND>_<NAME>_<KEY>`, for every namespace. */
export function environmentValues(environment: Readonly<Record<string, string | undefined>>): ValueProvider {
  return {
    description: 'environment variables QUARTERDECK_<KIND>_<NAME>_<KEY>',
    lookup: async (ref) => environment[environmentName(ref)],
  };
}

const SAFE_PART = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;

/** Secrets and config maps from files `<root>/<kind>/<namespace>/<name>/<key>`, the layout that mounted secrets have. */
export function fileValues(root: string): ValueProvider {
  return {
    description: `files under ${root}`,
    async lookup(ref) {
      const parts = [ref.kind, ref.namespace, ref.name, ref.key];
      if (!parts.every((part) => SAFE_PART.test(part))) return undefined;
      try {
        return (await readFile(join(root, ...parts), 'utf8')).replace(/\r?\n$/, '');
      } catch (error) {
        if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
        throw error;
      }
    },
  };
}

/** Asks one store after the other. */
export function chainValues(providers: readonly ValueProvider[]): ValueProvider {
  return {
    description: providers.map((provider) => provider.description).join(', '),
    async lookup(ref) {
      for (const provider of providers) {
        const value = await provider.lookup(ref);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}

/** Remembers found values for `ttlMs` (5 minutes by the contract); missing ones are asked for again. */
export function cacheValues(provider: ValueProvider, monotonicMs: () => number, ttlMs = 300_000): ValueProvider {
  const found = new Map<string, { value: string; untilMs: number }>();
  return {
    description: provider.description,
    async lookup(ref) {
      const key = [ref.kind, ref.namespace, ref.name, ref.key].join('/');
      const cached = found.get(key);
      if (cached !== undefined && cached.untilMs > monotonicMs()) return cached.value;
      const value = await provider.lookup(ref);
      if (value === undefined) found.delete(key);
      else found.set(key, { value, untilMs: monotonicMs() + ttlMs });
      return value;
    },
  };
}

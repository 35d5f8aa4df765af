/** The preferences of a request that the row API knows (header Prefer). */
export interface Preferences {
  return?: 'representation' | 'minimal' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  missing?: 'default' | 'null';
  tx?: 'commit' | 'rollback';
  params?: 'single-object' | 'multiple-objects';
}

function oneOf<T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined {
  return allowed.find((each) => each === value);
}

/** Of several values of one preference the first holds; unknown ones are passed over. */
export function parsePrefer(header: string | undefined): Preferences {
  const values = new Map<string, string>();
  for (const part of (header ?? '').split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim());
    if (!values.has(name)) values.set(name, value);
  }
  const found: Preferences = {};
  const set = <K extends keyof Preferences>(name: K, value: Preferences[K]) => {
    if (value !== undefined) found[name] = value;
  };
  set('return', oneOf(values.get('return'), ['representation', 'minimal', 'headers-only']));
  set('count', oneOf(values.get('count'), ['exact', 'planned', 'estimated']));
  set('resolution', oneOf(values.get('resolution'), ['merge-duplicates', 'ignore-duplicates']));
  set('missing', oneOf(values.get('missing'), ['default', 'null']));
  set('tx', oneOf(values.get('tx'), ['commit', 'rollback']));
  set('params', oneOf(values.get('params'), ['single-object', 'multiple-objects']));
  return found;
}

export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function jsonAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isJson(current)) return undefined;
    current = current[key];
  }
  return current;
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = jsonAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** RFC 7386: null removes a member, lists are replaced. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJson(patch)) return patch;
  const result: Json = isJson(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/** True for objects that JSON or YAML maps become. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Strings to strings; numbers and booleans become text, everything else is left out. */
export function stringMap(value: unknown): Record<string, string> {
  if (!isPlainObject(value)) return {};
  const entries = Object.entries(value).flatMap(([key, entry]): [string, string][] =>
    typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean' ? [[key, String(entry)]] : [],
  );
  return Object.fromEntries(entries);
}

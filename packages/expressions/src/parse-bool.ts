const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
]);

/** Go's strconv.ParseBool: exactly 1, t, T, TRUE, true, True and their opposites; undefined for anything else. */
export function parseBool(text: string): boolean | undefined {
  return BOOLEANS.get(text);
}

/** Values of a form or of a part of one, by key. */
export type Values = Readonly<Record<string, unknown>>;

/** Value of a key in any case, as the server's parser reads it. */
export function lookUp(record: Readonly<Record<string, unknown>>, key: string): unknown {
  if (key in record) return record[key];
  const wanted = key.toLowerCase();
  return Object.entries(record).find(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

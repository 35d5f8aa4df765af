/** A copy of a JSON value with every text replaced. */
export async function mapTexts(value: unknown, replace: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return await replace(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const entry of value) list.push(await mapTexts(entry, replace));
    return list;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) entries.push([key, await mapTexts(entry, replace)]);
  return Object.fromEntries(entries);
}

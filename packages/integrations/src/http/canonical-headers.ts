/**
 * Header names as Go writes them: `content-type` → `Content-Type`; several values of one name are joined by a comma.
 * @param raw names and values by turns
 */
export function canonicalHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    const value = raw[index + 1] ?? '';
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value;
  }
  return headers;
}

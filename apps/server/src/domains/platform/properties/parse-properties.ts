const COMMENT = /^\s*[#!]/;
const PAIR = /^\s*([^=:\s]+)\s*[=:]\s*(.*?)\s*$/;

/** Lines `name=value` or `name: value`; comments begin with # or !, and a backslash at the end goes on in the next line. The last of a name holds. */
export function parseProperties(text: string): ReadonlyMap<string, string> {
  const lines = text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/);
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = COMMENT.test(line) ? [] : (PAIR.exec(line) ?? []);
    if (name !== undefined && value !== undefined) values.set(name, value);
  }
  return values;
}

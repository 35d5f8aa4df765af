/** One line of a document that was changed, with what stands around it. */
export interface LineChange {
  readonly file: string;
  /** Number of the changed line, from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** A unified diff of one changed line. */
export function unifiedDiff({ file, line, before, after, above, below }: LineChange): string {
  const start = line - above.length;
  const count = above.length + 1 + below.length;
  return [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${start},${count} +${start},${count} @@`,
    ...above.map((text) => ` ${text}`),
    `-${before}`,
    `+${after}`,
    ...below.map((text) => ` ${text}`),
    '',
  ].join('\n');
}

/** How the console names where a definition comes from, and why it may not be edited here. */
export interface SourceView {
  readonly label: string;
  readonly readOnlyReason: string | undefined;
}

const FILE_PREFIX = 'file/';
const CLUSTER_PREFIX = 'kubernetes';

/**
 * A definition kept in a file or a cluster is changed there: the next sync would undo a change made here.
 * `source` is the column of the row: empty or `UI` for definitions made here, `file/<path>`, `kubernetes/<uid>`, …
 */
export function sourceView(source: string | null): SourceView {
  const text = source ?? '';
  if (text.startsWith(FILE_PREFIX)) {
    const file = text.slice(FILE_PREFIX.length);
    return { label: file, readOnlyReason: `This canary is read from the file ${file}. Change it there.` };
  }
  if (text.toLowerCase().startsWith(CLUSTER_PREFIX)) {
    return { label: 'Kubernetes', readOnlyReason: 'This canary is a resource of a Kubernetes cluster. Change it there.' };
  }
  return { label: text === '' ? 'UI' : text, readOnlyReason: undefined };
}

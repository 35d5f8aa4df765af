import { LOCAL_AGENT_ID } from '@quarterdeck/contract';

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
 * `agentId` is that of the agent that sent it; an agent's definition is never changed here.
 */
export function sourceView(source: string | null, agentId: string = LOCAL_AGENT_ID): SourceView {
  const view = sourceOf(source);
  if (agentId === LOCAL_AGENT_ID) return view;
  return { label: view.label, readOnlyReason: 'This canary comes from an agent. Change it there.' };
}

function sourceOf(source: string | null): SourceView {
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

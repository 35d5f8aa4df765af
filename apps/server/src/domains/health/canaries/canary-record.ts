/** A row of `canaries` as the domain reads it. */
export interface CanaryRecord {
  id: string;
  agent_id: string;
  name: string;
  namespace: string;
  labels: Record<string, string> | null;
  annotations: Record<string, string> | null;
  spec: Record<string, unknown>;
  source: string | null;
  created_at: Date | null;
  created_by: string | null;
  updated_at: Date | null;
  deleted_at: Date | null;
}

export const CANARY_COLUMNS =
  'c.id, c.agent_id, c.name, c.namespace, c.labels, c.annotations, c.spec, c.source, c.created_at, c.created_by, c.updated_at, c.deleted_at';

const READ_ONLY_PREFIXES = ['file/', 'kubernetes'];

/** True for canaries whose truth is elsewhere (a file, a cluster): they are changed there. */
export function isReadOnlySource(source: string | null): boolean {
  return source !== null && READ_ONLY_PREFIXES.some((prefix) => source.startsWith(prefix));
}

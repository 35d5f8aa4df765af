import { type Connection, isEditableConnection } from '@quarterdeck/contract/connections';

/** Where a connection comes from, and why it may not be changed here. */
export interface ConnectionSource {
  readonly label: string;
  readonly readOnlyReason: string | undefined;
  /** The resource that it is made from. */
  readonly href: string | undefined;
}

const LABELS: Readonly<Record<string, string>> = {
  ConfigFile: 'File',
  CRDSync: 'Kubernetes',
  KubernetesCRD: 'Kubernetes',
  UI: 'UI',
};

const REASONS: Readonly<Record<string, string>> = {
  File: 'This connection is read from a file of the server. Change it there.',
  Kubernetes: 'This connection is a resource of a Kubernetes cluster. Change it there.',
  Push: 'This connection was sent by an agent. Change it there.',
};

/** How the console names the source of a connection. A resource of a cluster has the same id in the catalog. */
export function connectionSource({ id, source }: Pick<Connection, 'id' | 'source'>): ConnectionSource {
  const label = source === null ? 'UI' : (LABELS[source] ?? source);
  if (isEditableConnection({ source })) return { label, readOnlyReason: undefined, href: undefined };
  return {
    label,
    readOnlyReason: REASONS[label] ?? `This connection comes from ${label}. Change it there.`,
    href: label === 'Kubernetes' ? `/catalog/${id}` : undefined,
  };
}

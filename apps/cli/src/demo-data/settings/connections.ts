import { NAMESPACE } from '../company/places.ts';
import { demoId } from '../demo-id.ts';
import type { RowWriter } from '../row-writer.ts';
import { after, DAY_MS } from '../times.ts';

interface DemoConnection {
  readonly name: string;
  readonly type: string;
  readonly url?: string;
  readonly username?: string;
  readonly password?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly source?: 'UI' | 'KubernetesCRD';
  readonly isDeleted?: boolean;
}

/** Connections of many kinds. Secrets are references to secrets of a cluster that does not exist. */
const CONNECTIONS: readonly DemoConnection[] = [
  {
    name: 'aws-organisation',
    type: 'aws',
    username: 'secret://aws-organisation/access-key',
    password: 'secret://aws-organisation/secret-key',
    properties: { region: 'eu-west-1', profile: 'reader' },
  },
  {
    name: 'azure-backoffice',
    type: 'azure',
    username: 'client-quarterdeck',
    password: 'secret://azure-backoffice/client-secret',
    properties: { tenant: 'marlow' },
  },
  { name: 'github', type: 'github', url: 'https://api.github.com', password: 'secret://github/token' },
  {
    name: 'gitops',
    type: 'git',
    url: 'https://github.com/marlow/gitops.git',
    username: 'flux',
    password: 'secret://gitops/token',
    properties: { ref: 'main' },
    source: 'KubernetesCRD',
  },
  {
    name: 'ledger-replica',
    type: 'postgres',
    url: 'postgres://ledger-db.prod-eu-west-1.marlow.internal:5432/app',
    username: 'secret://ledger-db/username',
    password: 'secret://ledger-db/password',
  },
  { name: 'metrics', type: 'prometheus', url: 'https://prometheus.marlow.internal' },
  {
    name: 'access-logs',
    type: 'elasticsearch',
    url: 'https://logs.marlow.internal:9200',
    username: 'reader',
    password: 'secret://logs/password',
  },
  { name: 'cluster-staging', type: 'kubernetes', properties: { context: 'staging-eu-west-1' }, source: 'KubernetesCRD' },
  {
    name: 'artifacts',
    type: 's3',
    properties: { bucket: 'marlow-artifacts', region: 'eu-west-1' },
    username: 'secret://artifacts/access-key',
    password: 'secret://artifacts/secret-key',
  },
  { name: 'team-chat', type: 'slack', url: 'slack://secret-token@channel', properties: { channel: 'operations' } },
  { name: 'mail', type: 'email', url: 'smtp://mail.marlow.internal:587/', properties: { from: 'quarterdeck@marlow.example' } },
  { name: 'pager', type: 'generic_webhook', url: 'generic+https://pager.marlow.internal/hook' },
  { name: 'old-jenkins', type: 'http', url: 'https://jenkins.marlow.internal', username: 'ci', isDeleted: true },
];

export function connectionId(n: number, end: Date): string {
  return demoId('connection', n, after(end, -400 * DAY_MS));
}

export async function writeConnections(writer: RowWriter, createdBy: string, end: Date): Promise<void> {
  const createdAt = after(end, -400 * DAY_MS);
  await writer.write(
    'connection_definitions',
    CONNECTIONS.map(({ name, type, url, username, password, properties, source, isDeleted }, n) => ({
      id: connectionId(n, end),
      name,
      namespace: NAMESPACE,
      type,
      url: url ?? null,
      source: source ?? 'UI',
      username: username ?? null,
      password: password ?? null,
      certificate: null,
      properties: properties ?? null,
      insecure_tls: false,
      created_by: createdBy,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: isDeleted === true ? after(end, -12 * DAY_MS) : null,
    })),
  );
}

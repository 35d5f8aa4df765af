/** Symbols of the sprite. */
const symbols = new Set(
  (
    'kubernetes postgres redis mariadb mongo elasticsearch opensearch kafka prometheus grafana gcp github gitlab slack discord docker ' +
    'nginx helm flux terraform rabbitmq sqlite telegram jira http tcp dns icmp exec folder file sql mail key lock webhook archive server drive ' +
    'git chat bell send users alert timer box cloud chart code activity logs hash zap generic'
  ).split(' '),
);

/** Other names of the same things. */
const aliases: Record<string, string> = {
  k8s: 'kubernetes',
  pod: 'kubernetes',
  kubernetesresource: 'kubernetes',
  namespace: 'kubernetes',
  postgresql: 'postgres',
  pg: 'postgres',
  mongodb: 'mongo',
  elastic: 'elasticsearch',
  apachekafka: 'kafka',
  alertmanager: 'prometheus',
  googlecloud: 'gcp',
  gke: 'gcp',
  gcs: 'archive',
  gcsbucket: 'archive',
  s3: 'archive',
  s3bucket: 'archive',
  restic: 'archive',
  ec2: 'server',
  aws: 'cloud',
  awsconfig: 'cloud',
  awsconfigrule: 'cloud',
  cloudwatch: 'chart',
  azure: 'cloud',
  azuredevops: 'cloud',
  catalog: 'box',
  config: 'box',
  configdb: 'box',
  database: 'sql',
  databasebackup: 'archive',
  mssql: 'sql',
  mysql: 'sql',
  sqlserver: 'sql',
  dynatrace: 'activity',
  email: 'mail',
  smtp: 'mail',
  https: 'http',
  website: 'http',
  url: 'http',
  socket: 'tcp',
  port: 'tcp',
  ping: 'icmp',
  shell: 'exec',
  script: 'exec',
  bash: 'exec',
  terminal: 'exec',
  ldap: 'key',
  vault: 'lock',
  certificate: 'lock',
  tls: 'lock',
  sftp: 'folder',
  directory: 'folder',
  smb: 'drive',
  nfs: 'drive',
  githubactions: 'github',
  gitrepository: 'git',
  junit: 'code',
  jmeter: 'timer',
  cron: 'timer',
  genericwebhook: 'webhook',
  teams: 'users',
  opsgenie: 'alert',
  pagerduty: 'alert',
  ntfy: 'bell',
  pushbullet: 'send',
  pushover: 'send',
  mattermost: 'chat',
  rocketchat: 'chat',
  zulip: 'chat',
  zulipchat: 'chat',
  googlechat: 'chat',
  matrix: 'hash',
  ifttt: 'zap',
  windows: 'server',
  host: 'server',
  node: 'server',
  pubsub: 'activity',
  containerd: 'docker',
  container: 'docker',
  loki: 'logs',
};

function lookUp(name: string): string | undefined {
  if (symbols.has(name)) return name;
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** Symbol of a technology name in any spelling (`Postgres`, `k8s`, `AWS::RDS::DBInstance`); `generic` when there is none. */
export function techSymbol(name: string | null | undefined): string {
  if (!name) return 'generic';
  const lower = name.toLowerCase();
  const whole = lookUp(lower.replace(/[^a-z0-9]/g, ''));
  if (whole) return whole;
  const parts = lower.split(/[^a-z0-9]+/).filter(Boolean);
  for (const part of [...parts].reverse()) {
    const found = lookUp(part);
    if (found) return found;
  }
  return 'generic';
}

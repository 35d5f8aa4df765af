import { alertmanagerKind } from './alertmanager/spec.ts';
import { awsConfigKind } from './awsConfig/spec.ts';
import { awsConfigRuleKind } from './awsConfigRule/spec.ts';
import { azureDevopsKind } from './azureDevops/spec.ts';
import { catalogKind } from './catalog/spec.ts';
import { cloudwatchKind } from './cloudwatch/spec.ts';
import { databaseBackupKind } from './databaseBackup/spec.ts';
import { dnsKind } from './dns/spec.ts';
import { dynatraceKind } from './dynatrace/spec.ts';
import { ec2Kind } from './ec2/spec.ts';
import { elasticsearchKind } from './elasticsearch/spec.ts';
import { execKind } from './exec/spec.ts';
import { folderKind } from './folder/spec.ts';
import { githubKind } from './github/spec.ts';
import { gitProtocolKind } from './gitProtocol/spec.ts';
import { httpKind } from './http/spec.ts';
import { icmpKind } from './icmp/spec.ts';
import { jmeterKind } from './jmeter/spec.ts';
import { junitKind } from './junit/spec.ts';
import { kubernetesKind } from './kubernetes/spec.ts';
import { kubernetesResourceKind } from './kubernetesResource/spec.ts';
import { ldapKind } from './ldap/spec.ts';
import type { CheckKind } from './model.ts';
import { mongodbKind } from './mongodb/spec.ts';
import { mssqlKind } from './mssql/spec.ts';
import { mysqlKind } from './mysql/spec.ts';
import { namespaceKind } from './namespace/spec.ts';
import { opensearchKind } from './opensearch/spec.ts';
import { podKind } from './pod/spec.ts';
import { postgresKind } from './postgres/spec.ts';
import { prometheusKind } from './prometheus/spec.ts';
import { pubsubKind } from './pubsub/spec.ts';
import { redisKind } from './redis/spec.ts';
import { resticKind } from './restic/spec.ts';
import { s3Kind } from './s3/spec.ts';
import { tcpKind } from './tcp/spec.ts';

/**
 * Every check kind by its spec key, in running order (health-checks §2.0).
 * A kind's folder has the name of its key and holds `spec.ts`, `run.ts`, its test and `example.yaml`.
 */
export const CHECK_KINDS = {
  alertmanager: alertmanagerKind,
  awsConfig: awsConfigKind,
  awsConfigRule: awsConfigRuleKind,
  azureDevops: azureDevopsKind,
  catalog: catalogKind,
  cloudwatch: cloudwatchKind,
  databaseBackup: databaseBackupKind,
  dns: dnsKind,
  dynatrace: dynatraceKind,
  elasticsearch: elasticsearchKind,
  exec: execKind,
  folder: folderKind,
  gitProtocol: gitProtocolKind,
  github: githubKind,
  http: httpKind,
  icmp: icmpKind,
  jmeter: jmeterKind,
  junit: junitKind,
  kubernetes: kubernetesKind,
  kubernetesResource: kubernetesResourceKind,
  ldap: ldapKind,
  mongodb: mongodbKind,
  mssql: mssqlKind,
  mysql: mysqlKind,
  opensearch: opensearchKind,
  postgres: postgresKind,
  prometheus: prometheusKind,
  redis: redisKind,
  restic: resticKind,
  s3: s3Kind,
  namespace: namespaceKind,
  pod: podKind,
  tcp: tcpKind,
  ec2: ec2Kind,
  pubsub: pubsubKind,
} as const satisfies Record<string, CheckKind>;

export type CheckKindKey = keyof typeof CHECK_KINDS;

const byLowerCaseKey = new Map<string, CheckKind>(
  Object.values(CHECK_KINDS).flatMap((kind: CheckKind) =>
    [kind.key, ...(kind.aliases ?? [])].map((key) => [key.toLowerCase(), kind]),
  ),
);

/** The kind of a spec key or alias in any case. */
export function findCheckKind(key: string): CheckKind | undefined {
  return byLowerCaseKey.get(key.toLowerCase());
}

/**
 * Kinds that only ever existed as names, so that their checks give no result, and the kinds to use instead. Source: health-checks §2.0.
 */
export const NAME_ONLY_CHECK_KEYS: Readonly<Record<string, string>> = {
  docker: 'exec',
  dockerPush: 'exec',
  containerd: 'exec',
  containerdPush: 'exec',
  helm: 'exec or kubernetesResource',
};

/** Spec keys that the ecosystem knows as lists of checks, whether or not a kind here runs them. Source: health-checks §2.0. */
export const ECOSYSTEM_CHECK_KEYS: readonly string[] = [
  'alertmanager',
  'awsConfig',
  'awsConfigRule',
  'azureDevops',
  'cloudwatch',
  'catalog',
  'databaseBackup',
  'dns',
  'dynatrace',
  'elasticsearch',
  'exec',
  'folder',
  'github',
  'gitProtocol',
  'http',
  'icmp',
  'jmeter',
  'junit',
  'kubernetes',
  'kubernetesResource',
  'ldap',
  'mongodb',
  'mongo',
  'mssql',
  'mysql',
  'opensearch',
  'postgres',
  'prometheus',
  'redis',
  'restic',
  's3',
  'namespace',
  'pod',
  'tcp',
  'webhook',
  'docker',
  'dockerPush',
  'containerd',
  'containerdPush',
  'helm',
  'ec2',
  'pubsub',
];

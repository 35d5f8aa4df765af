import type { CanaryCheck } from './model.ts';

/** Kinds that only look at their target, so that nothing shows in which order they ran. */
const LOOKING = new Set([
  'alertmanager',
  'awsConfig',
  'awsConfigRule',
  'azureDevops',
  'cloudwatch',
  'catalog',
  'databaseBackup',
  'dns',
  'dynatrace',
  'ec2',
  'elasticsearch',
  'folder',
  'http',
  'icmp',
  'kubernetes',
  'ldap',
  'mongodb',
  'opensearch',
  'prometheus',
  'redis',
  'tcp',
]);
const LOOKING_METHODS = new Set(['', 'GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a check may run beside others of its canary. The checks of a canary run one after the other as far as anybody can tell: what a
 * script, a query or a request leaves behind is there for the checks after it. Source: health-checks §2.0, §5.1.
 */
export function runsBesideOthers({ key, spec }: CanaryCheck): boolean {
  if (!LOOKING.has(key)) return false;
  const method = 'method' in spec && typeof spec.method === 'string' ? spec.method : '';
  return LOOKING_METHODS.has(method.toUpperCase());
}

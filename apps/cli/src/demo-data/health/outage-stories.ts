/** One way in which a deployment breaks a service. `{app}`, `{cluster}` and so on are filled in. */
export interface OutageStory {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly type:
    | 'availability'
    | 'performance'
    | 'security'
    | 'cost'
    | 'technical_debt'
    | 'compliance'
    | 'integration'
    | 'reliability';
  readonly severity: 'critical' | 'blocker' | 'high' | 'medium' | 'low';
  /** Numbers of the check templates that fail. */
  readonly failing: readonly number[];
  readonly status: string;
  readonly reason: string;
  readonly cause: string;
  /** Path of the field of the deployment that was changed, and its values before and after. */
  readonly change: { readonly field: string; readonly before: string; readonly after: string };
  readonly factors: readonly string[];
  readonly ruledOut: string;
  readonly solution: string;
  readonly prevention: string;
  readonly log: readonly string[];
}

export const STORIES: readonly OutageStory[] = [
  {
    key: 'memory',
    title: '{app} restarts in a loop in {cluster}',
    description: 'Pods of {app} are killed for memory a few minutes after they start. Requests fail while no pod is ready.',
    type: 'availability',
    severity: 'critical',
    failing: [0, 1, 2],
    status: 'CrashLoopBackOff',
    reason: 'containers are killed with OOMKilled',
    cause: 'The new release keeps every response in memory',
    change: { field: 'image', before: '{version}', after: '{nextVersion}' },
    factors: ['The memory limit leaves no headroom over normal use', 'The canary stage was skipped for this release'],
    ruledOut: 'A node ran out of memory',
    solution: 'Roll {app} back to {version}',
    prevention: 'Alert on the growth of the heap before the limit is reached',
    log: [
      'level=warn msg="heap above 90% of limit" heap=487Mi limit=512Mi',
      'level=error msg="allocation failed" size=16777216',
      'Killed process 1 ({app}) total-vm:1894412kB, anon-rss:524120kB',
    ],
  },
  {
    key: 'pool',
    title: 'Requests to {app} wait for database connections',
    description:
      'The pool of {app} is exhausted: requests wait for a connection until they time out, and the database refuses more clients.',
    type: 'performance',
    severity: 'high',
    failing: [1, 2, 6],
    status: 'Degraded',
    reason: 'the readiness probe fails with timeouts',
    cause: 'The size of the connection pool was set per replica instead of per service',
    change: { field: 'DB_POOL_SIZE', before: '10', after: '80' },
    factors: ['The database allows 200 connections for all its clients', 'Slow statements hold connections longer than before'],
    ruledOut: 'A lock in the database blocks everybody',
    solution: 'Set DB_POOL_SIZE of {app} back to 10',
    prevention: 'Put a connection pooler in front of the database',
    log: [
      'level=error msg="acquire connection" error="timeout: context deadline exceeded" waited=5000ms',
      'FATAL: sorry, too many clients already',
      'level=error msg="request failed" path=/synthetic status=503 duration=5004ms',
    ],
  },
  {
    key: 'replicas',
    title: '{app} cannot keep up with its traffic',
    description: 'After the number of replicas was lowered, the backlog of {app} grows and answers are slow.',
    type: 'performance',
    severity: 'medium',
    failing: [2, 8],
    status: 'Degraded',
    reason: 'the backlog grows faster than it is worked off',
    cause: 'Replicas were lowered to save cost, below what the evening peak needs',
    change: { field: 'replicas', before: '6', after: '2' },
    factors: ['The autoscaler was at its maximum already', 'A campaign doubled the traffic of the evening'],
    ruledOut: 'An upstream retries too eagerly',
    solution: 'Scale {app} to 6 replicas',
    prevention: 'Let the autoscaler follow the length of the queue',
    log: [
      'level=warn msg="queue is long" depth=4187 oldest=312s',
      'level=warn msg="worker pool saturated" busy=64 size=64',
      'level=error msg="deadline exceeded" queue=default age=905s',
    ],
  },
  {
    key: 'certificate',
    title: 'Clients of {app} refuse its certificate',
    description: 'The TLS port of {app} in {cluster} presents a certificate for another name.',
    type: 'security',
    severity: 'blocker',
    failing: [0, 2, 3],
    status: 'Unhealthy',
    reason: 'TLS handshakes fail',
    cause: 'The deployment mounts the certificate of another service',
    change: { field: 'TLS_SECRET', before: '{app}-tls', after: 'wildcard-tls-2023' },
    factors: ['The old wildcard certificate was never removed', 'No check compares the name in the certificate'],
    ruledOut: 'The certificate authority is unreachable',
    solution: 'Mount {app}-tls again',
    prevention: 'Remove unused certificates from all namespaces',
    log: [
      'level=error msg="TLS handshake error" remote=10.40.3.17:51544 error="remote error: tls: bad certificate"',
      'x509: certificate is valid for *.legacy.{domain}, not {app}.{cluster}.{domain}',
    ],
  },
  {
    key: 'cache',
    title: '{app} lost its cache',
    description: 'With the new address {app} does not reach its cache; every request goes to the database.',
    type: 'reliability',
    severity: 'high',
    failing: [1, 2, 7],
    status: 'Degraded',
    reason: 'the cache does not answer',
    cause: 'The address of the cache names the replica of another region',
    change: {
      field: 'CACHE_URL',
      before: '{app}-cache.{cluster}.{domain}:6379',
      after: '{app}-cache.other-region.{domain}:6379',
    },
    factors: ['The service falls back to the database without a limit', 'The address is not tested when it is deployed'],
    ruledOut: 'The cache evicts too much',
    solution: 'Deploy the right address of the cache',
    prevention: 'Fail the readiness probe when the cache is not there',
    log: [
      'level=error msg="cache get" error="dial tcp: i/o timeout" addr={app}-cache.other-region.{domain}:6379',
      'level=warn msg="cache miss rate" rate=1.00 window=60s',
    ],
  },
  {
    key: 'schema',
    title: '{app} fails on every write',
    description: 'The release expects a column that the migration has not created in {cluster}.',
    type: 'integration',
    severity: 'critical',
    failing: [1, 2, 8],
    status: 'Degraded',
    reason: 'every write answers 500',
    cause: 'The release was deployed before its migration',
    change: { field: 'image', before: '{version}', after: '{nextVersion}' },
    factors: ['Migrations run in a pipeline of their own', 'The readiness probe does not write'],
    ruledOut: 'The database is read-only after a failover',
    solution: 'Run the migration of {nextVersion}',
    prevention: 'Make the release wait for its migration',
    log: [
      'ERROR: column "settled_at" of relation "entries" does not exist at character 61',
      'level=error msg="write failed" error="SQLSTATE 42703" retries=3',
    ],
  },
];

/** Fills in the names of a story's text. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

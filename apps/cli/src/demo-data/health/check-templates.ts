/** What is watched of every service. */
export interface CheckTemplate {
  readonly type: 'http' | 'tcp' | 'dns' | 'icmp' | 'exec' | 'postgres' | 'mysql' | 'redis' | 'folder';
  /** Name of the check; part before a slash groups. */
  readonly name: string;
  readonly description: string;
  /** Typical latency in milliseconds. */
  readonly typicalMs: number;
  /** The check's specification; `{service}` and `{cluster}` are filled in. */
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The ten checks that every canary has. */
export const CHECK_TEMPLATES: readonly CheckTemplate[] = [
  {
    type: 'http',
    name: 'api/GET healthz',
    description: 'Liveness of {service}',
    typicalMs: 12,
    spec: { url: 'https://{service}.{cluster}.{domain}/healthz', responseCodes: [200], thresholdMillis: 500 },
  },
  {
    type: 'http',
    name: 'api/GET readyz',
    description: 'Readiness of {service}',
    typicalMs: 18,
    spec: { url: 'https://{service}.{cluster}.{domain}/readyz', responseCodes: [200], thresholdMillis: 800 },
  },
  {
    type: 'http',
    name: 'api/POST synthetic',
    description: 'One synthetic request through {service}',
    typicalMs: 180,
    spec: {
      url: 'https://{service}.{cluster}.{domain}/synthetic',
      method: 'POST',
      responseCodes: [200, 202],
      thresholdMillis: 2000,
    },
  },
  {
    type: 'tcp',
    name: 'net/port 443',
    description: 'TLS port of {service}',
    typicalMs: 3,
    spec: { endpoint: '{service}.{cluster}.{domain}:443', thresholdMillis: 1000 },
  },
  {
    type: 'dns',
    name: 'net/name',
    description: 'Name of {service} resolves',
    typicalMs: 4,
    spec: { query: '{service}.{cluster}.{domain}', querytype: 'A', minrecords: 1 },
  },
  {
    type: 'icmp',
    name: 'net/gateway',
    description: 'Gateway of {cluster} answers',
    typicalMs: 2,
    spec: { endpoint: 'gateway.{cluster}.{domain}', packetCount: 3, packetLossThreshold: 30 },
  },
  {
    type: 'postgres',
    name: 'data/replication lag',
    description: 'Replication lag behind the primary',
    typicalMs: 9,
    spec: {
      url: 'postgres://$(username):$(password)@{service}-db.{cluster}.{domain}:5432/app',
      query: 'SELECT 1',
      results: 1,
    },
  },
  {
    type: 'redis',
    name: 'data/cache ping',
    description: 'Cache of {service} answers',
    typicalMs: 1,
    spec: { url: '{service}-cache.{cluster}.{domain}:6379', db: 0 },
  },
  {
    type: 'exec',
    name: 'jobs/queue depth',
    description: 'Backlog of {service} stays small',
    typicalMs: 65,
    spec: { script: 'queue-depth {service}', test: { expr: 'int(results.stdout) < 1000' } },
  },
  {
    type: 'folder',
    name: 'jobs/nightly backup',
    description: 'A fresh backup of {service} exists',
    typicalMs: 30,
    spec: { path: '/backups/{service}', filter: { regex: '.*\\.zst' }, maxAge: '26h', minSize: '1mb' },
  },
];

/** What a failing check of a type says. */
export const FAILURE_MESSAGES: Readonly<Record<CheckTemplate['type'], string>> = {
  http: 'response code 503 is not one of 200',
  tcp: 'connection refused',
  dns: 'no such name',
  icmp: 'packet loss 100% is above 30%',
  postgres: 'too many clients already',
  mysql: 'too many connections',
  redis: 'connection timed out',
  exec: 'the test is false: 4187 waiting',
  folder: 'newest file is 31h old, expected less than 26h',
};

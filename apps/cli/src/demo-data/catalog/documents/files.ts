import { DOMAIN } from '../../company/places.ts';
import type { Workload } from '../../company/workloads.ts';

/** A file as an item: its text and what it is written in. */
export interface FileDocument {
  readonly content: string;
  readonly format: 'yaml' | 'properties' | 'toml' | 'markdown';
}

export function helmValues(workload: Workload, version: string, replicas: number): FileDocument {
  const { app, cluster, team, tier } = workload;
  const content = `# Values of ${app} in ${cluster.name}, applied by Flux.
image:
  repository: registry.${DOMAIN}/${team}/${workload.service.name}
  tag: ${version}
replicas: ${replicas}
resources:
  requests:
    cpu: ${tier === 1 ? '500m' : '100m'}
    memory: ${tier === 1 ? '512Mi' : '128Mi'}
  limits:
    memory: ${tier === 1 ? '512Mi' : '256Mi'}
autoscaling:
  enabled: ${workload.service.kind === 'api'}
  minReplicas: ${replicas}
  maxReplicas: ${replicas * 3}
  targetCPU: 70
ingress:
  enabled: ${workload.customerFacing}
  host: ${app}.${cluster.name}.${DOMAIN}
  tls:
    secretName: ${app}-tls
env:
  DB_POOL_SIZE: "10"
  CACHE_URL: ${app}-cache.${cluster.name}.${DOMAIN}:6379
  LOG_LEVEL: info
alerts:
  team: ${team}
  tier: ${tier}
`;
  return { content, format: 'yaml' };
}

export function applicationProperties(workload: Workload): FileDocument {
  const { app, cluster } = workload;
  const content = `# ${workload.service.purpose}
service.name=${app}
server.port=8080
server.shutdown=graceful
database.url=jdbc:postgresql://${app}-db.${cluster.name}.${DOMAIN}:5432/app
database.pool.size=10
database.pool.timeout=5s
cache.ttl=300s
queue.prefetch=32
retry.max-attempts=3
retry.backoff=250ms,1s,4s
metrics.enabled=true
tracing.sample-rate=0.05
`;
  return { content, format: 'properties' };
}

export function readme(workload: Workload): FileDocument {
  const { service, team } = workload;
  return {
    content: `# ${service.name}\n\n${service.purpose}. Owned by team ${team}.\n\n## Run\n\n    make run\n\n## On call\n\nDashboards and playbooks are linked from the component ${service.name}.\n`,
    format: 'markdown',
  };
}

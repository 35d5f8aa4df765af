import { accountNumber } from '../company/places.ts';
import type { Workload } from '../company/workloads.ts';
import type { Item, ItemDraft, WorkloadItems } from './catalog.ts';
import { databaseDocument, resourceDocument } from './documents/cloud.ts';
import { helmValues, readme } from './documents/files.ts';
import { AWS_SCRAPER, FILE_SCRAPER, GITHUB_SCRAPER } from './scrapers.ts';
import type { Times, WorkloadSite } from './workload-site.ts';

/** The repository of a service, once, and the file with the values of one deployment. */
export function buildFiles(site: WorkloadSite, workload: Workload, times: Times, version: string, replicas: number) {
  const { catalog, repositories, controlAgent: agent } = site;
  const { service, team, cluster, app } = workload;
  const tags = { organisation: 'marlow', team };
  let known = repositories.get(service.name);
  if (known === undefined) {
    const repository = catalog.add({
      ...times(),
      type: 'GitHub::Repository',
      configClass: 'Repository',
      name: `marlow/${service.name}`,
      scraper: GITHUB_SCRAPER,
      agent,
      status: 'Active',
      health: 'healthy',
      tags,
      labels: { language: service.language },
      externalId: [`github.com/marlow/${service.name}`],
      document: () => ({
        full_name: `marlow/${service.name}`,
        description: service.purpose,
        default_branch: 'main',
        private: true,
        language: service.language,
        topics: [team, service.kind],
        allow_squash_merge: true,
        branch_protection: { required_reviews: 1, status_checks: ['build', 'test'] },
      }),
    });
    const file = catalog.add({
      ...times(),
      type: 'File',
      configClass: 'File',
      name: `${service.name}/README.md`,
      parent: repository,
      scraper: FILE_SCRAPER,
      agent,
      status: 'Active',
      health: 'healthy',
      tags,
      document: () => readme(workload),
    });
    known = { repository, readme: file };
    repositories.set(service.name, known);
  }
  const values = catalog.add({
    ...times(),
    type: 'File',
    configClass: 'File',
    name: `clusters/${cluster.name}/${team}/${app}/values.yaml`,
    parent: known.repository,
    scraper: FILE_SCRAPER,
    agent,
    workload,
    status: 'Active',
    health: 'healthy',
    tags: { ...tags, cluster: cluster.name },
    document: () => helmValues(workload, version, replicas),
  });
  return { repository: known.repository, values };
}

/** What a workload has in the cloud of its cluster: nothing where the machines are our own. */
export function buildCloud(
  site: WorkloadSite,
  workload: Workload,
  times: Times,
  deployment: Item,
): Pick<WorkloadItems, 'database' | 'cache' | 'queue'> {
  const { catalog, infrastructure, controlAgent: agent, random } = site;
  const { app, cluster, service } = workload;
  const region = infrastructure.region(cluster);
  if (region === undefined || cluster.account === undefined) return {};
  const place = { region: cluster.region, account: accountNumber(cluster.account) };
  const resource = (type: string, configClass: string, name: string, more: Partial<ItemDraft> & Pick<ItemDraft, 'document'>) =>
    catalog.add({
      ...times(),
      type: `AWS::${type}`,
      configClass,
      name,
      parent: region,
      scraper: AWS_SCRAPER,
      agent,
      workload,
      status: 'available',
      health: 'healthy',
      tags: { ...region.tags, cluster: cluster.name },
      labels: { ...place, team: workload.team, zone: `${cluster.region}a` },
      externalId: [`${type}/${place.account}/${cluster.region}/${name}`],
      ...more,
    });
  const prefix = cluster.environment === 'staging' ? 'staging-' : '';
  const database = resource('RDS::DBInstance', 'Database', `${prefix}${app}-db`, {
    costPerDay: random.pick([7.4, 14.9, 29.7]),
    document: (item) => databaseDocument(item, place, 'db.r7g.xlarge'),
  });
  catalog.relate(deployment, database, 'DeploymentDatabase');
  const cache = resource('ElastiCache::CacheCluster', 'Cache', `${prefix}${app}-cache`, {
    costPerDay: 4.1,
    document: (item) =>
      resourceDocument(item, place, `elasticache:{place}:cluster/${item.name}`, {
        CacheNodeType: 'cache.m7g.large',
        Engine: 'valkey',
        EngineVersion: '8.1',
        NumCacheNodes: 2,
      }),
  });
  catalog.relate(deployment, cache, 'DeploymentCache');
  resource('IAM::Role', 'Role', `${prefix}${app}`, {
    document: (item) =>
      resourceDocument(item, place, `iam::${place.account}:role/${item.name}`, {
        RoleName: item.name,
        MaxSessionDuration: 3600,
        AttachedPolicies: ['marlow-service'],
      }),
  });
  if (service.kind !== 'worker' && service.kind !== 'api') return { database, cache };
  const queue = resource('SQS::Queue', 'Queue', `${prefix}${app}`, {
    costPerDay: 0.35,
    document: (item) =>
      resourceDocument(item, place, `sqs:{place}:${item.name}`, {
        VisibilityTimeout: 60,
        MessageRetentionPeriod: 345600,
        RedrivePolicy: { maxReceiveCount: 5 },
      }),
  });
  catalog.relate(deployment, queue, 'DeploymentQueue');
  return { database, cache, queue };
}

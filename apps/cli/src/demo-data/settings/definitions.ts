import { AWS_SCRAPER, AZURE_SCRAPER, clusterScraper, FILE_SCRAPER, GITHUB_SCRAPER, SCRAPERS } from '../catalog/scrapers.ts';
import { CLUSTERS, CONTROL_AGENT, NAMESPACE } from '../company/places.ts';
import { demoId } from '../demo-id.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS } from '../times.ts';
import { CLUSTER_TOPOLOGY, SHOP_TOPOLOGY } from '../topology/build-topology.ts';

const TOPOLOGIES: readonly string[] = [SHOP_TOPOLOGY, CLUSTER_TOPOLOGY];

export interface DefinitionIds {
  scraper(name: string): string;
  topology(name: string): string;
}

export function definitionIds(end: Date): DefinitionIds {
  const createdAt = setUpAt(end);
  return {
    scraper: (name) => demoId('scraper', SCRAPERS.indexOf(name), createdAt),
    topology: (name) => demoId('topology', TOPOLOGIES.indexOf(name), createdAt),
  };
}

function setUpAt(end: Date): Date {
  return after(end, -690 * DAY_MS);
}

interface Owner {
  readonly end: Date;
  readonly createdBy: string;
  agentNamed(name: string): string;
}

/** Scrapers, topologies and log backends. All belong to demo agents, so that this server never runs them. */
export async function writeDefinitions(writer: RowWriter, owner: Owner): Promise<void> {
  await writer.write('config_scrapers', scraperRows(owner));
  await writer.write('topologies', topologyRows(owner));
  await writer.write('logging_backends', logBackendRows(owner));
}

const RETENTION = {
  changes: [
    { name: 'Scheduled', age: '7d' },
    { name: 'diff', count: 100 },
  ],
  types: [{ name: 'Kubernetes::Pod', deletedAge: '1d' }],
  staleItemAge: '24h',
};

const SPECS: Readonly<Record<string, Record<string, unknown>>> = {
  [AWS_SCRAPER]: {
    schedule: '@every 30m',
    aws: [
      {
        connection: `connection://${NAMESPACE}/aws-organisation`,
        region: ['eu-west-1', 'us-east-1'],
        cost_reporting: { s3_bucket_path: 's3://marlow-billing/cur', region: 'eu-west-1' },
      },
    ],
    retention: RETENTION,
  },
  [GITHUB_SCRAPER]: {
    schedule: '@every 15m',
    githubActions: [{ owner: 'marlow', repository: '*', connection: `connection://${NAMESPACE}/github` }],
  },
  [FILE_SCRAPER]: {
    schedule: '@every 5m',
    file: [
      {
        type: 'File',
        class: 'File',
        paths: ['clusters/**/values.yaml', 'README.md'],
        url: 'git::https://github.com/marlow/gitops',
      },
    ],
  },
  [AZURE_SCRAPER]: {
    schedule: '@every 1h',
    azure: [{ subscriptionID: '6f1c9a52-8de3-4b0f-9d27-1b7f7c0f4a11', connection: `connection://${NAMESPACE}/azure-backoffice` }],
  },
};

function* scraperRows({ end, createdBy, agentNamed }: Owner): Iterable<RowOf<'config_scrapers'>> {
  const ids = definitionIds(end);
  const agents = new Map(CLUSTERS.map(({ name }) => [clusterScraper(name), name]));
  for (const name of SCRAPERS) {
    const cluster = agents.get(name);
    yield {
      id: ids.scraper(name),
      description: cluster === undefined ? null : `Everything in ${cluster}`,
      name,
      namespace: NAMESPACE,
      spec: SPECS[name] ?? {
        schedule: '@every 10m',
        kubernetes: [{ clusterName: cluster, watch: [{ apiVersion: 'v1', kind: 'Pod' }], exclusions: { types: ['Secret'] } }],
        retention: RETENTION,
      },
      source: cluster === undefined ? 'UI' : 'KubernetesCRD',
      created_by: createdBy,
      agent_id: agentNamed(cluster ?? CONTROL_AGENT),
      created_at: setUpAt(end),
      updated_at: after(end, -20 * DAY_MS),
      is_pushed: false,
    };
  }
}

function* topologyRows({ end, createdBy, agentNamed }: Owner): Iterable<RowOf<'topologies'>> {
  const ids = definitionIds(end);
  for (const name of TOPOLOGIES) {
    const schedule = '@every 5m';
    yield {
      id: ids.topology(name),
      agent_id: agentNamed(CONTROL_AGENT),
      name,
      namespace: NAMESPACE,
      labels: { company: 'marlow' },
      source: 'UI',
      spec: {
        type: name === SHOP_TOPOLOGY ? 'Shop' : 'KubernetesCluster',
        schedule,
        components: [
          {
            name: 'services',
            icon: 'cube',
            type: 'Service',
            forEach: { components: [{ name: '{{.name}}', type: 'Service' }] },
            lookup: { catalog: [{ selector: [{ types: ['Kubernetes::Deployment'] }] }] },
          },
        ],
      },
      created_at: setUpAt(end),
      updated_at: after(end, -15 * DAY_MS),
      is_pushed: false,
      schedule,
      created_by: createdBy,
    };
  }
}

function* logBackendRows({ end, createdBy, agentNamed }: Owner): Iterable<RowOf<'logging_backends'>> {
  const backends = [
    ...CLUSTERS.map(({ name }) => ({
      name: `pods-${name}`,
      agent: name,
      spec: { backends: [{ kubernetes: { routes: [{ type: 'KubernetesPod', labels: { cluster: name } }] } }] },
    })),
    {
      name: 'access-logs',
      agent: CONTROL_AGENT,
      spec: {
        backends: [
          {
            elasticsearch: {
              address: 'https://logs.marlow.internal:9200',
              index: 'access-*',
              routes: [{ type: 'ElasticSearch' }],
              fields: { timestamp: '@timestamp', message: 'message' },
            },
          },
        ],
      },
    },
  ];
  for (const [n, { name, agent, spec }] of backends.entries()) {
    yield {
      id: demoId('log_backend', n, setUpAt(end)),
      name,
      namespace: NAMESPACE,
      labels: { company: 'marlow' },
      spec,
      source: 'UI',
      agent_id: agentNamed(agent),
      created_at: setUpAt(end),
      created_by: createdBy,
      updated_at: setUpAt(end),
    };
  }
}

import type { DemoSize } from '../sizes.ts';
import { CLUSTERS, type Cluster } from './places.ts';
import { SERVICES, type Service, TEAMS, type TeamName } from './teams.ts';

/** A service in a cluster: what is deployed, watched, owned and breaks. */
export interface Workload {
  readonly n: number;
  /** Name of the deployment; shards have a number behind it. */
  readonly app: string;
  readonly service: Service;
  readonly team: TeamName;
  readonly cluster: Cluster;
  /** 1 for what customers notice at once. */
  readonly tier: 1 | 2 | 3;
  readonly customerFacing: boolean;
}

/** Configuration items that one workload has on average. */
const ITEMS_PER_WORKLOAD = 48;

export interface Company {
  /** Everything that runs. */
  readonly workloads: readonly Workload[];
  /** How many of them, from the first, have a canary. */
  readonly canaries: number;
  /** How many of them, from the first, are in the catalog. */
  readonly inCatalog: number;
}

/** The company as large as the size asks for. Workload n follows from n alone, so growing keeps the first ones. */
export function foundCompany(size: DemoSize): Company {
  const canaries = Math.ceil(size.checks / 10);
  const inCatalog = Math.max(1, Math.round(size.items / ITEMS_PER_WORKLOAD));
  const count = Math.max(canaries, inCatalog);
  return { workloads: Array.from({ length: count }, (_, n) => describeWorkload(n)), canaries, inCatalog };
}

function describeWorkload(n: number): Workload {
  const team = TEAMS[n % TEAMS.length] ?? TEAMS[0];
  const services = SERVICES[team];
  const service = services[Math.floor(n / TEAMS.length) % services.length] ?? SERVICES.checkout[0];
  const cluster = CLUSTERS[Math.floor(n / (TEAMS.length * services.length)) % CLUSTERS.length] ?? CLUSTERS[0];
  if (service === undefined || cluster === undefined) throw new RangeError(`no service for workload ${n}`);
  const shard = Math.floor(n / (TEAMS.length * services.length * CLUSTERS.length));
  return {
    n,
    app: shard === 0 ? service.name : `${service.name}-${shard + 1}`,
    service,
    team,
    cluster,
    tier: n % 3 === 0 ? 1 : n % 3 === 1 ? 2 : 3,
    customerFacing: n % 2 === 0,
  };
}

/** Where Marlow, the online shop for outdoor gear that the demo data is about, runs. */
export interface Cluster {
  readonly name: string;
  readonly region: string;
  readonly environment: 'production' | 'staging';
  /** Name of the AWS account; absent where the company has machines of its own. */
  readonly account?: string;
  readonly version: string;
  readonly nodes: number;
}

export const DOMAIN = 'marlow.internal';
export const MAIL_DOMAIN = 'marlow.example';
export const NAMESPACE = 'marlow';

export const ACCOUNTS = [
  { name: 'marlow-production', number: '417220985113' },
  { name: 'marlow-staging', number: '417220985127' },
  { name: 'marlow-data', number: '417220985150' },
] as const;

export const CLUSTERS: readonly Cluster[] = [
  {
    name: 'prod-eu-west-1',
    region: 'eu-west-1',
    environment: 'production',
    account: 'marlow-production',
    version: 'v1.33.4',
    nodes: 5,
  },
  {
    name: 'prod-us-east-1',
    region: 'us-east-1',
    environment: 'production',
    account: 'marlow-production',
    version: 'v1.33.4',
    nodes: 4,
  },
  { name: 'edge-fra-02', region: 'fra', environment: 'production', version: 'v1.32.7', nodes: 3 },
  {
    name: 'staging-eu-west-1',
    region: 'eu-west-1',
    environment: 'staging',
    account: 'marlow-staging',
    version: 'v1.34.1',
    nodes: 2,
  },
];

/** Agents besides the one of every cluster. */
export const CONTROL_AGENT = 'control-plane';
export const OFFLINE_AGENT = 'warehouse-leipzig';
export const RETIRED_AGENT = 'prod-ap-south-1';

export function accountNumber(name: string): string {
  return ACCOUNTS.find((account) => account.name === name)?.number ?? ACCOUNTS[0].number;
}

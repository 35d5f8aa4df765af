import type { Cluster } from '../company/places.ts';
import { ACCOUNTS } from '../company/places.ts';
import type { Random } from '../random.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import type { Catalog, Item, ItemDraft } from './catalog.ts';
import { resourceDocument } from './documents/cloud.ts';
import { AWS_SCRAPER, AZURE_SCRAPER } from './scrapers.ts';

/** Where infrastructure is put together. */
export interface Site {
  readonly catalog: Catalog;
  readonly end: Date;
  readonly random: Random;
  readonly controlAgent: string;
  agentOf(cluster: Cluster): string;
}

/** Times of what was set up so many days before the end and updated since. */
export function old(site: Site, days: number): Pick<ItemDraft, 'createdAt' | 'updatedAt'> {
  return { createdAt: after(site.end, -days * DAY_MS), updatedAt: after(site.end, -site.random.whole(1, 200) * HOUR_MS) };
}

/** Accounts with their regions and networks; the regions by `account/region`. */
export function buildAccounts(site: Site): Map<string, Item> {
  const { catalog, controlAgent: agent } = site;
  const regions = new Map<string, Item>();
  for (const account of ACCOUNTS) {
    const tags = { account: account.name };
    const base = { scraper: AWS_SCRAPER, agent, status: 'Active', health: 'healthy' } as const;
    const root = catalog.add({
      ...base,
      ...old(site, 900),
      type: 'AWS::Account',
      configClass: 'Account',
      name: account.name,
      tags,
      externalId: [account.number],
      document: () => ({
        Id: account.number,
        Name: account.name,
        Email: `aws+${account.name}@marlow.example`,
        Status: 'ACTIVE',
        JoinedMethod: 'CREATED',
      }),
    });
    for (const name of account.name === 'marlow-production' ? ['eu-west-1', 'us-east-1'] : ['eu-west-1']) {
      const place = { region: name, account: account.number };
      const regionTags = { ...tags, region: name };
      const region = catalog.add({
        ...base,
        ...old(site, 890),
        type: 'AWS::Region',
        configClass: 'Region',
        name,
        parent: root,
        tags: regionTags,
        externalId: [`${account.number}/${name}`],
        document: () => ({ RegionName: name, OptInStatus: 'opt-in-not-required' }),
      });
      regions.set(`${account.name}/${name}`, region);
      buildNetwork(site, region, place, regionTags);
    }
  }
  return regions;
}

function buildNetwork(site: Site, region: Item, place: { region: string; account: string }, tags: Record<string, string>): void {
  const base = {
    scraper: AWS_SCRAPER,
    agent: site.controlAgent,
    status: 'available',
    health: 'healthy',
    tags,
    labels: { region: place.region, account: place.account },
  } as const;
  const vpcId = `vpc-0${site.random.hex(16)}`;
  const vpc = site.catalog.add({
    ...base,
    ...old(site, 880),
    type: 'AWS::EC2::VPC',
    configClass: 'VPC',
    name: `main-${place.region}`,
    parent: region,
    externalId: [vpcId],
    document: (item) =>
      resourceDocument(item, place, `ec2:{place}:vpc/${vpcId}`, { VpcId: vpcId, CidrBlock: '10.40.0.0/16', State: 'available' }),
  });
  for (const zone of ['a', 'b', 'c']) {
    const subnetId = `subnet-0${site.random.hex(16)}`;
    site.catalog.add({
      ...base,
      ...old(site, 880),
      type: 'AWS::EC2::Subnet',
      configClass: 'Subnet',
      name: `private-${place.region}${zone}`,
      parent: vpc,
      externalId: [subnetId],
      labels: { ...base.labels, zone: `${place.region}${zone}` },
      document: (item) =>
        resourceDocument(item, place, `ec2:{place}:subnet/${subnetId}`, {
          SubnetId: subnetId,
          VpcId: vpcId,
          AvailabilityZone: `${place.region}${zone}`,
          AvailableIpAddressCount: 3187,
        }),
    });
  }
  const groupId = `sg-0${site.random.hex(16)}`;
  site.catalog.add({
    ...base,
    ...old(site, 860),
    type: 'AWS::EC2::SecurityGroup',
    configClass: 'SecurityGroup',
    name: 'cluster-nodes',
    parent: vpc,
    externalId: [groupId],
    document: (item) =>
      resourceDocument(item, place, `ec2:{place}:security-group/${groupId}`, {
        GroupId: groupId,
        IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '10.40.0.0/16' }] }],
      }),
  });
}

/** The virtual machines of the office, in another cloud. */
export function buildOffice(site: Site): void {
  const { catalog, controlAgent: agent } = site;
  const base = { scraper: AZURE_SCRAPER, agent, health: 'healthy', tags: { subscription: 'marlow-backoffice' } } as const;
  const root = catalog.add({
    ...base,
    ...old(site, 800),
    type: 'Azure::Subscription',
    configClass: 'Subscription',
    name: 'marlow-backoffice',
    status: 'Enabled',
    document: () => ({
      subscriptionId: '6f1c9a52-8de3-4b0f-9d27-1b7f7c0f4a11',
      displayName: 'marlow-backoffice',
      state: 'Enabled',
    }),
  });
  for (const [index, name] of ['erp-01', 'erp-02', 'print-gateway', 'file-share'].entries()) {
    const stopped = index === 1;
    catalog.add({
      ...base,
      ...old(site, 400),
      type: 'Azure::VirtualMachine',
      configClass: 'VirtualMachine',
      name,
      parent: root,
      labels: { location: 'westeurope', os: 'windows' },
      status: stopped ? 'Stopped' : 'Running',
      health: stopped ? 'unknown' : 'healthy',
      costPerDay: stopped ? 1.1 : 9.8,
      document: () => ({
        name,
        location: 'westeurope',
        properties: {
          hardwareProfile: { vmSize: 'Standard_D4s_v5' },
          storageProfile: { osDisk: { osType: 'Windows', diskSizeGB: 256 } },
          provisioningState: 'Succeeded',
        },
      }),
    });
  }
}

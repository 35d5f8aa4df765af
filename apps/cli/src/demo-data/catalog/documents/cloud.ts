import type { Item } from '../catalog.ts';

interface Place {
  readonly region: string;
  readonly account: string;
}

function tagList(item: Item): { Key: string; Value: string }[] {
  return Object.entries({ Name: item.name, ...item.labels }).map(([Key, Value]) => ({ Key, Value }));
}

export function instanceDocument(item: Item, { region, account }: Place, instanceType: string): unknown {
  const id = item.externalId?.[0] ?? '';
  return {
    InstanceId: id,
    Arn: `arn:aws:ec2:${region}:${account}:instance/${id}`,
    InstanceType: instanceType,
    ImageId: 'ami-0b2f6c9a4d1e83f57',
    State: { Code: 16, Name: item.status.toLowerCase() },
    Placement: { AvailabilityZone: `${region}a`, Tenancy: 'default' },
    PrivateIpAddress: `10.40.${item.n % 250}.17`,
    PrivateDnsName: `${item.name}.${region}.compute.internal`,
    LaunchTime: item.createdAt.toISOString(),
    Monitoring: { State: 'enabled' },
    EbsOptimized: true,
    MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
    BlockDeviceMappings: [
      { DeviceName: '/dev/xvda', Ebs: { VolumeId: `vol-${id.slice(2)}`, Status: 'attached', DeleteOnTermination: true } },
    ],
    Tags: tagList(item),
  };
}

export function databaseDocument(item: Item, { region, account }: Place, instanceClass: string): unknown {
  return {
    DBInstanceIdentifier: item.name,
    DBInstanceArn: `arn:aws:rds:${region}:${account}:db:${item.name}`,
    DBInstanceClass: instanceClass,
    Engine: 'postgres',
    EngineVersion: '17.6',
    DBInstanceStatus: item.status,
    Endpoint: { Address: `${item.name}.c9x2k.${region}.rds.amazonaws.com`, Port: 5432 },
    AllocatedStorage: 400,
    MaxAllocatedStorage: 1600,
    StorageType: 'gp3',
    StorageEncrypted: true,
    MultiAZ: true,
    BackupRetentionPeriod: 14,
    PreferredMaintenanceWindow: 'sun:03:10-sun:03:40',
    DBParameterGroups: [{ DBParameterGroupName: 'marlow-postgres17', ParameterApplyStatus: 'in-sync' }],
    PerformanceInsightsEnabled: true,
    DeletionProtection: true,
    TagList: tagList(item),
  };
}

/** Smaller resources of AWS: the ARN, its own fields and the tags. */
export function resourceDocument(item: Item, { region, account }: Place, arn: string, fields: Record<string, unknown>): unknown {
  return {
    Arn: `arn:aws:${arn.replace('{place}', `${region}:${account}`)}`,
    ...fields,
    CreatedAt: item.createdAt.toISOString(),
    Tags: tagList(item),
  };
}

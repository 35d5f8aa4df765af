import type { Outage } from '../health/outages.ts';
import type { Random } from '../random.ts';
import type { Catalog, Item, ItemDraft } from './catalog.ts';
import type { Infrastructure } from './infrastructure.ts';

export interface WorkloadSite {
  readonly catalog: Catalog;
  readonly infrastructure: Infrastructure;
  readonly end: Date;
  readonly random: Random;
  readonly controlAgent: string;
  readonly clusterAgent: string;
  /** Repositories by service: shards and clusters share them. */
  readonly repositories: Map<string, { repository: Item; readme: Item }>;
  /** The outage that lasts, if there is one. */
  readonly outage?: Outage | undefined;
}

export type Times = () => Pick<ItemDraft, 'createdAt' | 'updatedAt'>;

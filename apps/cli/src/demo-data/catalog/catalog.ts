import type { Workload } from '../company/workloads.ts';
import { demoId } from '../demo-id.ts';

export type Health = 'healthy' | 'unhealthy' | 'warning' | 'unknown';

/** What makes an item; its number, id and path follow from the catalog. */
export interface ItemDraft {
  readonly type: string;
  readonly configClass: string;
  readonly name: string;
  readonly parent?: Item | undefined;
  /** Name of the scraper that found it. */
  readonly scraper: string;
  readonly agent: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly status: string;
  readonly health: Health;
  readonly description?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt?: Date;
  readonly deleteReason?: string;
  /** In the currency of the bill. */
  readonly costPerDay?: number;
  readonly externalId?: readonly string[];
  readonly properties?: readonly Readonly<Record<string, unknown>>[];
  readonly workload?: Workload;
  /** Puts the document together when it is written: all of them at once would not fit into memory. */
  document(item: Item): unknown;
}

export interface Item extends ItemDraft {
  readonly n: number;
  readonly id: string;
  /** Ids from the root to the parent, joined with dots. */
  readonly path: string;
}

export interface Edge {
  readonly from: Item;
  readonly to: Item;
  readonly relation: string;
  /** `manual` when a person made it. */
  readonly selector?: string;
  readonly deletedAt?: Date;
}

/** Main items of a workload. */
export interface WorkloadItems {
  readonly deployment: Item;
  readonly repository: Item;
  readonly values: Item;
  readonly configMap: Item;
  readonly database?: Item;
  readonly cache?: Item;
  readonly queue?: Item;
  readonly pods: Item[];
}

/** The catalog while it is put together. */
export class Catalog {
  readonly items: Item[] = [];
  /** Soft relations; hard ones follow from the parents. */
  readonly edges: Edge[] = [];
  readonly #ofWorkloads = new Map<number, WorkloadItems>();

  add(draft: ItemDraft): Item {
    const n = this.items.length;
    const { parent } = draft;
    const path = parent === undefined ? '' : parent.path === '' ? parent.id : `${parent.path}.${parent.id}`;
    const item = { ...draft, n, id: demoId('item', n, draft.createdAt), path };
    this.items.push(item);
    return item;
  }

  relate(from: Item, to: Item, relation: string, more: Pick<Edge, 'selector' | 'deletedAt'> = {}): void {
    this.edges.push({ from, to, relation, ...more });
  }

  keep(workload: Workload, items: WorkloadItems): void {
    this.#ofWorkloads.set(workload.n, items);
  }

  find(workload: Workload): WorkloadItems | undefined {
    return this.#ofWorkloads.get(workload.n);
  }

  /** @throws {RangeError} when the workload is not in the catalog */
  of(workload: Workload): WorkloadItems {
    const items = this.#ofWorkloads.get(workload.n);
    if (items === undefined) throw new RangeError(`${workload.app} is not in the catalog`);
    return items;
  }
}

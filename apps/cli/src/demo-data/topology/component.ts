import type { Health, Item } from '../catalog/catalog.ts';
import type { Workload } from '../company/workloads.ts';
import { demoId } from '../demo-id.ts';

export interface ComponentDraft {
  readonly topology: string;
  readonly type: string;
  readonly name: string;
  readonly parent?: Component | undefined;
  readonly icon: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly agent: string;
  readonly health: Health;
  readonly status: string;
  readonly reason?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt?: Date;
  readonly hidden?: boolean;
  readonly properties: readonly Readonly<Record<string, unknown>>[];
  /** The item that it is made from. */
  readonly item?: Item;
  readonly workload?: Workload;
  readonly selectors?: unknown;
  readonly logs?: boolean;
}

export interface Component extends ComponentDraft {
  readonly n: number;
  readonly id: string;
  readonly path: string;
  readonly children: Component[];
}

/** The topology while it is put together. */
export class ComponentTree {
  readonly components: Component[] = [];
  /** Components of the services, by number of the workload. */
  readonly services = new Map<number, Component>();

  add(draft: ComponentDraft): Component {
    const n = this.components.length;
    const { parent } = draft;
    const path = parent === undefined ? '' : parent.path === '' ? parent.id : `${parent.path}.${parent.id}`;
    const component = { ...draft, n, id: demoId('component', n, draft.createdAt), path, children: [] };
    parent?.children.push(component);
    this.components.push(component);
    return component;
  }

  /** @throws {RangeError} when the workload has no component */
  serviceOf(workload: Workload): Component {
    const service = this.services.get(workload.n);
    if (service === undefined) throw new RangeError(`${workload.app} is not in the topology`);
    return service;
  }
}

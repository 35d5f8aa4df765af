import { demoId } from '../demo-id.ts';
import type { DemoDatabase } from '../model.ts';
import { quietly } from '../quiet.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, later, MINUTE_MS } from '../times.ts';
import type { Catalog, Item } from './catalog.ts';

const MINUTES_A_DAY = 1440;

export interface ItemsToWrite {
  readonly items: readonly Item[];
  readonly end: Date;
  scraperId(name: string): string;
}

export async function writeItems(writer: RowWriter, toWrite: ItemsToWrite): Promise<void> {
  await writer.write('config_items', itemRows(toWrite));
}

function* itemRows({ items, end, scraperId }: ItemsToWrite): Iterable<RowOf<'config_items'>> {
  for (const item of items) {
    const cost = item.costPerDay;
    yield {
      id: item.id,
      agent_id: item.agent,
      icon: null,
      scraper_id: scraperId(item.scraper),
      config_class: item.configClass,
      status: item.status,
      health: item.health,
      ready: item.health === 'healthy' && item.deletedAt === undefined,
      external_id: item.externalId ?? [],
      type: item.type,
      cost_per_minute: cost === undefined ? null : (cost / MINUTES_A_DAY).toFixed(4),
      cost_total_1d: cost === undefined ? null : cost.toFixed(4),
      cost_total_7d: cost === undefined ? null : (cost * 7).toFixed(4),
      cost_total_30d: cost === undefined ? null : (cost * 30).toFixed(4),
      name: item.name,
      description: item.description ?? null,
      config: item.document(item),
      source: item.type === 'File' ? `git://github.com/marlow/${item.name.split('/')[0]}/${item.name}` : null,
      labels: item.labels ?? null,
      tags: item.tags,
      properties: item.properties ?? null,
      parent_id: item.parent?.id ?? null,
      path: item.path,
      is_pushed: false,
      last_scraped_time: item.deletedAt ?? after(end, -((item.n % 9) + 1) * MINUTE_MS),
      created_at: item.createdAt,
      updated_at: item.updatedAt,
      deleted_at: item.deletedAt ?? null,
      delete_reason: item.deleteReason ?? null,
    };
  }
}

/** Hard relations, as the trigger makes them from the parents, and the soft ones. */
export async function writeRelations(writer: RowWriter, catalog: Catalog): Promise<void> {
  await writer.write('config_relationships', relationRows(catalog));
}

function* relationRows({ items, edges }: Catalog): Iterable<RowOf<'config_relationships'>> {
  let n = 0;
  const row = (from: Item, to: Item, relation: string, selector: string | null, deletedAt: Date | null) => {
    const createdAt = later(from.createdAt, to.createdAt);
    return {
      id: demoId('config_relation', n++, createdAt),
      config_id: from.id,
      related_id: to.id,
      relation,
      created_at: createdAt,
      updated_at: deletedAt ?? createdAt,
      deleted_at: deletedAt,
      selector_id: selector,
      is_pushed: false,
    };
  };
  for (const item of items) if (item.parent !== undefined) yield row(item.parent, item, 'hard', null, null);
  for (const { from, to, relation, selector, deletedAt } of edges)
    yield row(from, to, relation, selector ?? null, deletedAt ?? null);
}

/** Adds the pairs of tags and labels to the list that the trigger keeps. */
export async function listTagValues(db: DemoDatabase): Promise<void> {
  await quietly(db, (tx) =>
    tx.query(
      `INSERT INTO config_tag_values (kind, key, value)
       SELECT 'tag', t.key, t.value FROM config_items i, jsonb_each_text(i.tags) AS t WHERE i.deleted_at IS NULL AND jsonb_typeof(i.tags) = 'object'
       UNION
       SELECT 'label', l.key, l.value FROM config_items i, jsonb_each_text(i.labels) AS l WHERE i.deleted_at IS NULL AND jsonb_typeof(i.labels) = 'object'
       ON CONFLICT DO NOTHING`,
    ),
  );
}

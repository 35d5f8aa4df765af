import type { Staff } from '../company/staff.ts';
import type { Outage } from '../health/outages.ts';
import type { DemoOptions } from '../model.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import type { Catalog, Item } from './catalog.ts';
import { changeRow } from './change.ts';
import { changingItems, drawChange } from './everyday-changes.ts';
import { firstFreeChange, outageChanges } from './outage-changes.ts';

export interface ChangesToWrite {
  readonly catalog: Catalog;
  readonly outages: readonly Outage[];
  readonly staff: Staff;
  readonly options: DemoOptions;
  readonly random: Random;
}

/** Changes that are put together and sorted at a time: sorted ones are stored faster. */
const CHANGES_PER_PART = 50_000;

/** The writes of all changes, in parts that may run at the same time. */
export function changeWrites(writer: RowWriter, toWrite: ChangesToWrite): (() => Promise<void>)[] {
  const { catalog, outages, staff, options, random } = toWrite;
  const changing = changingItems(catalog.items);
  const ofOutages = outages.flatMap((outage) => [...outageChanges(outage, catalog, staff, random.part(`outage-${outage.n}`))]);
  const first = firstFreeChange(outages);
  const everyday = Math.max(0, options.size.changes - ofOutages.length);
  const parts = Array.from({ length: Math.ceil(everyday / CHANGES_PER_PART) }, (_, index) => index);
  return [
    () =>
      writer.write(
        'config_changes',
        ofOutages.map(([n, change]) => changeRow(n, change)),
      ),
    ...parts.map((part) => () => {
      const from = part * CHANGES_PER_PART;
      const count = Math.min(CHANGES_PER_PART, everyday - from);
      return writer.write('config_changes', everydayRows(changing, toWrite, first + from, count, random.part(`part-${part}`)));
    }),
  ];
}

function* everydayRows(
  changing: readonly Item[],
  { options, staff }: ChangesToWrite,
  first: number,
  count: number,
  random: Random,
): Iterable<RowOf<'config_changes'>> {
  const drawn = Array.from({ length: count }, () => drawChange(changing, options, staff, random));
  drawn.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, change] of drawn.entries()) yield changeRow(first + index, change);
}

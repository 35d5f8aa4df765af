import { type LabelFilter, parseLabelId } from './label-filter.ts';

/** One chip: the included values of a key, or one excluded value. */
export interface FilterChipItem {
  id: string;
  name: string;
  value: string;
  operator: 'is' | 'in' | 'is not';
  /** Label ids that leave with the chip. */
  labelIds: readonly string[];
}

/** Chips of a label filter: keys by name, what is included before what is excluded. */
export function filterChips(filter: LabelFilter): FilterChipItem[] {
  const labels = Object.entries(filter).flatMap(([id, state]) => {
    const label = parseLabelId(id);
    return label === undefined ? [] : [{ id, state, ...label }];
  });
  const included = Map.groupBy(
    labels.filter(({ state }) => state === 1),
    ({ key }) => key,
  );
  const chips: FilterChipItem[] = [...included].map(([key, members]) => ({
    id: `in:${key}`,
    name: key,
    value: members.length === 1 ? (members[0]?.value ?? '') : `${members.length} labels`,
    operator: members.length === 1 ? 'is' : 'in',
    labelIds: members.map(({ id }) => id),
  }));
  for (const { id, key, value, state } of labels) {
    if (state === -1) chips.push({ id, name: key, value, operator: 'is not', labelIds: [id] });
  }
  return chips.sort((a, b) => a.name.localeCompare(b.name));
}

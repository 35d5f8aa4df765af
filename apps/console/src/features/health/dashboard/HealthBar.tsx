import type { HealthState } from '@quarterdeck/contract/health';
import {
  Button,
  FilterBar,
  FilterChip,
  healthWord,
  IconButton,
  SearchInput,
  SegmentedControl,
  Select,
  useIsPhone,
} from '@quarterdeck/ui';
import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupingOptions } from './check-groups.ts';
import { filterChips } from './filter-chips.ts';
import type { HealthView } from './health-view.ts';
import { type LabelFilter, withLabel } from './label-filter.ts';
import { ViewOptions, type ViewOptionsProps } from './ViewOptions.tsx';

const LAYOUTS = [
  { value: 'table', label: 'Table', icon: List, iconOnly: true },
  { value: 'card', label: 'Cards', icon: LayoutGrid, iconOnly: true },
] as const;

export interface HealthBarProps extends Omit<ViewOptionsProps, 'view'> {
  view: HealthView;
  text: string;
  onTextChange(text: string): void;
  isSideOpen: boolean;
  onSideOpenChange(open: boolean): void;
  onGroupByChange(groupBy: string): void;
  onLayoutChange(layout: 'table' | 'card'): void;
  onLabelsChange(labels: LabelFilter): void;
  onStatusesChange(statuses: readonly HealthState[]): void;
  /** Columns and export of the list; undefined where the layout has none. */
  tableMenu: ReactNode | undefined;
  /** Undefined when nothing is filtered. */
  onClear: (() => void) | undefined;
}

function Chips({ view, onLabelsChange, onStatusesChange, isSideOpen }: HealthBarProps) {
  // Open filters show their own state; only what they cannot show stays a chip.
  const chips = isSideOpen ? [] : filterChips(view.labels);
  return (
    <>
      {view.statuses.map((status) => (
        <FilterChip
          key={status}
          name="status"
          value={healthWord(status).toLowerCase()}
          onRemove={() => onStatusesChange(view.statuses.filter((other) => other !== status))}
        />
      ))}
      {chips.map(({ id, name, value, operator, labelIds }) => (
        <FilterChip
          key={id}
          name={name}
          value={value}
          operator={operator}
          exclude={operator === 'is not'}
          onRemove={() =>
            onLabelsChange(labelIds.reduce<LabelFilter>((filter, labelId) => withLabel(filter, labelId, 0), view.labels))
          }
        />
      ))}
    </>
  );
}

function FilterButton({ isOpen, onChange }: { isOpen: boolean; onChange(open: boolean): void }) {
  const isPhone = useIsPhone();
  if (isOpen || isPhone) {
    return (
      <IconButton
        icon={SlidersHorizontal}
        variant="outline"
        label="Filters"
        aria-pressed={isOpen}
        onClick={() => onChange(!isOpen)}
      />
    );
  }
  return (
    <Button icon={SlidersHorizontal} aria-pressed={false} onClick={() => onChange(true)}>
      Filters
    </Button>
  );
}

/** Search, filters in force, grouping and layout. */
export function HealthBar(props: HealthBarProps) {
  const { view, text, onTextChange, isSideOpen, onSideOpenChange, onGroupByChange, onLayoutChange, onClear, labelKeys } = props;
  const isPhone = useIsPhone();
  return (
    <FilterBar
      onClear={onClear}
      end={
        isPhone ? undefined : (
          <>
            <ViewOptions {...props} />
            {props.tableMenu}
            <SegmentedControl label="Layout" value={view.layout} options={LAYOUTS} onChange={onLayoutChange} />
          </>
        )
      }
    >
      <SearchInput
        label="Search by name, description, or endpoint"
        value={text}
        onChange={onTextChange}
        width={isPhone ? undefined : 236}
      />
      <FilterButton isOpen={isSideOpen} onChange={onSideOpenChange} />
      {!isPhone && (
        <Select label="Group By" value={view.groupBy} options={groupingOptions(labelKeys)} onChange={onGroupByChange} />
      )}
      <Chips {...props} />
    </FilterBar>
  );
}

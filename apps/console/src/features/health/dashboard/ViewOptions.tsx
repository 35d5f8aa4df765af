import { FormField, IconButton, Popover, Select } from '@quarterdeck/ui';
import { Ellipsis } from 'lucide-react';
import type { PivotCellType } from './check-pivot.ts';
import { tabByOptions } from './check-tabs.ts';
import type { HealthView } from './health-view.ts';

const NO_PIVOT = '';
const CELL_TYPES = [
  { value: 'health', label: 'Health' },
  { value: 'uptime', label: 'Uptime' },
  { value: 'latency', label: 'Latency' },
] as const;

export interface ViewOptionsProps {
  view: HealthView;
  labelKeys: readonly string[];
  onTabByChange(tabBy: string): void;
  onPivotChange(label: string | undefined, cellType: PivotCellType): void;
}

/** What the tabs are made of, and the label whose values become columns. */
export function ViewOptions({ view, labelKeys, onTabByChange, onPivotChange }: ViewOptionsProps) {
  const pivotOptions = [{ value: NO_PIVOT, label: 'None' }, ...labelKeys.map((key) => ({ value: key, label: key }))];
  return (
    <Popover label="View" align="end" trigger={<IconButton icon={Ellipsis} label="View" variant="outline" />}>
      <div className="dash-options">
        <FormField label="Tab By">
          <Select value={view.tabBy} options={tabByOptions(labelKeys)} onChange={onTabByChange} />
        </FormField>
        <FormField label="Pivot By">
          <Select
            value={view.pivotLabel ?? NO_PIVOT}
            options={pivotOptions}
            onChange={(label) => onPivotChange(label === NO_PIVOT ? undefined : label, view.pivotCellType)}
          />
        </FormField>
        {view.pivotLabel !== undefined && (
          <FormField label="Cells show">
            <Select
              value={view.pivotCellType}
              options={CELL_TYPES}
              onChange={(cellType) => onPivotChange(view.pivotLabel, cellType)}
            />
          </FormField>
        )}
      </div>
    </Popover>
  );
}

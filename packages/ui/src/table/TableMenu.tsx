import { Columns3 } from 'lucide-react';
import { IconButton } from '../button/IconButton.tsx';
import { Menu } from '../overlay/Menu.tsx';
import type { MenuEntry } from '../overlay/menu-model.ts';
import { type Column, type ColumnState, isColumnShown } from './column.ts';
import { downloadRows } from './export.ts';

export interface TableMenuProps<Row> {
  columns: readonly Column<Row>[];
  columnState?: ColumnState;
  onColumnStateChange?: (state: ColumnState) => void;
  /** The filtered rows and the name of the file; shows CSV and JSON export when given. */
  exportRows?: { name: string; rows: readonly Row[] };
}

/** The button of a list that hides columns and exports what is filtered. */
export function TableMenu<Row>({ columns, columnState, onColumnStateChange, exportRows }: TableMenuProps<Row>) {
  const items: MenuEntry[] = [];
  if (onColumnStateChange) {
    items.push({ type: 'label', label: 'Columns' });
    columns.forEach((column, index) => {
      if (index === 0 || column.hideable === false) return;
      const shown = isColumnShown(column, columnState);
      items.push({
        label: column.header,
        checked: shown,
        keepOpen: true,
        onSelect: () => onColumnStateChange({ ...columnState, visible: { ...columnState?.visible, [column.id]: !shown } }),
      });
    });
    items.push({ type: 'separator' }, { label: 'Reset columns', onSelect: () => onColumnStateChange({}) });
  }
  if (exportRows) {
    if (items.length > 0) items.push({ type: 'separator' });
    for (const format of ['csv', 'json'] as const) {
      items.push({
        label: `Export ${format.toUpperCase()}`,
        end: exportRows.rows.length,
        onSelect: () => downloadRows(exportRows.name, format, columns, exportRows.rows),
      });
    }
  }
  return <Menu align="end" items={items} trigger={<IconButton variant="outline" icon={Columns3} label="Columns and export" />} />;
}

import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type Column, compareValues, type SortState, type SortValue } from './column.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

type Features = typeof features;

function compareRows<Row extends object>(a: TableRow<Features, Row>, b: TableRow<Features, Row>, columnId: string) {
  return compareValues(a.getValue<SortValue>(columnId), b.getValue<SortValue>(columnId));
}

interface SortedRowsInput<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId(row: Row): string;
  sort: SortState | null;
  /** The server already sorted: keep the order. */
  manual: boolean;
}

/** The rows in the order of the sort state. Equal and missing values keep the order of the data, missing ones last. */
export function useSortedRows<Row extends object>({ rows, columns, rowId, sort, manual }: SortedRowsInput<Row>): readonly Row[] {
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<Features, Row, unknown> => ({
          id: column.id,
          accessorFn: (row: Row) => column.sortValue?.(row) ?? undefined,
          sortFn: compareRows<Row>,
          sortUndefined: 'last',
        }),
      ),
    [columns],
  );
  const sorting = useMemo(() => (sort && !manual ? [{ id: sort.column, desc: sort.desc }] : []), [sort, manual]);
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting },
    manualSorting: manual,
  });
  const model = table.getRowModel().rows;
  return useMemo(() => (sorting.length === 0 ? rows : model.map((row) => row.original)), [model, rows, sorting]);
}

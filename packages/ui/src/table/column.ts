import type { ReactNode } from 'react';

/** A value that rows are sorted by. Missing values come last in both directions. */
export type SortValue = string | number | boolean | null | undefined;

/** A value in an export. */
export type ExportValue = string | number | boolean | null | undefined;

/** Rows that belong together, with a heading row. */
export interface RowGroup<Row> {
  /** Unique among all groups of the table; the key of nested groups contains that of their parent. */
  key: string;
  label: string;
  rows: readonly Row[];
  /** 0 for the outermost groups. */
  depth: number;
}

/** Splits rows into groups. */
export interface GroupLevel<Row> {
  /** Name of the group of a row; undefined leaves the row without a heading at this level. */
  by(row: Row): string | undefined;
  /** What is shown for a name. Default: the name. */
  label?: (name: string) => string;
  /** Drawing of the heading. Default: label and count. */
  render?: (group: RowGroup<Row>) => ReactNode;
  /** Groups with fewer rows have no heading; their rows stand alone. Default 1. */
  minRows?: number;
  /** Order of the groups: where their first row sorts, or by label. Default `first-row`. */
  order?: 'first-row' | 'label';
}

/** Where a column goes in the two-line rows of a phone. */
export type NarrowPlace = 'main' | 'end' | 'second' | 'hidden';

/** One column. Keep the array of columns stable between renders (module constant or useMemo). */
export interface Column<Row> {
  id: string;
  header: string;
  /** The header is for screen readers alone: a column of buttons. */
  headerHidden?: boolean;
  cell(row: Row): ReactNode;
  /** Roll-up of a group in this column. Default: empty. */
  groupCell?: (group: RowGroup<Row>) => ReactNode;
  /** Makes the column sortable on the client; with server sort any function marks it as sortable. */
  sortValue?: (row: Row) => SortValue;
  /** First click sorts descending: for numbers and states. */
  sortDescFirst?: boolean;
  /** Width in pixels. Columns without one share the rest. */
  width?: number;
  minWidth?: number;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** 1 always stays; 4, 3 and 2 leave when the list is narrower than 960, 620 and 470 px. Default 1. */
  priority?: 1 | 2 | 3 | 4;
  /** May be hidden by the person. Default true, except for the first column. */
  hideable?: boolean;
  /** Hidden until the person shows it. */
  hiddenByDefault?: boolean;
  /** Default: the first column is `main`, the last one `end`, the others `hidden`. */
  narrow?: NarrowPlace;
  /** Value in CSV and JSON. Default: the sort value; columns with neither are left out. */
  exportValue?: (row: Row) => ExportValue;
}

/** Sort of a table; null is the order of the data. */
export interface SortState {
  column: string;
  desc: boolean;
}

/** What a person changed about the columns; remember it per table. */
export interface ColumnState {
  /** Visibility by column id, only where it differs from the default. */
  visible?: Readonly<Record<string, boolean>>;
  /** Width in pixels by column id, only where it was changed. */
  widths?: Readonly<Record<string, number>>;
}

/** Whether a person sees the column, by choice or by default. */
export function isColumnShown<Row>(column: Column<Row>, state: ColumnState | undefined): boolean {
  return state?.visible?.[column.id] ?? !column.hiddenByDefault;
}

const leaveBelowPx: Record<number, number> = { 2: 470, 3: 620, 4: 960 };

/** The columns that fit a list of this width, by priority. A width of 0 means not yet measured: all fit. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], widthPx: number): readonly Column<Row>[] {
  return columns.filter(({ priority = 1 }) => widthPx === 0 || widthPx >= (leaveBelowPx[priority] ?? 0));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Ascending comparison: numbers by size, text naturally (`item2` before `item10`), false before true. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === b) return 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return a ? 1 : -1;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}

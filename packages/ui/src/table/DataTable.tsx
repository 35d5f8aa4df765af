import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownUp } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../class-name.ts';
import { Kbd } from '../keyboard/Kbd.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { useIsPhone } from '../shell/use-media.ts';
import { TableSkeleton } from '../state/Skeleton.tsx';
import { EmptyState } from '../state/StateViews.tsx';
import { useLatest } from '../use-latest.ts';
import { type Column, type ColumnState, fittingColumns, type GroupLevel, isColumnShown, type SortState } from './column.ts';
import { type Line, toLines } from './lines.ts';
import { TableHead } from './TableHead.tsx';
import { lineElementId, type RowsContext, TableLine } from './TableRows.tsx';
import { useElementWidth } from './use-element-width.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useSortedRows } from './use-sorted-rows.ts';

export interface DataTableProps<Row extends object> {
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  /** Stable array: a module constant or useMemo. */
  columns: readonly Column<Row>[];
  /** Stable function. */
  rowId(row: Row): string;
  /** Group levels, outermost first. Stable array. */
  groups?: readonly GroupLevel<Row>[];
  collapsed?: ReadonlySet<string>;
  onCollapsedChange?: (collapsed: ReadonlySet<string>) => void;

  sort?: SortState | null;
  onSortChange?: (sort: SortState | null) => void;
  /** `server`: the rows arrive sorted. Default `client`. */
  sortMode?: 'client' | 'server';

  columnState?: ColumnState;
  onColumnStateChange?: (state: ColumnState) => void;

  /** The row that is open in the panel. */
  selectedId?: string | null;
  /** Click or Enter. */
  onOpen?: (row: Row) => void;
  /** Enter on the row that is already open. */
  onOpenFull?: (row: Row) => void;

  /** Ids of the checked rows; shows check boxes when given. */
  checked?: ReadonlySet<string>;
  onCheckedChange?: (checked: ReadonlySet<string>) => void;
  /** Actions on the checked rows, shown in a floating bar with their count. */
  bulkActions?: ReactNode;

  /** Order changes wait while the pointer or the focus is in the list. */
  live?: boolean;
  /** Changes with filters, so that a new result is shown at once in a live list. */
  orderKey?: string;

  /** This is the list of the page: j and k work from anywhere. */
  primary?: boolean;
  /** `fill`: own scrolling and virtual rows, for lists of any length. `fit`: as high as its rows, for up to about 200. Default `fill`. */
  layout?: 'fill' | 'fit';
  /** 48 px rows. */
  tall?: boolean;
  loading?: boolean;
  /** Shown instead of the rows: error, denied. */
  replacement?: ReactNode;
  /** Shown when there are no rows. Default: `No data available`. */
  empty?: ReactNode;
  footer?: ReactNode;
}

const noGroups: readonly never[] = [];
const noIds: ReadonlySet<string> = new Set();
const phoneRowPx = 54;
const phoneGroupPx = 36;

/** Whether a click is on a control of the row, or in a menu or dialog that the row opened: those are no part of it on the page. */
function isForControl({ target, currentTarget }: MouseEvent) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, select, textarea, label, summary, [role="button"]') !== null;
}

/** The table: virtual rows, sort, groups with roll-ups, selection, keyboard, columns that leave as the list narrows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { loading, replacement, rows, empty, footer, layout = 'fill' } = props;
  const frame = classNames('qd-grid', layout === 'fit' && 'qd-grid-fit');
  if (loading)
    return (
      <div className={frame}>
        <TableSkeleton label={`Loading ${props.label.toLowerCase()}`} head rows={12} columns={[88, 64, 72]} />
      </div>
    );
  const instead = replacement ?? (rows.length === 0 ? (empty ?? <EmptyState />) : undefined);
  if (instead !== undefined)
    return (
      <div className={frame}>
        {instead}
        {footer && <div className="qd-grid-foot">{footer}</div>}
      </div>
    );
  return <TableView {...props} />;
}

function TableView<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowId,
    groups = noGroups,
    sort = null,
    sortMode = 'client',
    columnState,
    layout = 'fill',
  } = props;
  const { selectedId, checked, live = false, orderKey = '', primary = false, tall = false, footer, bulkActions, onOpen } = props;
  const tableId = useId();
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const width = useElementWidth(scroller);

  const sorted = useSortedRows({ rows, columns, rowId, sort, manual: sortMode === 'server' });
  const held = useHeldRows(sorted, rowId, live, `${orderKey}|${sort?.column}|${sort?.desc}|${groups.length}`);
  const [ownCollapsed, setOwnCollapsed] = useState(noIds);
  const collapsed = props.collapsed ?? ownCollapsed;
  const lines = useMemo(
    () => toLines({ rows: held.rows, rowId, levels: groups, isCollapsed: (key) => collapsed.has(key) }),
    [held.rows, rowId, groups, collapsed],
  );
  const shown = useMemo(() => columns.filter((column) => isColumnShown(column, columnState)), [columns, columnState]);
  const visible = useMemo(() => (isPhone ? shown : fittingColumns(shown, width)), [shown, width, isPhone]);

  const [activeId, setActiveId] = useState<string>();
  const activeIndex = useMemo(() => {
    const wanted = activeId ?? selectedId;
    return wanted === undefined || wanted === null ? -1 : lines.findIndex((line) => line.id === wanted);
  }, [lines, activeId, selectedId]);

  const rowPx = tall ? 48 : 32;
  const virtualizer = useVirtualizer({
    count: layout === 'fit' ? 0 : lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isPhone ? (lines[index]?.kind === 'group' ? phoneGroupPx : phoneRowPx) : rowPx),
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 10,
    // The head lies over the first 30 pixels and pushes every row down by as many.
    scrollPaddingEnd: isPhone ? 0 : 30,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: row heights depend on these, the virtualizer is stable
  useEffect(() => virtualizer.measure(), [isPhone, rowPx, groups]);

  // A link to a row shows it; a row that is in view stays where it is.
  const shownId = useRef<string>(undefined);
  useEffect(() => {
    if (selectedId === shownId.current) return;
    const at = lines.findIndex((line) => line.id === selectedId);
    if (at === -1 && selectedId) return;
    shownId.current = selectedId ?? undefined;
    if (at !== -1 && layout === 'fill') virtualizer.scrollToIndex(at);
  }, [selectedId, lines, layout, virtualizer]);

  const change = useTableChanges(props, { collapsed, setOwnCollapsed, lines, setActiveId, table, onCheckBase: checked ?? noIds });
  const hasChecks = checked !== undefined;
  const context = useMemo<RowsContext<Row>>(
    () => ({ tableId, columns: visible, isPhone, hasChecks, ...change }),
    [tableId, visible, isPhone, hasChecks, change],
  );

  const moveTo = (index: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, index))];
    if (!line) return;
    setActiveId(line.id);
    const at = lines.indexOf(line);
    if (layout === 'fill') virtualizer.scrollToIndex(at);
    else document.getElementById(lineElementId(tableId, at))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const line = lines[activeIndex];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 320) / rowPx) - 2);
    const action = keyAction(event.key, line, { at: activeIndex, page, last: lines.length - 1 }, moveTo, {
      open: change.open,
      toggle: change.onToggleGroup,
      check: hasChecks ? (id) => change.onCheck(id, event.shiftKey) : undefined,
    });
    if (!action) return;
    event.preventDefault();
    action();
  };
  const step = (by: number) => {
    table.current?.focus({ preventScroll: true });
    moveTo(activeIndex + by);
  };
  useShortcut('j', () => step(1), { description: 'Next row', enabled: primary });
  useShortcut('k', () => step(-1), { description: 'Previous row', enabled: primary });
  useShortcut('r', held.apply, { description: 'Apply the new order', enabled: live && held.pending > 0 });

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  const before = first?.start ?? 0;
  const after = last ? virtualizer.getTotalSize() - last.end : 0;
  const drawn = layout === 'fit' ? lines.map((_, index) => index) : items.map((item) => item.index);
  const span = visible.length + (hasChecks ? 1 : 0);
  const widths = columnState?.widths ?? {};
  const checkState =
    checked === undefined ? undefined : checked.size === 0 ? 'none' : checked.size >= rows.length ? 'all' : 'some';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices whether someone is reading, does not act
    <div
      className={classNames('qd-grid', layout === 'fit' && 'qd-grid-fit')}
      onPointerEnter={held.hold}
      onPointerLeave={(event) => {
        if (!event.currentTarget.contains(document.activeElement)) held.release();
      }}
      onFocus={held.hold}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover')) held.release();
      }}
    >
      {held.pending > 0 && (
        <button type="button" className="qd-grid-pending" onClick={held.apply}>
          <ArrowDownUp aria-hidden />
          {held.pending} {held.pending === 1 ? 'change' : 'changes'}, press <Kbd keys="r" />
        </button>
      )}
      <div ref={scroller} className="qd-grid-scroll">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the arrow keys
          role="grid"
          aria-label={label}
          aria-rowcount={lines.length + 1}
          aria-multiselectable={hasChecks || undefined}
          aria-activedescendant={drawn.includes(activeIndex) ? lineElementId(tableId, activeIndex) : undefined}
          tabIndex={0}
          className={classNames(
            'qd-table',
            tall && 'qd-table-two',
            isPhone && 'qd-table-narrow',
            groups.length > 0 && 'is-grouped',
            onOpen && 'is-openable',
          )}
          onKeyDown={onKeyDown}
        >
          {!isPhone && (
            <>
              <colgroup>
                {hasChecks && <col style={{ width: 40 }} />}
                {visible.map((column) => (
                  <col key={column.id} style={{ width: widths[column.id] ?? column.width }} />
                ))}
              </colgroup>
              <TableHead
                columns={visible}
                sort={sort}
                onSortChange={props.onSortChange}
                widths={widths}
                onWidthChange={props.onColumnStateChange && change.setWidth}
                checked={checkState}
                onCheckAll={change.checkAll}
              />
            </>
          )}
          <tbody>
            {before > 0 && <PadRow height={before} span={span} />}
            {drawn.map((index) => {
              const line = lines[index];
              if (!line) return null;
              return (
                <TableLine
                  key={line.id}
                  line={line}
                  index={index}
                  context={context}
                  isActive={index === activeIndex}
                  isSelected={line.kind === 'row' && line.id === selectedId}
                  isChecked={line.kind === 'row' && checked?.has(line.id) === true}
                />
              );
            })}
            {after > 0 && <PadRow height={after} span={span} />}
          </tbody>
        </table>
      </div>
      {bulkActions !== undefined && checked !== undefined && checked.size > 0 && (
        <div className="qd-bulk" role="status">
          {checked.size} selected
          {bulkActions}
        </div>
      )}
      {footer && <div className="qd-grid-foot">{footer}</div>}
    </div>
  );
}

interface KeyPlace {
  at: number;
  page: number;
  last: number;
}

interface KeyActs<Row> {
  open(line: Line<Row>): void;
  toggle(key: string): void;
  check: ((id: string) => void) | undefined;
}

/** What a key does in the table; undefined when it is not the table's. */
function keyAction<Row>(
  key: string,
  line: Line<Row> | undefined,
  { at, page, last }: KeyPlace,
  moveTo: (index: number) => void,
  { open, toggle, check }: KeyActs<Row>,
): (() => void) | undefined {
  const steps = new Map([
    ['j', at + 1],
    ['ArrowDown', at + 1],
    ['k', at - 1],
    ['ArrowUp', at - 1],
    ['PageDown', at + page],
    ['PageUp', at - page],
    ['Home', 0],
    ['End', last],
  ]);
  const to = steps.get(key);
  if (to !== undefined) return () => moveTo(to);
  if (!line) return undefined;
  if (key === 'Enter') return () => open(line);
  if (key === ' ' && line.kind === 'row' && check) return () => check(line.id);
  const folds = line.kind === 'group' && (line.open ? key === 'ArrowLeft' : key === 'ArrowRight');
  return folds ? () => toggle(line.id) : undefined;
}

function PadRow({ height, span }: { height: number; span: number }) {
  return (
    <tr className="is-pad" aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

interface ChangeParts<Row> {
  collapsed: ReadonlySet<string>;
  setOwnCollapsed(collapsed: ReadonlySet<string>): void;
  lines: readonly Line<Row>[];
  setActiveId(id: string): void;
  table: React.RefObject<HTMLTableElement | null>;
  onCheckBase: ReadonlySet<string>;
}

/** What a person does to the table, as functions that stay the same between renders. */
function useTableChanges<Row extends object>(props: DataTableProps<Row>, parts: ChangeParts<Row>) {
  const latest = useLatest({ props, ...parts });
  const anchor = useRef<string>(undefined);
  return useMemo(() => {
    const onToggleGroup = (key: string) => {
      const { collapsed, setOwnCollapsed, props: now } = latest.current;
      const next = new Set(collapsed);
      if (!next.delete(key)) next.add(key);
      if (now.collapsed === undefined) setOwnCollapsed(next);
      now.onCollapsedChange?.(next);
    };
    const open = (line: Line<Row>) => {
      const { props: now } = latest.current;
      if (line.kind === 'group') onToggleGroup(line.id);
      else if (now.selectedId === line.id && now.onOpenFull) now.onOpenFull(line.row);
      else now.onOpen?.(line.row);
    };
    return {
      onToggleGroup,
      open,
      onRowClick: (line: Line<Row>, event: MouseEvent) => {
        if (isForControl(event) || String(getSelection() ?? '') !== '') return;
        latest.current.setActiveId(line.id);
        latest.current.table.current?.focus({ preventScroll: true });
        if (line.kind === 'group') onToggleGroup(line.id);
        else latest.current.props.onOpen?.(line.row);
      },
      onCheck: (id: string, extend: boolean) => {
        const { lines, onCheckBase, props: now } = latest.current;
        const ids = lines.flatMap((line) => (line.kind === 'row' ? [line.id] : []));
        const from = extend && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1;
        const to = ids.indexOf(id);
        const next = new Set(onCheckBase);
        const add = !next.has(id);
        const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
        for (const member of range) {
          if (add) next.add(member);
          else next.delete(member);
        }
        anchor.current = id;
        now.onCheckedChange?.(next);
      },
      checkAll: () => {
        const { onCheckBase, props: now } = latest.current;
        now.onCheckedChange?.(onCheckBase.size >= now.rows.length ? new Set() : new Set(now.rows.map(now.rowId)));
      },
      setWidth: (column: string, width: number | undefined) => {
        const { props: now } = latest.current;
        const { [column]: _, ...others } = now.columnState?.widths ?? {};
        now.onColumnStateChange?.({ ...now.columnState, widths: width === undefined ? others : { ...others, [column]: width } });
      },
    };
  }, [latest]);
}

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { classNames } from '../class-name.ts';
import { Checkbox } from '../field/Checkbox.tsx';
import type { Column, SortState } from './column.ts';

const leastWidthPx = 48;

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: SortState | null;
  onSortChange?: (sort: SortState | null) => void;
  widths: Readonly<Record<string, number>>;
  onWidthChange?: (column: string, width: number | undefined) => void;
  /** All, some or none of the rows are checked; undefined without check boxes. */
  checked: 'all' | 'some' | 'none' | undefined;
  onCheckAll(): void;
}

const stepPx = 16;

function keyStep(key: string) {
  return key === 'ArrowRight' ? stepPx : key === 'ArrowLeft' ? -stepPx : 0;
}

/** Width of the column that the element belongs to, changed by a step. */
function steppedWidth(element: HTMLElement, step: number, min = leastWidthPx) {
  return Math.max(min, Math.round((element.closest('th')?.getBoundingClientRect().width ?? min) + step));
}

function nextSort<Row>(column: Column<Row>, sort: SortState | null): SortState | null {
  const first = column.sortDescFirst ?? false;
  if (sort?.column !== column.id) return { column: column.id, desc: first };
  return sort.desc === first ? { column: column.id, desc: !first } : null;
}

/** The sticky line of column heads: sort, resize (drag, or Shift and arrow keys on the head), check all. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, onSortChange, widths, onWidthChange, checked, onCheckAll } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {checked !== undefined && (
          <th scope="col">
            <span className="qd-table-check">
              <Checkbox
                aria-label="Select all rows"
                checked={checked === 'all'}
                indeterminate={checked === 'some'}
                onChange={onCheckAll}
              />
            </span>
          </th>
        )}
        {columns.map((column, index) => {
          const isSorted = sort?.column === column.id;
          const sortable = onSortChange !== undefined && column.sortValue !== undefined;
          const Arrow = sort?.desc ? ArrowDown : ArrowUp;
          const text = <span className={column.headerHidden ? 'qd-hidden' : undefined}>{column.header}</span>;
          return (
            <th
              key={column.id}
              scope="col"
              className={column.numeric ? 'is-num' : undefined}
              aria-sort={isSorted ? (sort.desc ? 'descending' : 'ascending') : undefined}
            >
              {sortable ? (
                <button
                  type="button"
                  onClick={() => onSortChange(nextSort(column, sort))}
                  onKeyDown={(event) => {
                    const step = event.shiftKey ? keyStep(event.key) : 0;
                    if (step === 0 || !onWidthChange) return;
                    event.preventDefault();
                    onWidthChange(column.id, steppedWidth(event.currentTarget, step, column.minWidth));
                  }}
                >
                  {text}
                  {isSorted && <Arrow aria-hidden />}
                </button>
              ) : (
                text
              )}
              {onWidthChange && index < columns.length - 1 && (
                <ResizeHandle
                  label={column.header}
                  width={widths[column.id] ?? column.width}
                  min={column.minWidth ?? leastWidthPx}
                  onChange={(width) => onWidthChange(column.id, width)}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface ResizeHandleProps {
  label: string;
  width: number | undefined;
  min: number;
  onChange(width: number | undefined): void;
}

function ResizeHandle({ label, width, min, onChange }: ResizeHandleProps) {
  const from = useRef<{ x: number; width: number }>(undefined);
  const [dragging, setDragging] = useState(false);
  const shownWidth = (element: HTMLElement) => Math.round(element.parentElement?.getBoundingClientRect().width ?? width ?? min);
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: shownWidth(event.currentTarget) };
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current) onChange(Math.max(min, Math.round(from.current.width + event.clientX - from.current.x)));
  };
  const stop = () => {
    from.current = undefined;
    setDragging(false);
  };
  return (
    <hr
      className={classNames('qd-resize', dragging && 'is-dragging')}
      style={{ border: 0, margin: 0, height: 'auto' }}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width ?? 0}
      tabIndex={-1}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onChange(undefined)}
    />
  );
}

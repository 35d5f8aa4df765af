import { ChevronDown } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo } from 'react';
import { classNames } from '../class-name.ts';
import { Checkbox } from '../field/Checkbox.tsx';
import { formatNumber } from '../format/number.ts';
import type { Column, NarrowPlace } from './column.ts';
import type { Line } from './lines.ts';

/** What the rows of one table share. Keep it stable between renders: rows only render again when it or their line changes. */
export interface RowsContext<Row> {
  tableId: string;
  columns: readonly Column<Row>[];
  isPhone: boolean;
  hasChecks: boolean;
  onRowClick(line: Line<Row>, event: MouseEvent): void;
  onToggleGroup(key: string): void;
  onCheck(id: string, extend: boolean): void;
}

export interface TableLineProps<Row> {
  line: Line<Row>;
  index: number;
  context: RowsContext<Row>;
  isActive: boolean;
  isSelected: boolean;
  isChecked: boolean;
}

function placeOf<Row>(column: Column<Row>, index: number, count: number): NarrowPlace {
  return column.narrow ?? (index === 0 ? 'main' : index === count - 1 ? 'end' : 'hidden');
}

function indent(depth: number): CSSProperties | undefined {
  return depth > 0 ? { paddingLeft: depth * 20 } : undefined;
}

/** Element id of a line, for `aria-activedescendant`. */
export function lineElementId(tableId: string, index: number) {
  return `${tableId}-line-${index}`;
}

function Cells<Row>({ row, depth, context }: { row: Row; depth: number; context: RowsContext<Row> }) {
  const { columns, isPhone } = context;
  const seconds = isPhone ? columns.filter((column, index) => placeOf(column, index, columns.length) === 'second').length : 0;
  return columns.map((column, index) => {
    const place = isPhone ? placeOf(column, index, columns.length) : undefined;
    if (place === 'hidden') return null;
    return (
      <td
        key={column.id}
        className={classNames(
          column.numeric && 'is-num',
          place && `is-${place}`,
          place === 'second' && seconds === 1 && 'is-alone',
          place === 'second' && seconds === 2 && 'is-pair',
        )}
      >
        {index === 0 && depth > 0 && !isPhone ? <div style={indent(depth)}>{column.cell(row)}</div> : column.cell(row)}
      </td>
    );
  });
}

function GroupCells<Row>({ line, context }: { line: Extract<Line<Row>, { kind: 'group' }>; context: RowsContext<Row> }) {
  const { group, level, open } = line;
  return context.columns.map((column, index) => {
    const place = context.isPhone ? placeOf(column, index, context.columns.length) : undefined;
    if (place === 'hidden' || place === 'second') return null;
    const className = classNames(column.numeric && 'is-num', place && `is-${place}`);
    if (index > 0) {
      return (
        <td key={column.id} className={className}>
          {column.groupCell?.(group) ?? (place === 'end' && formatNumber(group.rows.length))}
        </td>
      );
    }
    return (
      <td key={column.id} className={className}>
        <span className="qd-cell" style={indent(group.depth)}>
          <button
            type="button"
            className="qd-twist"
            tabIndex={-1}
            aria-expanded={open}
            aria-label={`${open ? 'Collapse' : 'Expand'} ${group.label}`}
            onClick={(event) => {
              event.stopPropagation();
              context.onToggleGroup(group.key);
            }}
          >
            <ChevronDown aria-hidden />
          </button>
          {level.render?.(group) ?? (
            <>
              <span className="qd-trunc">{group.label}</span>
              {column.groupCell?.(group) ?? <span className="qd-group-count">{formatNumber(group.rows.length)}</span>}
            </>
          )}
        </span>
      </td>
    );
  });
}

function TableLineView<Row>({ line, index, context, isActive, isSelected, isChecked }: TableLineProps<Row>) {
  const isGroup = line.kind === 'group';
  return (
    <tr
      id={lineElementId(context.tableId, index)}
      data-row={isGroup ? undefined : line.id}
      aria-rowindex={index + 2}
      aria-selected={isGroup ? undefined : isSelected || isChecked}
      className={classNames(isGroup && 'is-group', isActive && 'is-active')}
      onClick={(event) => context.onRowClick(line, event)}
    >
      {context.hasChecks && !context.isPhone && (
        <td>{!isGroup && <CheckCell id={line.id} isChecked={isChecked} onCheck={context.onCheck} />}</td>
      )}
      {isGroup ? <GroupCells line={line} context={context} /> : <Cells row={line.row} depth={line.depth} context={context} />}
    </tr>
  );
}

function CheckCell({
  id,
  isChecked,
  onCheck,
}: {
  id: string;
  isChecked: boolean;
  onCheck: (id: string, extend: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the click from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the check box handles the keys
    <span
      className="qd-table-check"
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        onCheck(id, event.shiftKey);
      }}
    >
      <Checkbox aria-label="Select row" tabIndex={-1} checked={isChecked} onChange={() => {}} />
    </span>
  );
}

/** A line is new with every change of the list; what it draws is the same while its row is. */
function isSameLine<Row>(a: Line<Row>, b: Line<Row>) {
  if (a === b) return true;
  return a.kind === 'row' && b.kind === 'row' && a.id === b.id && a.row === b.row && a.depth === b.depth;
}

function areEqual<Row>(a: TableLineProps<Row>, b: TableLineProps<Row>) {
  return (
    a.context === b.context &&
    a.index === b.index &&
    a.isActive === b.isActive &&
    a.isSelected === b.isSelected &&
    a.isChecked === b.isChecked &&
    isSameLine(a.line, b.line)
  );
}

// memo drops the type parameter; the cast gives it back.
export const TableLine = memo(TableLineView, areEqual) as typeof TableLineView;

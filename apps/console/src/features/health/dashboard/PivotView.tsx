import type { CheckSummary } from '@quarterdeck/contract/health';
import {
  type Column,
  DataTable,
  Duration,
  type GroupLevel,
  HealthGlyph,
  type RowGroup,
  TechIcon,
  Uptime,
  useIsPhone,
} from '@quarterdeck/ui';
import { type ReactNode, useMemo } from 'react';
import { GroupHealthCell } from './check-cells.tsx';
import type { Grouping } from './check-groups.ts';
import { healthOf, rollUp, urgencyOf } from './check-health.ts';
import { type PivotCellType, type PivotRow, pivotChecks } from './check-pivot.ts';
import { latencyOf } from './check-sort.ts';

export interface PivotViewProps {
  rows: readonly CheckSummary[];
  label: string;
  cellType: PivotCellType;
  grouping: Grouping | undefined;
  selectedId: string | undefined;
  onOpen(check: CheckSummary): void;
  orderKey: string;
  footer: ReactNode;
}

function worstOf(checks: readonly CheckSummary[]): CheckSummary | undefined {
  return checks.reduce<CheckSummary | undefined>(
    (worst, check) => (worst === undefined || urgencyOf(healthOf(check)) > urgencyOf(healthOf(worst)) ? check : worst),
    undefined,
  );
}

function CellValue({ checks, type }: { checks: readonly CheckSummary[]; type: PivotCellType }) {
  if (type === 'uptime') {
    const passed = checks.reduce((sum, { uptime }) => sum + uptime.passed, 0);
    const failed = checks.reduce((sum, { uptime }) => sum + uptime.failed, 0);
    return <Uptime passed={passed} failed={failed} />;
  }
  if (type === 'latency') {
    const known = checks.map(latencyOf).filter((ms) => ms !== undefined);
    return <Duration ms={known.length === 0 ? undefined : Math.max(...known)} />;
  }
  const [only] = checks;
  if (checks.length === 1 && only !== undefined) return <HealthGlyph state={healthOf(only)} />;
  return <GroupHealthCell figures={rollUp(checks)} />;
}

/** The cell of one value of the label; it opens the worst of its checks. */
function PivotCell({
  checks,
  type,
  onOpen,
}: {
  checks: readonly CheckSummary[];
  type: PivotCellType;
  onOpen(check: CheckSummary): void;
}) {
  const worst = worstOf(checks);
  if (worst === undefined) return <span className="qd-none">—</span>;
  return (
    <button type="button" className="dash-pivot-cell" aria-label={`Open ${worst.name}`} onClick={() => onOpen(worst)}>
      <CellValue checks={checks} type={type} />
    </button>
  );
}

const NO_CHECKS: readonly CheckSummary[] = [];

interface PivotShape {
  values: readonly string[];
  type: PivotCellType;
  /** Rows of two lines have no head: every cell names its value. */
  isPhone: boolean;
  onOpen(check: CheckSummary): void;
}

function pivotColumns({ values, type, isPhone, onOpen }: PivotShape): Column<PivotRow>[] {
  return [
    {
      id: 'name',
      header: 'Checks',
      minWidth: 160,
      groupCell: () => <span hidden />,
      cell: ({ name, checks }) => (
        <span className="qd-cell">
          <TechIcon name={checks[0]?.icon || checks[0]?.type} />
          <span className="qd-trunc">{name}</span>
        </span>
      ),
    },
    ...values.map((value): Column<PivotRow> => {
      const checksOf = (row: PivotRow) => row.byValue.get(value) ?? NO_CHECKS;
      const membersOf = (group: RowGroup<PivotRow>) => group.rows.flatMap(checksOf);
      return {
        id: `value:${value}`,
        header: value,
        width: 132,
        numeric: type !== 'health',
        narrow: 'second',
        cell: (row) => (
          <>
            <PivotCell checks={checksOf(row)} type={type} onOpen={onOpen} />
            {isPhone && <span className="dash-pivot-value">{value}</span>}
          </>
        ),
        groupCell: (group) => {
          const members = membersOf(group);
          return members.length === 0 ? null : <CellValue checks={members} type={type} />;
        },
      };
    }),
  ];
}

const idOf = (row: PivotRow) => row.id;

/** The checks of one name side by side, one column per value of a label. */
export function PivotView({ rows, label, cellType, grouping, selectedId, onOpen, orderKey, footer }: PivotViewProps) {
  const pivot = useMemo(() => pivotChecks(rows, label, grouping?.by), [rows, label, grouping]);
  const isPhone = useIsPhone();
  const columns = useMemo(
    () => pivotColumns({ values: pivot.values, type: cellType, isPhone, onOpen }),
    [pivot, cellType, isPhone, onOpen],
  );
  const levels = useMemo<readonly GroupLevel<PivotRow>[]>(
    () =>
      grouping === undefined ? [] : [{ by: ({ checks: [first] }) => (first === undefined ? undefined : grouping.by(first)) }],
    [grouping],
  );
  const selected = pivot.rows.find(({ checks }) => checks.some(({ id }) => id === selectedId));
  return (
    <DataTable
      label={`Checks by ${label}`}
      rows={pivot.rows}
      columns={columns}
      rowId={idOf}
      groups={levels}
      selectedId={selected?.id ?? null}
      onOpen={({ checks }) => {
        const worst = worstOf(checks);
        if (worst !== undefined) onOpen(worst);
      }}
      live
      primary
      orderKey={`${orderKey}|${label}`}
      footer={footer}
    />
  );
}

import type { CheckSummary } from '@quarterdeck/contract/health';
import { type Column, type ColumnState, DataTable, Duration, type GroupLevel, type RowGroup, Uptime } from '@quarterdeck/ui';
import { type ReactNode, useMemo } from 'react';
import { GroupHealthCell, HealthCell, NameCell, TransitionCell } from './check-cells.tsx';
import type { Grouping, GroupTree } from './check-groups.ts';
import { healthOf, urgencyOf } from './check-health.ts';
import { type CheckSort, latencyOf, SORT_KEYS, uptimeOf } from './check-sort.ts';

export interface CheckTableProps {
  rows: readonly CheckSummary[];
  grouping: Grouping | undefined;
  tree: GroupTree;
  sort: CheckSort;
  onSortChange(sort: CheckSort | undefined): void;
  selectedId: string | undefined;
  onOpen(check: CheckSummary): void;
  onOpenFull(check: CheckSummary): void;
  orderKey: string;
  columnState: ColumnState;
  onColumnStateChange(state: ColumnState): void;
  loading: boolean;
  /** Shown instead of the rows. */
  replacement: ReactNode | undefined;
  empty: ReactNode;
  footer: ReactNode;
}

/** Figures of a heading; a heading inside a group is a prefix group. */
function rollUpOf(group: RowGroup<CheckSummary>, tree: GroupTree, grouping: Grouping | undefined) {
  const [first] = group.rows;
  const name = first === undefined ? '' : (grouping?.by(first) ?? '');
  const isPrefixGroup = grouping === undefined || group.depth === 1;
  return tree.rollUpOf(name, isPrefixGroup ? group.label : undefined);
}

/** Columns of the table, with the figures of its groups. Sorting is done before; the values serve the export. */
export function checkColumns(tree: GroupTree, grouping: Grouping | undefined): readonly Column<CheckSummary>[] {
  const figuresOf = (group: RowGroup<CheckSummary>) => rollUpOf(group, tree, grouping);
  const isByCanary = grouping?.isByCanary === true;
  const passing = (group: RowGroup<CheckSummary>) => {
    const { fullyPassing, total } = figuresOf(group);
    return `${fullyPassing}/${total}`;
  };
  return [
    {
      id: 'name',
      header: 'Checks',
      cell: (check) => <NameCell check={check} note={isByCanary ? check.description : check.canary_name} />,
      groupCell: () => <span hidden />,
      sortValue: (check) => check.name,
      minWidth: 160,
    },
    {
      id: 'health',
      header: 'Health',
      cell: (check) => <HealthCell check={check} />,
      groupCell: (group) => <GroupHealthCell figures={figuresOf(group)} />,
      sortValue: (check) => urgencyOf(healthOf(check)),
      exportValue: healthOf,
      sortDescFirst: true,
      width: 88,
      narrow: 'second',
    },
    {
      id: 'uptime',
      header: 'Uptime',
      cell: (check) => <Uptime passed={check.uptime.passed} failed={check.uptime.failed} />,
      groupCell: (group) => <span className="dash-soft">{passing(group)}</span>,
      sortValue: uptimeOf,
      width: 76,
      numeric: true,
      priority: 2,
      narrow: 'second',
    },
    {
      id: 'latency',
      header: 'Latency',
      cell: (check) => <Duration ms={latencyOf(check)} />,
      sortValue: latencyOf,
      sortDescFirst: true,
      width: 68,
      numeric: true,
      narrow: 'second',
    },
    {
      id: 'transition',
      header: 'Transition',
      cell: (check) => <TransitionCell check={check} />,
      groupCell: (group) => <span className="dash-passing">{passing(group)} pass</span>,
      sortValue: (check) => check.last_transition_time,
      width: 80,
      numeric: true,
      narrow: 'end',
    },
  ];
}

function groupLevels(tree: GroupTree, grouping: Grouping | undefined): readonly GroupLevel<CheckSummary>[] {
  const prefixes: GroupLevel<CheckSummary> = { by: tree.prefixOf, minRows: 2 };
  return grouping === undefined ? [prefixes] : [{ by: grouping.by }, prefixes];
}

const idOf = (check: CheckSummary) => check.id;

/** The checks as a table with groups that fold. */
export function CheckTable(props: CheckTableProps) {
  const { rows, tree, grouping, sort, onSortChange, selectedId, onOpen, onOpenFull, footer } = props;
  const columns = useMemo(() => checkColumns(tree, grouping), [tree, grouping]);
  const levels = useMemo(() => groupLevels(tree, grouping), [tree, grouping]);
  return (
    <DataTable
      label="Checks"
      rows={rows}
      columns={columns}
      rowId={idOf}
      groups={levels}
      sortMode="server"
      sort={{ column: sort.by, desc: sort.desc }}
      onSortChange={(next) => {
        const by = SORT_KEYS.find((key) => key === next?.column);
        onSortChange(next === null || by === undefined ? undefined : { by, desc: next.desc });
      }}
      columnState={props.columnState}
      onColumnStateChange={props.onColumnStateChange}
      selectedId={selectedId ?? null}
      onOpen={onOpen}
      onOpenFull={onOpenFull}
      live
      primary
      orderKey={props.orderKey}
      loading={props.loading}
      replacement={props.replacement}
      empty={props.empty}
      footer={footer}
    />
  );
}

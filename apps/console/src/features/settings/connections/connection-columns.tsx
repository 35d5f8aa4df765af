import type { Connection } from '@quarterdeck/contract/connections';
import { Age, type Column, TechIcon } from '@quarterdeck/ui';
import { connectionSource } from './connection-source.ts';
import { kindOfType } from './connection-types.ts';

/** The type; on a phone with the namespace, which has no column there. */
function TypeCell({ row }: { row: Connection }) {
  const { title, icon } = kindOfType(row.type);
  return (
    <span className="qd-cell">
      <TechIcon name={icon} />
      <span className="qd-trunc">{title}</span>
      <span className="qk-phone-only qd-trunc">{row.namespace}</span>
    </span>
  );
}

/** Columns of the list; the server sorts. */
export const CONNECTION_COLUMNS: readonly Column<Connection>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: 160,
    narrow: 'main',
    sortValue: (row) => row.name,
    cell: (row) => <span className="qd-trunc qs-strong">{row.name}</span>,
  },
  {
    id: 'type',
    header: 'Type',
    width: 200,
    priority: 2,
    narrow: 'second',
    sortValue: (row) => row.type,
    cell: (row) => <TypeCell row={row} />,
  },
  {
    id: 'namespace',
    header: 'Namespace',
    width: 132,
    priority: 3,
    narrow: 'hidden',
    sortValue: (row) => row.namespace,
    cell: (row) => <span className="qd-trunc">{row.namespace}</span>,
  },
  {
    id: 'source',
    header: 'Source',
    width: 112,
    priority: 4,
    sortValue: (row) => row.source,
    cell: (row) => <span className="qd-soft">{connectionSource(row).label}</span>,
  },
  {
    id: 'created_by',
    header: 'Created by',
    width: 148,
    priority: 4,
    sortValue: (row) => row.created_by?.name,
    cell: (row) =>
      row.created_by === null ? <span className="qd-none">—</span> : <span className="qd-trunc">{row.created_by.name}</span>,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 104,
    numeric: true,
    priority: 3,
    narrow: 'hidden',
    sortDescFirst: true,
    sortValue: (row) => row.created_at,
    cell: (row) => <Age time={row.created_at} style="phrase" />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    width: 104,
    numeric: true,
    narrow: 'end',
    sortDescFirst: true,
    sortValue: (row) => row.updated_at,
    cell: (row) => <Age time={row.updated_at} style="phrase" />,
  },
];

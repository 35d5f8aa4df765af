import type { CheckDetail } from '@quarterdeck/contract/health';
import { type Column, DataTable, EmptyState, Link, TechIcon } from '@quarterdeck/ui';
import { type Relationship, relationshipsOf } from './relationships.ts';

const COLUMNS: readonly Column<Relationship>[] = [
  {
    id: 'name',
    header: 'Name',
    narrow: 'main',
    sortValue: (row) => row.name,
    cell: (row) => (
      <span className="qd-cell">
        <TechIcon name={row.icon} />
        <Link className="qd-link" href={row.href}>
          {row.name}
        </Link>
      </span>
    ),
  },
  { id: 'type', header: 'Type', width: 120, narrow: 'end', sortValue: (row) => row.type, cell: (row) => row.type },
];

/** Components and configuration items that the check tells about. */
export function RelationshipsTab({ check }: { check: CheckDetail }) {
  return (
    <DataTable
      label="Relationships"
      layout="fit"
      rows={relationshipsOf(check)}
      columns={COLUMNS}
      rowId={(row) => row.href}
      empty={
        <EmptyState>
          This check is not linked to a component or configuration item. A relationships selector in its spec links it.
        </EmptyState>
      }
    />
  );
}

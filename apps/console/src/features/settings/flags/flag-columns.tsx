import type { PropertyDetail } from '@quarterdeck/client';
import { Age, type Column } from '@quarterdeck/ui';
import { Lock } from 'lucide-react';

const NONE = <span className="qd-none">—</span>;

function SourceCell({ source }: Pick<PropertyDetail, 'source'>) {
  if (source === 'db') return <span className="qd-soft">database</span>;
  return (
    <span className="qd-cell qd-soft" title="From a file of the server">
      <Lock size={14} aria-hidden />
      local
    </span>
  );
}

/** Columns of the list of feature flags. */
export const FLAG_COLUMNS: readonly Column<PropertyDetail>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: 200,
    narrow: 'main',
    sortValue: ({ name }) => name,
    cell: ({ name }) => <code className="qd-trunc qf-name">{name}</code>,
  },
  {
    id: 'value',
    header: 'Value',
    minWidth: 140,
    narrow: 'end',
    sortValue: ({ value }) => value,
    cell: ({ value }) => <code className="qd-trunc">{value}</code>,
  },
  {
    id: 'description',
    header: 'Description',
    minWidth: 140,
    priority: 4,
    sortValue: ({ description }) => description,
    cell: ({ description }) => (description ? <span className="qd-trunc">{description}</span> : NONE),
  },
  {
    id: 'source',
    header: 'Source',
    width: 104,
    priority: 2,
    narrow: 'second',
    sortValue: ({ source }) => source,
    cell: ({ source }) => <SourceCell source={source} />,
  },
  {
    id: 'created_by',
    header: 'Created by',
    width: 140,
    priority: 3,
    sortValue: ({ createdBy }) => createdBy?.name,
    cell: ({ createdBy }) => (createdBy === null ? NONE : <span className="qd-trunc">{createdBy.name}</span>),
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 104,
    numeric: true,
    priority: 4,
    sortDescFirst: true,
    sortValue: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => (createdAt === null ? NONE : <Age time={createdAt} style="phrase" />),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    width: 104,
    numeric: true,
    priority: 3,
    narrow: 'hidden',
    sortDescFirst: true,
    sortValue: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => (updatedAt === null ? NONE : <Age time={updatedAt} style="phrase" />),
  },
];

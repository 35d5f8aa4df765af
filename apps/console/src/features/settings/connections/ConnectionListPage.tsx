import type { Connection } from '@quarterdeck/contract/connections';
import { Button, DataTable, EmptyState, FilterBar, formatNumber, Select, type SortState } from '@quarterdeck/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useDenial } from '../../../lib/permissions.ts';
import { ListHeader } from '../list/ListHeader.tsx';
import { ListSearch } from '../list/ListSearch.tsx';
import { listFailure } from '../list/list-failure.tsx';
import { CONNECTION_COLUMNS } from './connection-columns.tsx';
import { connectionListOptions, MOST_CONNECTIONS, useLiveConnections } from './connection-queries.ts';
import { type ConnectionListSearch, ConnectionListSearchSchema } from './connection-search.ts';
import { TYPE_OPTIONS } from './connection-types.ts';
import { TypeDialog } from './TypeDialog.tsx';
import '../form/form.css';
import './connections.css';

const ANY_TYPE = '';
const TYPES = [{ value: ANY_TYPE, label: 'Any' }, ...TYPE_OPTIONS];
const NEWEST_FIRST = { column: 'created_at', desc: true } as const;

function rowId(row: Connection): string {
  return row.id;
}

/** All connections, newest first. */
export default function ConnectionListPage() {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => ConnectionListSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const denial = useDenial({ resource: 'connections', right: 'write' });
  useLiveConnections();
  const change = (next: Partial<ConnectionListSearch>) => {
    void navigate({ to: '/settings/connections', search: { ...search, ...next } });
  };
  const sort = search.sortBy === undefined ? NEWEST_FIRST : { column: search.sortBy, desc: search.sortDesc === true };
  const { query = '', type } = search;
  const list = useQuery({ ...connectionListOptions({ sort, search: query, type }), placeholderData: keepPreviousData });
  const total = list.data?.total;
  const isFiltered = query !== '' || type !== undefined;

  const onSortChange = (next: SortState | null) => {
    const { sortBy, sortDesc } = ConnectionListSearchSchema.parse({ sortBy: next?.column, sortDesc: next?.desc });
    change({ sortBy, sortDesc: sortDesc || undefined });
  };
  const clear = () => change({ query: undefined, type: undefined });
  const add = (variant: 'primary' | 'outline') => (
    <Button variant={variant} icon={Plus} disabledReason={denial} onClick={() => change({ add: true })}>
      Add connection
    </Button>
  );
  return (
    <>
      <ListHeader title="Connections" count={total} nouns={['connection', 'connections']} actions={add('primary')} />
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <ListSearch label="Search by name, namespace or type" query={query} onChange={(query) => change({ query })} />
        <Select
          label="Type"
          search="Search types"
          value={type ?? ANY_TYPE}
          options={TYPES}
          onChange={(next) => change({ type: next === ANY_TYPE ? undefined : next })}
        />
      </FilterBar>
      <DataTable
        label="Connections"
        primary
        rows={list.data?.rows ?? []}
        columns={CONNECTION_COLUMNS}
        rowId={rowId}
        loading={list.isPending}
        live
        orderKey={`${query}|${type}`}
        sortMode="server"
        sort={sort}
        onSortChange={onSortChange}
        onOpen={(row) => void navigate({ to: '/settings/connections/$id', params: { id: row.id } })}
        replacement={listFailure(list, 'The connections could not be loaded')}
        empty={<NoConnections isFiltered={isFiltered} onClear={clear} add={add('outline')} />}
        footer={
          total !== undefined && total > MOST_CONNECTIONS ? (
            <span className="qd-soft">
              The first {MOST_CONNECTIONS} of {formatNumber(total)} are shown. Search to find the others.
            </span>
          ) : undefined
        }
      />
      <TypeDialog
        open={search.add === true && denial === undefined}
        onClose={() => change({ add: undefined })}
        onPick={(picked) => void navigate({ to: '/settings/connections/new', search: { type: picked } })}
      />
    </>
  );
}

function NoConnections({ isFiltered, onClear, add }: { isFiltered: boolean; onClear(): void; add: ReactNode }) {
  if (isFiltered) {
    return <EmptyState actions={<Button onClick={onClear}>Clear search</Button>}>No connection matches.</EmptyState>;
  }
  return (
    <EmptyState title="No connections yet" actions={add}>
      A connection keeps the address and the login of a system in one place, so that checks and notifications need not hold them.
    </EmptyState>
  );
}

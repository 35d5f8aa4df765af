import type { CanaryListRow } from '@quarterdeck/contract/health';
import { Button, DataTable, EmptyState, FilterBar, Pagination, type SortState } from '@quarterdeck/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useDenial } from '../../../lib/permissions.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { ListHeader } from '../list/ListHeader.tsx';
import { ListSearch } from '../list/ListSearch.tsx';
import { listFailure } from '../list/list-failure.tsx';
import { CANARY_COLUMNS } from './canary-columns.tsx';
import { CANARY_PAGE_SIZE, canaryListOptions } from './canary-queries.ts';
import { type CanaryListSearch, CanaryListSearchSchema } from './canary-search.ts';
import { useLiveCanaries } from './use-live-canaries.ts';
import '../form/form.css';
import './canaries.css';

function rowId(row: CanaryListRow): string {
  return row.id;
}

/** All canaries, newest first. */
export default function CanaryListPage() {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => CanaryListSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const denial = useDenial({ resource: 'canaries', right: 'write' });
  useLiveCanaries();
  const change = (next: Partial<CanaryListSearch>, replace = false) => {
    void navigate({ to: '/settings/canaries', search: { ...search, ...next }, replace });
  };
  const pageIndex = search.pageIndex ?? 0;
  const sort = search.sortBy === undefined ? undefined : { column: search.sortBy, desc: search.sortDesc === true };
  const list = useQuery({
    ...canaryListOptions({ pageIndex, sort, search: search.query ?? '' }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total;
  useLastPage(list, pageIndex, CANARY_PAGE_SIZE, (last) => change({ pageIndex: last || undefined }, true));

  const onSortChange = (next: SortState | null) => {
    const parsed = CanaryListSearchSchema.parse({ sortBy: next?.column, sortDesc: next?.desc });
    change({ sortBy: parsed.sortBy, sortDesc: parsed.sortDesc || undefined, pageIndex: undefined });
  };
  const add = (variant: 'primary' | 'outline') => (
    <Button variant={variant} icon={Plus} disabledReason={denial} href="/settings/canaries/new">
      Add canary
    </Button>
  );
  return (
    <>
      <ListHeader title="Canaries" count={total} nouns={['canary', 'canaries']} actions={add('primary')} />
      <FilterBar onClear={search.query === undefined ? undefined : () => change({ query: undefined, pageIndex: undefined })}>
        <ListSearch
          label="Search by name, namespace, source or schedule"
          query={search.query}
          onChange={(query) => change({ query, pageIndex: undefined })}
        />
      </FilterBar>
      <DataTable
        label="Canaries"
        primary
        rows={list.data?.rows ?? []}
        columns={CANARY_COLUMNS}
        rowId={rowId}
        loading={list.isPending}
        sortMode="server"
        sort={sort ?? { column: 'created_at', desc: true }}
        onSortChange={onSortChange}
        onOpen={(row) => void navigate({ to: '/settings/canaries/$id', params: { id: row.id } })}
        replacement={listFailure(list, 'The canaries could not be loaded')}
        empty={<NoCanaries query={search.query} onClear={() => change({ query: undefined })} add={add('outline')} />}
        footer={
          total !== undefined && total > CANARY_PAGE_SIZE ? (
            <Pagination
              page={pageIndex + 1}
              pageSize={CANARY_PAGE_SIZE}
              total={total}
              onPageChange={(page) => change({ pageIndex: page === 1 ? undefined : page - 1 })}
            />
          ) : undefined
        }
      />
    </>
  );
}

function NoCanaries({ query, onClear, add }: { query: string | undefined; onClear(): void; add: React.ReactNode }) {
  if (query !== undefined) {
    return <EmptyState actions={<Button onClick={onClear}>Clear search</Button>}>No canary matches “{query}”.</EmptyState>;
  }
  return <EmptyState actions={add}>A canary is a schedule and the checks that run on it.</EmptyState>;
}

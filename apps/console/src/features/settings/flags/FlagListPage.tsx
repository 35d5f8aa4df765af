import type { PropertyDetail } from '@quarterdeck/client';
import { Button, DataTable, EmptyState, FilterBar, type SortState } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useDenial } from '../../../lib/permissions.ts';
import { ListHeader } from '../list/ListHeader.tsx';
import { ListSearch } from '../list/ListSearch.tsx';
import { listFailure } from '../list/list-failure.tsx';
import { searchOfSort, sortOf } from '../list/sort-search.ts';
import { FlagPanel } from './FlagPanel.tsx';
import { FLAG_COLUMNS } from './flag-columns.tsx';
import { matchesFlag } from './flag-form.ts';
import { flagsOptions } from './flag-queries.ts';
import { type FlagSearch, FlagSearchSchema } from './flag-search.ts';
import './flags.css';

const BY_NAME: SortState = { column: 'name', desc: false };
const NO_FLAGS: readonly PropertyDetail[] = [];

function rowId({ name }: PropertyDetail): string {
  return name;
}

/** Switches of features and tunables of the server. Source: spec 2 §2. */
export default function FlagListPage() {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => FlagSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const denial = useDenial({ resource: 'feature_flags', right: 'write' });
  const sort = sortOf(search, BY_NAME);
  const list = useQuery(flagsOptions);

  const change = (next: Partial<FlagSearch>) => void navigate({ to: '.', search: { ...search, ...next } });
  const close = () => change({ add: undefined, name: undefined });
  const flags = list.data ?? NO_FLAGS;
  const { query = '' } = search;
  const shown = useMemo(() => flags.filter((flag) => matchesFlag(flag, query)), [flags, query]);
  const opened = flags.find(({ name }) => name === search.name);
  const names = useMemo(() => flags.map(({ name }) => name), [flags]);
  const add = (variant: 'primary' | 'outline') => (
    <Button variant={variant} icon={Plus} disabledReason={denial} onClick={() => change({ add: true, name: undefined })}>
      Add feature flag
    </Button>
  );
  const clear = () => change({ query: undefined });
  return (
    <>
      <ListHeader title="Feature Flags" count={list.data?.length} nouns={['flag', 'flags']} actions={add('primary')} />
      <FilterBar onClear={query === '' ? undefined : clear}>
        <ListSearch label="Search by name, value or description" query={query} onChange={(query) => change({ query })} />
      </FilterBar>
      <DataTable
        label="Feature flags"
        primary
        rows={shown}
        columns={FLAG_COLUMNS}
        rowId={rowId}
        loading={list.isPending}
        selectedId={opened?.name ?? null}
        sort={sort}
        onSortChange={(next) => void navigate({ to: '.', search: { ...search, ...searchOfSort(next, BY_NAME) } })}
        onOpen={({ name }) => change({ name, add: undefined })}
        replacement={listFailure(list, 'The feature flags could not be loaded')}
        empty={
          query === '' ? (
            <EmptyState title="No feature flags yet" actions={add('outline')}>
              Everything is on. A feature flag hides a feature from everybody, or tunes the server.
            </EmptyState>
          ) : (
            <EmptyState actions={<Button onClick={clear}>Clear search</Button>}>No feature flag matches.</EmptyState>
          )
        }
      />
      {opened !== undefined && <FlagPanel key={opened.name} saved={opened} names={names} denial={denial} onClose={close} />}
      {search.add === true && opened === undefined && denial === undefined && (
        <FlagPanel key="" saved={undefined} names={names} denial={denial} onClose={close} />
      )}
    </>
  );
}

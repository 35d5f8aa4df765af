import type { AccessToken } from '@quarterdeck/contract/identity';
import { Button, ConfirmDialog, DataTable, EmptyState, FilterBar, SegmentedControl, type SortState } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCan } from '../../../lib/permissions.ts';
import { useSession } from '../../../lib/session.ts';
import { ListHeader } from '../list/ListHeader.tsx';
import { listFailure } from '../list/list-failure.tsx';
import { searchOfSort, sortOf } from '../list/sort-search.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { tokenColumns } from './token-columns.tsx';
import { tokensOptions, useRevokeToken } from './token-queries.ts';
import { type TokenSearch, TokenSearchSchema } from './token-search.ts';
import '../form/form.css';

const WHOSE = [
  { value: 'own', label: 'Mine' },
  { value: 'all', label: 'Everybody' },
] as const;

const NEWEST_FIRST: SortState = { column: 'created_at', desc: true };

function rowId({ id }: AccessToken): string {
  return id;
}

/** Access tokens: one's own, and for administrators those of everybody. */
export default function TokenListPage() {
  const searched: unknown = useSearch({ strict: false });
  const search = useMemo(() => TokenSearchSchema.parse(searched), [searched]);
  const navigate = useNavigate();
  const { role } = useSession();
  const mayRevokeAll = useCan({ resource: 'identities', right: 'write' });
  const all = search.all === true && mayRevokeAll;
  const sort = sortOf(search, NEWEST_FIRST);
  const [revoked, setRevoked] = useState<AccessToken>();
  const list = useQuery(tokensOptions(all));
  const revoke = useRevokeToken();
  const columns = useMemo(() => tokenColumns({ withOwner: all, onRevoke: setRevoked }), [all]);

  const change = (next: Partial<TokenSearch>) => void navigate({ to: '.', search: { ...search, ...next } });
  const tokens = list.data ?? [];
  const add = (variant: 'primary' | 'outline') => (
    <Button variant={variant} icon={Plus} onClick={() => change({ add: true })}>
      Create token
    </Button>
  );
  return (
    <>
      <ListHeader title="Access Tokens" count={list.data?.length} nouns={['token', 'tokens']} actions={add('primary')} />
      {mayRevokeAll && (
        <FilterBar>
          <SegmentedControl
            label="Whose tokens"
            value={all ? 'all' : 'own'}
            options={WHOSE}
            onChange={(whose) => change({ all: whose === 'all' ? true : undefined })}
          />
        </FilterBar>
      )}
      <DataTable
        label="Access tokens"
        primary
        rows={tokens}
        columns={columns}
        rowId={rowId}
        loading={list.isPending}
        sort={sort}
        onSortChange={(next) => void navigate({ to: '.', search: { ...search, ...searchOfSort(next, NEWEST_FIRST) } })}
        replacement={listFailure(list, 'The access tokens could not be loaded')}
        empty={
          <EmptyState title="No access tokens" actions={add('outline')}>
            A token lets a program call this server with your rights, without your password.
          </EmptyState>
        }
      />
      {search.add === true && <CreateTokenDialog isAdministrator={role === 'admin'} onClose={() => change({ add: undefined })} />}
      {revoked !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setRevoked(undefined)}
          title="Revoke access token"
          confirmLabel="Revoke"
          onConfirm={() => revoke.mutateAsync(revoked)}
        >
          What calls with <b>{revoked.name}</b> is refused from now on.
        </ConfirmDialog>
      )}
    </>
  );
}

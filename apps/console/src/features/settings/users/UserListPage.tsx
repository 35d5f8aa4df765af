import type { User } from '@quarterdeck/client';
import { ROLES, strongestRole } from '@quarterdeck/contract/access';
import { Button, ConfirmDialog, DataTable, EmptyState, FilterBar, Select, type SortState } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useDenial } from '../../../lib/permissions.ts';
import { useSession } from '../../../lib/session.ts';
import { ListHeader } from '../list/ListHeader.tsx';
import { ListSearch } from '../list/ListSearch.tsx';
import { listFailure } from '../list/list-failure.tsx';
import { searchOfSort, sortOf } from '../list/sort-search.ts';
import { InvitationDialog, type Invited } from './InvitationDialog.tsx';
import { EditUserDialog, InviteDialog } from './UserDialog.tsx';
import { userColumns } from './user-columns.tsx';
import { fullName } from './user-form.ts';
import { useDeleteUser, useLiveUsers, usersOptions } from './user-queries.ts';
import { type UserSearch, UserSearchSchema } from './user-search.ts';
import '../form/form.css';

const ANY_ROLE = '';
const ROLE_FILTER = [{ value: ANY_ROLE, label: 'Any' }, ...ROLES.map((role) => ({ value: role, label: role }))];
const BY_NAME: SortState = { column: 'name', desc: false };
const NO_USERS: readonly User[] = [];

function rowId({ id }: User): string {
  return id;
}

function isWanted(user: User, { query = '', role }: UserSearch): boolean {
  if (role !== undefined && strongestRole(user.roles) !== role) return false;
  return `${fullName(user)} ${user.email}`.toLowerCase().includes(query.trim().toLowerCase());
}

/** Everybody who can sign in. Source: spec 3 §2.12. */
export default function UserListPage() {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => UserSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const { person } = useSession();
  const denial = useDenial({ resource: 'identities', right: 'write' });
  const [deleted, setDeleted] = useState<User>();
  const [invited, setInvited] = useState<Invited>();
  const sort = sortOf(search, BY_NAME);
  const list = useQuery(usersOptions);
  const remove = useDeleteUser();
  useLiveUsers();

  const change = (next: Partial<UserSearch>) => void navigate({ to: '.', search: { ...search, ...next } });
  const openForm = (id: string | undefined) => void navigate({ to: '.', search: (before: UserSearch) => ({ ...before, id }) });
  const columns = useMemo(
    () =>
      userColumns({
        denial,
        ownId: person.id,
        onEdit: ({ id }) => void navigate({ to: '.', search: (before: UserSearch) => ({ ...before, id }) }),
        onDelete: setDeleted,
      }),
    [denial, person.id, navigate],
  );
  const users = list.data ?? NO_USERS;
  const shown = useMemo(() => users.filter((user) => isWanted(user, search)), [users, search]);
  const edited = denial === undefined ? users.find(({ id }) => id === search.id) : undefined;
  const isFiltered = search.query !== undefined || search.role !== undefined;
  const clear = () => change({ query: undefined, role: undefined });
  const invite = (variant: 'primary' | 'outline') => (
    <Button variant={variant} icon={UserPlus} disabledReason={denial} onClick={() => change({ invite: true })}>
      Invite User
    </Button>
  );
  return (
    <>
      <ListHeader title="Users" count={list.data?.length} nouns={['user', 'users']} actions={invite('primary')} />
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <ListSearch label="Search by name or email" width={280} query={search.query} onChange={(query) => change({ query })} />
        <Select
          label="Role"
          value={search.role ?? ANY_ROLE}
          options={ROLE_FILTER}
          onChange={(role) => change({ role: ROLES.find((known) => known === role) })}
        />
      </FilterBar>
      <DataTable
        label="Users"
        primary
        rows={shown}
        columns={columns}
        rowId={rowId}
        loading={list.isPending}
        sort={sort}
        onSortChange={(next) => void navigate({ to: '.', search: { ...search, ...searchOfSort(next, BY_NAME) } })}
        onOpen={denial === undefined ? ({ id }) => openForm(id) : undefined}
        replacement={listFailure(list, 'The users could not be loaded')}
        empty={
          isFiltered ? (
            <EmptyState actions={<Button onClick={clear}>Clear search</Button>}>Nobody matches.</EmptyState>
          ) : (
            <EmptyState title="No users yet" actions={invite('outline')}>
              Invite those who watch the checks and work on incidents.
            </EmptyState>
          )
        }
      />
      {search.invite === true && denial === undefined && (
        <InviteDialog
          onClose={() => change({ invite: undefined })}
          onInvited={(email, invitation) => {
            change({ invite: undefined });
            setInvited({ email, ...invitation });
          }}
        />
      )}
      {invited !== undefined && <InvitationDialog invited={invited} onClose={() => setInvited(undefined)} />}
      {edited !== undefined && (
        <EditUserDialog key={edited.id} user={edited} isOwn={edited.id === person.id} onClose={() => openForm(undefined)} />
      )}
      {deleted !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setDeleted(undefined)}
          title="Delete user"
          confirmLabel="Delete"
          onConfirm={() => remove.mutateAsync(deleted)}
        >
          <b>{fullName(deleted)}</b> is signed out everywhere and cannot sign in again. What they made stays.
        </ConfirmDialog>
      )}
    </>
  );
}

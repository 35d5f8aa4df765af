import type { User } from '@quarterdeck/client';
import { strongestRole } from '@quarterdeck/contract/access';
import { Age, Avatar, type Column, IconButton, Menu } from '@quarterdeck/ui';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { fullName } from './user-form.ts';

export interface UserActions {
  /** Why users cannot be changed; undefined when they can. */
  readonly denial: string | undefined;
  /** The person who looks. */
  readonly ownId: string;
  onEdit(user: User): void;
  onDelete(user: User): void;
}

function RowMenu({ user, actions }: { user: User; actions: UserActions }) {
  const { denial, ownId, onEdit, onDelete } = actions;
  return (
    <Menu
      align="end"
      trigger={<IconButton size="s" icon={Ellipsis} label={`Actions on ${fullName(user)}`} tooltip={false} />}
      items={[
        { label: 'Edit', icon: Pencil, disabledReason: denial, onSelect: () => onEdit(user) },
        {
          label: 'Delete',
          icon: Trash2,
          danger: true,
          disabledReason: denial ?? (user.id === ownId ? 'This is you' : undefined),
          onSelect: () => onDelete(user),
        },
      ]}
    />
  );
}

/** Columns of the list of users. */
export function userColumns(actions: UserActions): readonly Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      minWidth: 160,
      narrow: 'main',
      sortValue: fullName,
      cell: (user) => (
        <span className="qd-cell">
          <Avatar name={fullName(user)} />
          <span className="qd-trunc qs-strong">{fullName(user)}</span>
          {user.id === actions.ownId && <span className="qd-soft">you</span>}
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      minWidth: 180,
      priority: 2,
      narrow: 'second',
      sortValue: ({ email }) => email,
      cell: ({ email }) => <span className="qd-trunc">{email}</span>,
    },
    {
      id: 'role',
      header: 'Roles',
      width: 160,
      priority: 3,
      sortValue: ({ roles }) => strongestRole(roles),
      exportValue: ({ roles }) => roles.join(' '),
      cell: ({ roles }) =>
        roles.length === 0 ? (
          <span className="qd-soft" title="Somebody without a role is a viewer">
            viewer
          </span>
        ) : (
          <span className="qd-trunc">{roles.join(', ')}</span>
        ),
    },
    {
      id: 'state',
      header: 'State',
      width: 96,
      priority: 3,
      sortValue: ({ isActive }) => (isActive ? 'active' : 'inactive'),
      cell: ({ isActive }) => (isActive ? <span className="qd-soft">active</span> : <span>inactive</span>),
    },
    {
      id: 'created',
      header: 'Created',
      width: 108,
      numeric: true,
      priority: 4,
      sortDescFirst: true,
      sortValue: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Age time={createdAt} style="phrase" />,
    },
    {
      id: 'last-sign-in',
      header: 'Last sign-in',
      width: 120,
      numeric: true,
      priority: 4,
      sortDescFirst: true,
      sortValue: ({ lastSignInAt }) => lastSignInAt,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? <span className="qd-none">never</span> : <Age time={lastSignInAt} style="phrase" />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      width: 52,
      hideable: false,
      narrow: 'end',
      cell: (user) => <RowMenu user={user} actions={actions} />,
    },
  ];
}

import type { AccessToken } from '@quarterdeck/contract/identity';
import { Age, Badge, Button, type Column, formatUtc } from '@quarterdeck/ui';

function Expiry({ at }: { at: string | null }) {
  if (at === null) {
    return (
      <span className="qd-soft">
        <span className="qs-narrow-only">expires </span>never
      </span>
    );
  }
  const leftMs = Date.parse(at) - Date.now();
  if (leftMs <= 0) return <Badge tone="unhealthy">expired</Badge>;
  return (
    <span title={formatUtc(at)}>
      <span className="qs-narrow-only">expires </span>
      {at.slice(0, 10)}
    </span>
  );
}

function LastUse({ at, from }: { at: string | null; from: string | null }) {
  if (at === null) return <span className="qd-none">never</span>;
  return (
    <span className="qd-trunc" title={from === null ? undefined : `from ${from}`}>
      <Age time={at} style="phrase" />
    </span>
  );
}

const OWNER: Column<AccessToken> = {
  id: 'person',
  header: 'Person',
  width: 180,
  priority: 2,
  narrow: 'second',
  sortValue: ({ person }) => person.name,
  cell: ({ person }) => (
    <span className="qd-trunc">
      {person.name}
      {person.type === 'agent' && <span className="qd-soft"> agent</span>}
    </span>
  ),
};

/** Columns of the list of access tokens; `withOwner` where they are those of everybody. */
export function tokenColumns({ withOwner, onRevoke }: { withOwner: boolean; onRevoke(token: AccessToken): void }) {
  const columns: Column<AccessToken>[] = [
    {
      id: 'name',
      header: 'Name',
      minWidth: 160,
      narrow: 'main',
      sortValue: ({ name }) => name,
      cell: ({ name }) => <span className="qd-trunc qs-strong">{name}</span>,
    },
    ...(withOwner ? [OWNER] : []),
    {
      id: 'created_at',
      header: 'Created',
      width: 112,
      numeric: true,
      priority: 3,
      sortDescFirst: true,
      sortValue: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Age time={created_at} style="phrase" />,
    },
    {
      id: 'expires_at',
      header: 'Expires',
      width: 112,
      numeric: true,
      priority: 2,
      narrow: withOwner ? 'hidden' : 'second',
      sortValue: ({ expires_at }) => expires_at,
      cell: ({ expires_at }) => <Expiry at={expires_at} />,
    },
    {
      id: 'last_used_at',
      header: 'Last used',
      width: 112,
      numeric: true,
      priority: 3,
      sortDescFirst: true,
      sortValue: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at, last_used_from }) => <LastUse at={last_used_at} from={last_used_from} />,
    },
    {
      id: 'last_used_from',
      header: 'From',
      width: 132,
      priority: 4,
      sortValue: ({ last_used_from }) => last_used_from,
      cell: ({ last_used_from }) =>
        last_used_from === null ? <span className="qd-none">—</span> : <code className="qd-trunc">{last_used_from}</code>,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      width: 92,
      hideable: false,
      narrow: 'end',
      cell: (token) => (
        <Button size="s" variant="ghost" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      ),
    },
  ];
  return columns;
}

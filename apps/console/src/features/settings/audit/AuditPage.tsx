import { auditExportHref } from '@quarterdeck/client';
import { AUDIT_PAGE_SIZE, type AuditEvent } from '@quarterdeck/contract/audit';
import { Button, DataTable, EmptyState, Pagination } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { ListHeader } from '../list/ListHeader.tsx';
import { listFailure } from '../list/list-failure.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { auditOptions } from './audit-queries.ts';
import { type AuditSearch, AuditSearchSchema, filterOf, isFiltered, NO_FILTER } from './audit-search.ts';
import '../form/form.css';
import './audit.css';

function rowId({ id }: AuditEvent): string {
  return id;
}

/** Who did what to which resource, when, from where. */
export default function AuditPage() {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => AuditSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const list = useQuery(auditOptions(search));
  const total = list.data?.total;
  const pageIndex = search.pageIndex ?? 0;
  const rows = list.data?.rows ?? [];
  const opened = rows.find(({ id }) => id === search.id);

  const change = (next: Partial<AuditSearch>) => void navigate({ to: '.', search: { ...search, ...next } });
  return (
    <>
      <ListHeader
        title="Audit"
        count={total}
        nouns={['event', 'events']}
        actions={
          <Button
            icon={Download}
            disabledReason={total === 0 ? 'There is nothing to export' : undefined}
            onClick={() => location.assign(auditExportHref(filterOf(search, new Date())))}
          >
            Export CSV
          </Button>
        }
      />
      <AuditFilters search={search} onChange={change} />
      <DataTable
        label="Events"
        primary
        rows={rows}
        columns={AUDIT_COLUMNS}
        rowId={rowId}
        loading={list.isPending}
        sortMode="server"
        selectedId={opened?.id ?? null}
        onOpen={({ id }) => change({ id })}
        replacement={listFailure(list, 'The audit could not be loaded')}
        empty={
          isFiltered(search) ? (
            <EmptyState actions={<Button onClick={() => change(NO_FILTER)}>Clear filters</Button>}>
              Nothing like that was done in this time.
            </EmptyState>
          ) : (
            <EmptyState>Nothing was changed and nobody signed in in this time.</EmptyState>
          )
        }
        footer={
          total !== undefined && total > AUDIT_PAGE_SIZE ? (
            <Pagination
              page={pageIndex + 1}
              pageSize={AUDIT_PAGE_SIZE}
              total={total}
              onPageChange={(page) => change({ pageIndex: page === 1 ? undefined : page - 1 })}
            />
          ) : undefined
        }
      />
      {opened !== undefined && <AuditPanel event={opened} onClose={() => change({ id: undefined })} />}
    </>
  );
}

import { ClientError } from '@quarterdeck/client';
import { Button, EmptyState, ErrorState, PageHeader, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { errorView } from '../../../lib/error-view.ts';
import { usePageName } from '../../../lib/page-name.ts';
import { ConnectionEditorView } from './ConnectionEditorView.tsx';
import { connectionOptions } from './connection-queries.ts';
import { kindOfType } from './connection-types.ts';
import '../form/form.css';
import './connections.css';

/** One saved connection: look at it, change it, test it, delete it. */
export default function ConnectionPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(connectionOptions(id));
  const row = query.data;
  usePageName(row?.name);
  if (row !== undefined) return <ConnectionEditorView key={row.id} kind={kindOfType(row.type)} saved={row} />;
  if (query.isPending) return <FormSkeleton />;
  const isMissing = query.error instanceof ClientError && query.error.code === 'CONNECTION_NOT_FOUND';
  return (
    <>
      <PageHeader title="Connection" />
      {isMissing ? (
        <EmptyState title="No resources found" actions={<Button href="/settings/connections">All connections</Button>}>
          There is no connection with this id. It may have been deleted.
        </EmptyState>
      ) : (
        <ErrorState {...errorView('The connection could not be loaded', query.error)} onRetry={query.refetch} />
      )}
    </>
  );
}

function FormSkeleton() {
  return (
    <div className="qs-form" role="status" aria-label="Loading the connection">
      <Skeleton width={220} height={20} />
      <div className="qs-fields qs-two">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
      <Skeleton height={48} />
      <Skeleton height={48} />
      <Skeleton height={48} />
    </div>
  );
}

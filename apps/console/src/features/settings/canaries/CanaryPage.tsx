import { ClientError } from '@quarterdeck/client';
import { Button, EmptyState, ErrorState, PageHeader, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { usePageName } from '../../../lib/page-name.ts';
import { CanaryEditorView } from './CanaryEditorView.tsx';
import { canaryOptions } from './canary-queries.ts';
import { CanaryEditorSearchSchema } from './canary-search.ts';
import { canaryText } from './canary-text.ts';
import '../form/form.css';
import './canaries.css';

/** One saved canary: look at it, change it, try it, delete it. */
export default function CanaryPage() {
  const { id = '' } = useParams({ strict: false });
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => CanaryEditorSearchSchema.parse(all), [all]);
  const query = useQuery(canaryOptions(id));
  const row = query.data;
  usePageName(row?.name);
  if (row !== undefined) return <CanaryEditorView key={row.id} saved={row} startText={canaryText(row)} search={search} />;
  if (query.isPending) return <EditorSkeleton />;
  const isMissing = query.error instanceof ClientError && query.error.code === 'CANARY_NOT_FOUND';
  return (
    <>
      <PageHeader title="Canary" />
      {isMissing ? (
        <EmptyState title="No resources found" actions={<Button href="/settings/canaries">All canaries</Button>}>
          There is no canary with this id. It may have been deleted.
        </EmptyState>
      ) : (
        <ErrorState {...errorView('The canary could not be loaded', query.error)} onRetry={query.refetch} />
      )}
    </>
  );
}

function EditorSkeleton() {
  return (
    <div className="qs-form" role="status" aria-label="Loading the canary">
      <Skeleton width={220} height={20} />
      <div className="qs-fields qs-two">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
      <Skeleton height={48} />
      <Skeleton height={160} />
    </div>
  );
}

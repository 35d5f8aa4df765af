import { Button, EmptyState, ErrorState, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { CanaryEditorView } from './CanaryEditorView.tsx';
import { canaryOptions } from './canary-queries.ts';
import { CanaryEditorSearchSchema } from './canary-search.ts';
import { canaryText } from './canary-text.ts';
import './canaries.css';

/** One saved canary: look at it, change it, try it, delete it. */
export default function CanaryPage() {
  const { id = '' } = useParams({ strict: false });
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => CanaryEditorSearchSchema.parse(all), [all]);
  const query = useQuery(canaryOptions(id));
  const row = query.data;
  if (row !== undefined) return <CanaryEditorView key={row.id} saved={row} startText={canaryText(row)} search={search} />;
  if (query.isPending) return <EditorSkeleton />;
  const view = errorView('The canary could not be loaded', query.error);
  if (query.error.message === 'Canary not found') {
    return (
      <EmptyState title="No resources found" actions={<Button href="/settings/canaries">All canaries</Button>}>
        There is no canary with this id. It may have been deleted.
      </EmptyState>
    );
  }
  return <ErrorState {...view} onRetry={query.refetch} />;
}

function EditorSkeleton() {
  return (
    <div className="qc-form" role="status" aria-label="Loading the canary">
      <Skeleton width={220} height={20} />
      <div className="qc-fields qc-two">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
      <Skeleton height={48} />
      <Skeleton height={160} />
    </div>
  );
}

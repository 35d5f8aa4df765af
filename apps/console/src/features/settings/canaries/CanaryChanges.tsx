import { EmptyState } from '@quarterdeck/ui';
import { DiffView } from '@quarterdeck/ui/editor';

/** The saved definition against the text as it stands. */
export default function CanaryChanges({ before, after }: { before: string; after: string }) {
  if (before === after) return <EmptyState title="No changes">The definition is as it was saved.</EmptyState>;
  return <DiffView before={before} after={after} />;
}

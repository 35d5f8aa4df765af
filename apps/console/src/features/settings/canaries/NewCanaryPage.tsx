import { findKindChoice } from '@quarterdeck/integrations/spec';
import { Button, PageHeader } from '@quarterdeck/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileCode } from 'lucide-react';
import { useMemo } from 'react';
import { CanaryEditorView } from './CanaryEditorView.tsx';
import { CanaryNewSearchSchema } from './canary-search.ts';
import { emptyCanaryText, newCanaryText } from './canary-text.ts';
import { KindPicker } from './KindPicker.tsx';
import '../form/form.css';
import './canaries.css';

/** Begins a definition: first the kind of its first check, then the editor. */
export default function NewCanaryPage() {
  const all: unknown = useSearch({ strict: false });
  const search = useMemo(() => CanaryNewSearchSchema.parse(all), [all]);
  const navigate = useNavigate();
  const kind = search.kind === undefined ? undefined : findKindChoice(search.kind);
  if (kind === undefined && search.view !== 'yaml') {
    return (
      <>
        <PageHeader
          title="New canary"
          actions={
            <Button icon={FileCode} href="/settings/canaries/new?view=yaml">
              Start from YAML
            </Button>
          }
        />
        <div className="qc-new">
          <p className="qd-soft">What should it check? More checks can be added afterwards.</p>
          <KindPicker onPick={({ id }) => void navigate({ to: '/settings/canaries/new', search: { kind: id } })} />
        </div>
      </>
    );
  }
  const text = kind === undefined ? emptyCanaryText() : newCanaryText(kind);
  return <CanaryEditorView key={kind?.id ?? 'yaml'} saved={undefined} startText={text} search={search} />;
}

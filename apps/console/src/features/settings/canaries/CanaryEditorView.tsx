import type { CanaryRow } from '@quarterdeck/contract/health';
import { Badge, Button, Callout, ConfirmDialog, PageHeader, TabPanel, Tabs, useShortcut } from '@quarterdeck/ui';
import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, Lock, Save, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { CanaryForm } from './CanaryForm.tsx';
import type { CanaryEditorSearch, EditorView } from './canary-search.ts';
import { sourceView } from './canary-source.ts';
import { canaryText } from './canary-text.ts';
import { IssueList } from './IssueList.tsx';
import { hasErrors } from './spec-issues.ts';
import { TryPanel } from './TryPanel.tsx';
import { useCanaryEditor } from './use-canary-editor.ts';
import { useDeleteCanary, useSaveCanary } from './use-save-canary.ts';
import { useTryIt } from './use-try-it.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

const CanaryYaml = lazy(() => import('./CanaryYaml.tsx'));
const CanaryChanges = lazy(() => import('./CanaryChanges.tsx'));

export interface CanaryEditorViewProps {
  /** The canary as it stands on the server; undefined for a new one. */
  saved: CanaryRow | undefined;
  /** The text to begin with. */
  startText: string;
  search: CanaryEditorSearch;
}

const TABS_ID = 'canary-views';

function viewOf(id: string): EditorView | undefined {
  return id === 'yaml' || id === 'changes' ? id : undefined;
}

/** The editor of one definition: form, YAML and changes of one text, with a dry run beside it. */
export function CanaryEditorView({ saved, startText, search }: CanaryEditorViewProps) {
  const navigate = useNavigate();
  const editor = useCanaryEditor(startText, saved);
  const tryIt = useTryIt();
  const isLeaving = useRef(false);
  const source = sourceView(saved?.source ?? null);
  const isReadOnly = source.readOnlyReason !== undefined;
  const guard = useUnsavedGuard(() => isLeaving.current || !editor.isChanged);
  const show = (view: EditorView | undefined, line?: number) => {
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, view, line }), replace: true });
  };
  const leaveTo = (id: string | undefined) => {
    isLeaving.current = true;
    const target = id === undefined ? { to: '/settings/canaries' } : { to: '/settings/canaries/$id', params: { id } };
    void navigate(target);
  };
  const save = useSaveCanary({
    editor,
    saved,
    onSaved: (written, text) => {
      editor.markSaved(text);
      if (saved === undefined) leaveTo(written.id);
    },
  });
  const remove = useDeleteCanary(() => leaveTo(undefined));
  const errors = editor.issues.filter(({ severity }) => severity === 'error');
  const submit = () => {
    editor.showAllProblems();
    if (hasErrors(editor.issues)) {
      // The marks appear with the next paint.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.qc-form-side [aria-invalid="true"]')?.focus());
      return;
    }
    save.mutate(editor.text);
  };
  const tryNow = async () => {
    const { text } = editor;
    editor.reportIssues(await tryIt.run(text), text);
  };
  useShortcut('Mod+s', submit, { description: 'Save', enabled: !isReadOnly && !save.isPending });

  const view: EditorView = search.view ?? 'form';
  const title = editor.document.name === '' ? 'New canary' : editor.document.name;
  return (
    <>
      <PageHeader
        title={saved?.name ?? title}
        actions={
          <>
            {saved !== undefined && !isReadOnly && (
              <Button variant="danger" icon={Trash2} loading={remove.isPending} onClick={() => remove.mutate(saved)}>
                Delete
              </Button>
            )}
            <Button
              icon={FlaskConical}
              loading={tryIt.state.kind === 'running'}
              disabledReason={editor.document.problems.length > 0 ? 'The YAML cannot be read' : undefined}
              onClick={() => void tryNow()}
            >
              Try it
            </Button>
            {!isReadOnly && (
              <Button
                variant="primary"
                icon={Save}
                loading={save.isPending}
                disabledReason={saved !== undefined && !editor.isChanged ? 'Nothing was changed' : undefined}
                onClick={submit}
              >
                {saved === undefined ? 'Save' : 'Update'}
              </Button>
            )}
          </>
        }
      >
        {isReadOnly && (
          <Badge icon={Lock} tone="line">
            Read-only
          </Badge>
        )}
        {!isReadOnly && editor.isChanged && <Badge tone="accent">Unsaved changes</Badge>}
      </PageHeader>
      {source.readOnlyReason !== undefined && (
        <div className="qc-notice">
          <Callout icon={Lock}>{source.readOnlyReason}</Callout>
        </div>
      )}
      <Tabs
        id={TABS_ID}
        label="Definition"
        value={view}
        items={[
          { id: 'form', label: 'Form' },
          { id: 'yaml', label: 'YAML', glyph: errors.length > 0 && editor.showsAll ? 'unhealthy' : undefined },
          ...(saved === undefined ? [] : [{ id: 'changes', label: 'Changes' }]),
        ]}
        onChange={(id) => show(viewOf(id))}
      />
      {editor.showsAll && errors.length > 0 && <IssueList issues={errors} onOpenLine={(line) => show('yaml', line)} />}
      <TabPanel id={TABS_ID} tab={view} className="qc-view">
        {view === 'form' && (
          <CanaryForm editor={editor} isReadOnly={isReadOnly} isSaved={saved !== undefined} onShowYaml={() => show('yaml')} />
        )}
        <Suspense fallback={null}>
          {view === 'yaml' && <CanaryYaml editor={editor} isReadOnly={isReadOnly} line={search.line} onSave={submit} />}
          {view === 'changes' && saved !== undefined && <CanaryChanges before={canaryText(saved)} after={editor.text} />}
        </Suspense>
      </TabPanel>
      <TryPanel tryIt={tryIt} onAgain={() => void tryNow()} />
      <ConfirmDialog
        open={guard.isAsking}
        onClose={guard.stay}
        title="Leave without saving?"
        confirmLabel="Discard changes"
        onConfirm={guard.leave}
      >
        The changes to {title} are lost.
      </ConfirmDialog>
    </>
  );
}

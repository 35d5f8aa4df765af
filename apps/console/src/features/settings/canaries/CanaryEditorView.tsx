import type { CanaryRow } from '@quarterdeck/contract/health';
import { ConfirmDialog, lazyPart, TabPanel, Tabs, useShortcut } from '@quarterdeck/ui';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { LatePart } from '../../../lib/LatePart.tsx';
import { useDenial } from '../../../lib/permissions.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { CanaryForm } from './CanaryForm.tsx';
import type { CanaryEditorSearch, EditorView } from './canary-search.ts';
import { sourceView } from './canary-source.ts';
import { canaryText } from './canary-text.ts';
import { EditorHead } from './EditorHead.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { IssueList } from './IssueList.tsx';
import { hasErrors } from './spec-issues.ts';
import { TryPanel } from './TryPanel.tsx';
import { useCanaryEditor } from './use-canary-editor.ts';
import { useDeleteCanary, useRestoreCanary, useSaveCanary } from './use-save-canary.ts';
import { useSavedCanary } from './use-saved-canary.ts';
import { useTryIt } from './use-try-it.ts';

const CanaryYaml = lazyPart(async () => (await import('./CanaryYaml.tsx')).default);
const CanaryChanges = lazyPart(async () => (await import('./CanaryChanges.tsx')).default);

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
  const source = sourceView(saved?.source ?? null, saved?.agent_id);
  const isDeleted = saved !== undefined && saved.deleted_at !== null;
  const denial = useDenial({ resource: 'canaries', right: 'write' });
  const isReadOnly = source.readOnlyReason !== undefined || isDeleted || denial !== undefined;
  const known = useSavedCanary(saved, editor);
  const restore = useRestoreCanary();
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
    onSaved: (row, text) => {
      editor.markSaved(text);
      known.accept(row);
      if (saved === undefined) leaveTo(row.id);
    },
  });
  const remove = useDeleteCanary(() => leaveTo(undefined));
  const errors = editor.issues.filter(({ severity }) => severity === 'error');
  const submit = () => {
    if (isReadOnly || save.isPending) return;
    editor.showAllProblems();
    if (hasErrors(editor.issues)) {
      // The marks appear with the next paint.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.qs-form-side [aria-invalid="true"]')?.focus());
      return;
    }
    save.mutate(editor.text);
  };
  const tryNow = async () => {
    const { text } = editor;
    editor.reportIssues(await tryIt.run(text), text);
  };
  useShortcut('Mod+s', submit, { description: 'Save', enabled: !isReadOnly });

  const view: EditorView = search.view ?? 'form';
  const title = editor.document.name === '' ? 'New canary' : editor.document.name;
  return (
    <>
      <EditorHead
        title={saved?.name ?? title}
        isNew={saved === undefined}
        isReadOnly={isReadOnly}
        isChanged={editor.isChanged}
        tryProblem={denial ?? (editor.document.problems.length === 0 ? undefined : 'The YAML cannot be read')}
        isTrying={tryIt.state.kind === 'running'}
        isSaving={save.isPending}
        isDeleting={remove.isPending}
        onTry={() => void tryNow()}
        onSave={submit}
        onDelete={saved === undefined ? undefined : () => remove.mutate(saved)}
      />
      <EditorNotices
        readOnlyReason={isDeleted ? undefined : (source.readOnlyReason ?? denial)}
        deleted={isDeleted ? { denial, isRestoring: restore.isPending, onRestore: () => restore.mutate(saved) } : undefined}
        known={known}
      />
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
      <TabPanel id={TABS_ID} tab={view} className="qs-view">
        {view === 'form' && (
          <CanaryForm editor={editor} isReadOnly={isReadOnly} isSaved={saved !== undefined} onShowYaml={() => show('yaml')} />
        )}
        <LatePart key={view}>
          {view === 'yaml' && <CanaryYaml editor={editor} isReadOnly={isReadOnly} line={search.line} onSave={submit} />}
          {view === 'changes' && saved !== undefined && <CanaryChanges before={canaryText(saved)} after={editor.text} />}
        </LatePart>
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

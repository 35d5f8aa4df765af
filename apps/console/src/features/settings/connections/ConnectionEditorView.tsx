import type { Connection } from '@quarterdeck/contract/connections';
import type { ConnectionKind } from '@quarterdeck/integrations/connections';
import { ConfirmDialog, useShortcut } from '@quarterdeck/ui';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useDenial } from '../../../lib/permissions.ts';
import { SettingsFormContext } from '../form/form-context.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.ts';
import { ConnectionAside } from './ConnectionAside.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionHead } from './ConnectionHead.tsx';
import { ConnectionNotices } from './ConnectionNotices.tsx';
import { connectionSource } from './connection-source.ts';
import { TestDialog } from './TestDialog.tsx';
import { useConnectionEditor } from './use-connection-editor.ts';
import { useDeleteConnection, useSaveConnection } from './use-save-connection.ts';
import { useSavedConnection } from './use-saved-connection.ts';
import { useTestConnection } from './use-test-connection.ts';

export interface ConnectionEditorViewProps {
  kind: ConnectionKind;
  /** The connection as it stands on the server; undefined for a new one. */
  saved: Connection | undefined;
}

/** Brings the first problem into view; the marks appear with the next paint. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.qk-form [aria-invalid="true"]')?.focus());
}

/** The form of one connection, new or saved. */
export function ConnectionEditorView({ kind, saved }: ConnectionEditorViewProps) {
  const navigate = useNavigate();
  const source = saved === undefined ? undefined : connectionSource(saved);
  const denial = useDenial({ resource: 'connections', right: 'write' });
  const isReadOnly = source?.readOnlyReason !== undefined || denial !== undefined;
  const editor = useConnectionEditor(kind, saved, isReadOnly);
  const known = useSavedConnection(saved, editor);
  const test = useTestConnection(editor, saved);
  const isLeaving = useRef(false);
  const guard = useUnsavedGuard(() => isLeaving.current || isReadOnly || !editor.isChanged);
  const [isDeleting, setDeleting] = useState(false);

  const leaveTo = (id: string | undefined) => {
    isLeaving.current = true;
    void navigate(
      id === undefined ? { to: '/settings/connections' } : { to: '/settings/connections/$id', params: { id }, replace: true },
    );
  };
  const save = useSaveConnection({
    editor,
    saved,
    onSaved: (row) => (saved === undefined ? leaveTo(row.id) : known.accept(row)),
  });
  const remove = useDeleteConnection(() => leaveTo(undefined));
  const submit = () => {
    if (isReadOnly || save.isPending) return;
    if (editor.problems.size > 0) {
      editor.showAllProblems();
      focusFirstProblem();
    } else if (saved === undefined || editor.isChanged) save.mutate();
  };
  const runTest = () => {
    // A name is nothing that a test needs.
    if ([...editor.problems.keys()].some((field) => field !== 'name' && field !== 'namespace')) {
      editor.showAllProblems();
      focusFirstProblem();
    } else void test.run();
  };
  useShortcut('Mod+s', submit, { description: 'Save', enabled: !isReadOnly });

  return (
    <>
      <ConnectionHead
        title={saved?.name ?? `New ${kind.title} connection`}
        kind={kind}
        isNew={saved === undefined}
        isReadOnly={isReadOnly}
        isChanged={editor.isChanged}
        denial={denial}
        isTesting={test.state.kind === 'running'}
        isSaving={save.isPending}
        onTest={runTest}
        onSave={submit}
        onDelete={() => setDeleting(true)}
      />
      <ConnectionNotices source={source} known={known} />
      <div className="qk-page">
        <form
          className="qs-form qk-form"
          aria-label={kind.title}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <SettingsFormContext value={editor.form}>
            <ConnectionFields kind={kind} draft={editor.draft} start={editor.start} isSaved={saved !== undefined} />
          </SettingsFormContext>
          <button type="submit" hidden tabIndex={-1} aria-hidden />
        </form>
        <ConnectionAside kind={kind} draft={editor.draft} saved={saved} />
      </div>
      <TestDialog test={test} />
      {saved !== undefined && (
        <ConfirmDialog
          open={isDeleting}
          onClose={() => setDeleting(false)}
          title="Delete connection"
          confirmLabel="Delete"
          onConfirm={async () => void (await remove.mutateAsync(saved))}
        >
          Checks and other definitions that use <b>{saved.name}</b> can no longer log in.
        </ConfirmDialog>
      )}
      <ConfirmDialog
        open={guard.isAsking}
        onClose={guard.stay}
        title="Leave without saving?"
        confirmLabel="Discard changes"
        onConfirm={guard.leave}
      >
        The changes to {saved?.name ?? 'the new connection'} are lost.
      </ConfirmDialog>
    </>
  );
}

import type { Connection, ConnectionWrite } from '@quarterdeck/contract/connections';
import { type ConnectionKind, envVarSchema } from '@quarterdeck/integrations/connections';
import { useCallback, useMemo, useState } from 'react';
import type { Path, SettingsForm } from '../form/form-context.ts';
import {
  type ConnectionDraft,
  type ConnectionProblems,
  draftOf,
  emptyDraft,
  type FormValue,
  problemsOf,
  writeOf,
} from './connection-form.ts';

export interface ConnectionEditor {
  readonly draft: ConnectionDraft;
  /** What the form began with, or what was saved last. */
  readonly start: ConnectionDraft;
  readonly problems: ConnectionProblems;
  readonly isChanged: boolean;
  readonly form: SettingsForm;
  /** What is sent to save or test. */
  write(): ConnectionWrite;
  showAllProblems(): void;
  /** Shows what the server has against a field until the field is changed. */
  report(field: string, problem: string): void;
  /** Begins again with what is saved. */
  load(row: Connection): void;
}

function formValue(value: unknown): FormValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return envVarSchema.safeParse(value).data;
}

function changed(draft: ConnectionDraft, [key]: Path, value: unknown): ConnectionDraft {
  const text = typeof value === 'string' ? value : '';
  if (key === 'name') return { ...draft, name: text };
  if (key === 'namespace') return { ...draft, namespace: text };
  return { ...draft, values: { ...draft.values, [String(key)]: formValue(value) } };
}

/** The form of one connection: its values, what is wrong with them and whether they differ from what is saved. */
export function useConnectionEditor(kind: ConnectionKind, saved: Connection | undefined, isReadOnly: boolean): ConnectionEditor {
  const [start, setStart] = useState(() => (saved === undefined ? emptyDraft(kind) : draftOf(kind, saved)));
  const [draft, setDraft] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const [reported, setReported] = useState<ConnectionProblems>(new Map());
  const problems = useMemo(() => problemsOf(kind, draft), [kind, draft]);

  const form = useMemo<SettingsForm>(
    () => ({
      isReadOnly,
      setAt(path, value) {
        setDraft((current) => changed(current, path, value));
        setReported(new Map());
      },
      touch: ([key]) => setTouched((known) => new Set(known).add(String(key))),
      problemAt([key]) {
        const field = String(key);
        return reported.get(field) ?? (showsAll || touched.has(field) ? problems.get(field) : undefined);
      },
    }),
    [isReadOnly, problems, reported, showsAll, touched],
  );
  return {
    draft,
    start,
    problems,
    isChanged: JSON.stringify(writeOf(kind, draft, saved)) !== JSON.stringify(writeOf(kind, start, saved)),
    form,
    write: () => writeOf(kind, draft, saved),
    showAllProblems: useCallback(() => setShowsAll(true), []),
    report: useCallback((field, problem) => setReported(new Map([[field, problem]])), []),
    load: useCallback(
      (row) => {
        const next = draftOf(kind, row);
        setStart(next);
        setDraft(next);
        setShowsAll(false);
        setTouched(new Set());
      },
      [kind],
    ),
  };
}
